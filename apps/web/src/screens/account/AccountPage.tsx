import type { ReactNode } from 'react';
import { Shell } from '../../shell/Shell.tsx';

interface AccountPageProps {
  title: string;
  /** What happens here, in a sentence. */
  lead?: ReactNode;
  children: ReactNode;
  /** Where else to go, under the form. */
  footer?: ReactNode;
  /** For forms of two columns. */
  wide?: boolean;
}

/** The frame of the account screens: one column, its title above what is to be filled in. */
export function AccountPage({ title, lead, children, footer, wide = false }: AccountPageProps) {
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
