import { Tooltip as Base } from '@base-ui/react/tooltip';
import {
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react';
import { TooltipPopup } from './Tooltip.tsx';

const HOVER_DELAY = 350;

/** What stands beside a value on hover and focus, mounted while it is shown only: a table has hundreds of values. */
export interface Aside<Content> {
  readonly content: Content | null;
  /** Shows it, or with null takes it away, at once. */
  now(next: Content | null): void;
  /** The same after some milliseconds, unless something else comes first. */
  later(next: Content | null, delay?: number): void;
  /** Escape takes it away, and goes no further while there is something to take away. */
  onKeyDown(event: KeyboardEvent): void;
}

/** The state of an aside. */
export function useAside<Content>(): Aside<Content> {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [content, setContent] = useState<Content | null>(null);
  useEffect(() => () => clearTimeout(timer.current), []);
  const now = (next: Content | null) => {
    clearTimeout(timer.current);
    setContent(next);
  };
  return {
    content,
    now,
    later(next, delay = HOVER_DELAY) {
      clearTimeout(timer.current);
      timer.current = setTimeout(() => setContent(next), delay);
    },
    onKeyDown(event) {
      if (event.key !== 'Escape' || content === null) return;
      event.stopPropagation();
      now(null);
    },
  };
}

/** Whether the focus came by the keyboard. */
export const byKeyboard = (event: FocusEvent): boolean => event.target.matches(':focus-visible');

interface AsidePopupProps {
  anchor: RefObject<Element | null>;
  onClose: () => void;
  children: ReactNode;
}

/** The words of an aside, beside its value. */
export function AsidePopup({ anchor, onClose, children }: AsidePopupProps) {
  return (
    <Base.Root open onOpenChange={(open) => open || onClose()}>
      <TooltipPopup anchor={anchor}>{children}</TooltipPopup>
    </Base.Root>
  );
}
