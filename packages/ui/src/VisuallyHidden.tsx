import type { ComponentProps, ReactNode } from 'react';

export interface VisuallyHiddenProps extends ComponentProps<'span'> {
  children: ReactNode;
}

/** Read by a screen reader, not seen. */
export function VisuallyHidden({ children, ...rest }: VisuallyHiddenProps) {
  return (
    <span {...rest} className="sr-only">
      {children}
    </span>
  );
}
