import { Tooltip as Base } from '@base-ui/react/tooltip';
import type { ReactElement, ReactNode, RefObject } from 'react';

export interface TooltipProps {
  /** A short text without interactive elements. */
  content: ReactNode;
  /** The element it describes; must be focusable. */
  children: ReactElement<Record<string, unknown>>;
  side?: 'top' | 'bottom' | 'left' | 'right';
  /** The text is already the element's name, so it is not repeated as its description. */
  isName?: boolean;
}

interface TooltipPopupProps {
  children: ReactNode;
  side?: TooltipProps['side'];
  /** The element to position against when there is no trigger. */
  anchor?: RefObject<Element | null>;
}

/** The popup shared by tooltips and hover cards. */
export function TooltipPopup({ children, side = 'top', anchor }: TooltipPopupProps) {
  return (
    <Base.Portal>
      <Base.Positioner
        side={side}
        sideOffset={6}
        collisionPadding={8}
        className="z-50"
        {...(anchor && { anchor })}
      >
        <Base.Popup className="max-w-[min(24rem,var(--available-width))] rounded-control border border-stroke-strong bg-surface-popup px-2 py-1 text-label text-content shadow-popup transition-opacity wrap-anywhere data-ending-style:opacity-0 data-starting-style:opacity-0">
          {children}
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  );
}

/** A text beside an element on hover and keyboard focus; Escape closes it. Plain text also becomes the element's description. */
export function Tooltip({ content, children, side = 'top', isName = false }: TooltipProps) {
  const description = typeof content === 'string' && !isName ? content : undefined;
  return (
    <Base.Root>
      <Base.Trigger render={children} delay={350} aria-description={description} />
      <TooltipPopup side={side}>{content}</TooltipPopup>
    </Base.Root>
  );
}

/** Wraps the application once, so that after one tooltip its neighbors open without delay. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <Base.Provider delay={350} timeout={400}>
      {children}
    </Base.Provider>
  );
}
