import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'react-router';
import { Shell } from '../../shell/Shell.tsx';

interface EntryPageProps {
  title: string;
  /** A sentence about the page. */
  lead?: ReactNode;
  children: ReactNode;
  /** Links under the form. */
  footer?: ReactNode;
  /** For forms of two columns. */
  wide?: boolean;
}

/** The frame of the screens for sign-in and sign-up: one column with the title above the form. */
export function EntryPage({ title, lead, children, footer, wide = false }: EntryPageProps) {
  return (
    <Shell>
      <div
        className={`mx-auto flex w-full grow flex-col justify-center gap-6 px-4 pt-10 pb-24 ${wide ? 'max-w-136' : 'max-w-90'}`}
      >
        <div className="flex flex-col gap-1.5">
          <h1 className="text-title font-medium text-balance">{title}</h1>
          {lead && <div className="text-body text-content-muted">{lead}</div>}
        </div>
        {children}
        {footer && <div className="text-body text-content-muted">{footer}</div>}
      </div>
    </Shell>
  );
}

/** A link inside a sentence of such a screen. */
export function EntryLink(props: Omit<ComponentProps<typeof Link>, 'className'>) {
  return <Link {...props} className="text-accent underline underline-offset-2" />;
}
