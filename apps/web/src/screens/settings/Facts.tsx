import type { ReactNode } from 'react';

interface FactsProps {
  /** Names and values, read from top to bottom. */
  facts: readonly { name: string; value: ReactNode }[];
}

/** Read-only names and values. */
export function Facts({ facts }: FactsProps) {
  return (
    <dl className="grid gap-x-6 text-body sm:grid-cols-[10rem_minmax(0,1fr)] sm:gap-y-2">
      {facts.map(({ name, value }) => (
        <div key={name} className="min-w-0 max-sm:not-last:mb-3 sm:contents">
          <dt className="text-content-muted">{name}</dt>
          <dd className="min-w-0">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
