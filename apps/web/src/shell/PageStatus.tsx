import { Spinner } from '@scout/ui';
import type { ReactNode } from 'react';

/** What a page is waiting for, in the place of the page. */
export function PageStatus({ children }: { children: ReactNode }) {
  return (
    <div role="status" className="grid grow place-items-center px-4 py-24">
      <p className="flex items-center gap-2.5 text-body text-content-muted">
        <Spinner />
        {children}
      </p>
    </div>
  );
}
