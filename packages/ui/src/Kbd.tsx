import type { ReactNode } from 'react';

export interface KbdProps {
  /** One key: `Esc`, `↓`, `K`. */
  children: ReactNode;
}

/** A key to press. */
export function Kbd({ children }: KbdProps) {
  return (
    <kbd className="inline-flex h-5 min-w-5 items-center justify-center rounded-control border border-stroke-strong px-1 font-mono text-label text-content-muted">
      {children}
    </kbd>
  );
}
