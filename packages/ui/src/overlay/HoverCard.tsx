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

/** The state of a hover card. The card is mounted only while shown, because a table has hundreds of values. */
export interface HoverCardState<Content> {
  readonly content: Content | null;
  /** Shows the card at once; null hides it. */
  show(next: Content | null): void;
  /** The same after a delay in milliseconds, unless another call comes first. */
  showLater(next: Content | null, delay?: number): void;
  /** Escape hides the card and stops propagating while the card is shown. */
  onKeyDown(event: KeyboardEvent): void;
}

export function useHoverCard<Content>(): HoverCardState<Content> {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [content, setContent] = useState<Content | null>(null);
  useEffect(() => () => clearTimeout(timer.current), []);
  const show = (next: Content | null) => {
    clearTimeout(timer.current);
    setContent(next);
  };
  return {
    content,

    show,
    showLater(next, delay = HOVER_DELAY) {
      clearTimeout(timer.current);
      timer.current = setTimeout(() => setContent(next), delay);
    },
    onKeyDown(event) {
      if (event.key !== 'Escape' || content === null) return;
      event.stopPropagation();
      show(null);
    },
  };
}

/** True when the focus came from the keyboard. */
export const isKeyboardFocus = (event: FocusEvent): boolean => event.target.matches(':focus-visible');

interface HoverCardProps {
  anchor: RefObject<Element | null>;
  onClose: () => void;
  children: ReactNode;
}

/** A card beside its anchor. */
export function HoverCard({ anchor, onClose, children }: HoverCardProps) {
  return (
    <Base.Root open onOpenChange={(open) => open || onClose()}>
      <TooltipPopup anchor={anchor}>{children}</TooltipPopup>
    </Base.Root>
  );
}
