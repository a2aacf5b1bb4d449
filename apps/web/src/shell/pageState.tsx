import { ErrorState, type ErrorStateProps, Spinner } from '@scout/ui';
import type { ReactNode } from 'react';

/** Replaces a page that is waiting, with the reason. */
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

/** The text while the organization check is pending (spec section 2, protected routes). */
export const checkingOrganization = 'Verifying your organization access...';

/** Replaces a page while the organization check is pending. */
export function OrganizationStatus() {
  return <PageStatus>{checkingOrganization}</PageStatus>;
}

interface PageMessageProps {
  title: string;
  children: ReactNode;
  /** The next step. */
  action?: ReactNode;
}

/** A page with a single message. */
export function PageMessage({ title, children, action }: PageMessageProps) {
  return (
    <div className="mx-auto flex w-full max-w-md grow flex-col justify-center px-4 py-24">
      <h1 className="text-title font-medium text-balance">{title}</h1>
      <div className="mt-2 text-lead text-content-muted">{children}</div>
      {action && <div className="mt-6 flex gap-3">{action}</div>}
    </div>
  );
}

/** An error that replaces the whole page. */
export function Failure(props: ErrorStateProps) {
  return (
    <div className="mx-auto w-full max-w-xl px-4 py-16">
      <ErrorState {...props} />
    </div>
  );
}
