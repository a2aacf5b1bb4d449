import type { ReactNode } from 'react';
import { cx } from '../base/cx.ts';
import { RollingNumber } from '../value/RollingNumber.tsx';
import { Skeleton } from './Skeleton.tsx';

export interface StatProps {
  label: string;
  /** The number; null shows a dash. */
  value: number | null;
  format?: (value: number | null | undefined) => string;
  /** The period of the number: 'last 30 days'. */
  note?: ReactNode;
  loading?: boolean;
}

/** A large key figure. */
export function Stat({ label, value, format, note, loading = false }: StatProps) {
  return (
    <div className="flex min-w-0 flex-col bg-surface-2 px-4 py-3 outline outline-stroke-subtle">
      <dt className="text-body text-content-muted">{label}</dt>
      <dd className="mt-1">
        {loading ? (
          <Skeleton shape="stat" label={label} />
        ) : (
          <span
            data-figure
            className={cx('text-figure font-medium', value === null ? 'text-content-faint' : 'text-content')}
          >
            <RollingNumber value={value} {...(format && { format })} />
          </span>
        )}
        {note && <span className="block text-label text-content-faint">{note}</span>}
      </dd>
    </div>
  );
}

export interface StatGridProps {
  children: ReactNode;
  /** Accessible name of the group. */
  label: string;
  /** From 1024 px up one below the other. */
  stacked?: boolean;
}

/** Two to four figures on one line (two by two on a phone), separated by hairlines. */
export function StatGrid({ children, label, stacked = false }: StatGridProps) {
  return (
    <dl
      aria-label={label}
      className={cx(
        'grid auto-cols-fr grid-cols-2 gap-px p-px',
        stacked ? 'lg:grid-cols-1' : 'lg:grid-flow-col lg:grid-cols-none',
      )}
    >
      {children}
    </dl>
  );
}
