import type { ReactNode } from 'react';

interface MeasuresProps {
  /** Names and values, read from top to bottom. */
  rows: readonly { name: string; value: ReactNode }[];
}

/** Measures of one agent, name beside value also on a phone. */
export function Measures({ rows }: MeasuresProps) {
  return (
    <dl className="grid grid-cols-[7.5rem_1fr] gap-x-4 gap-y-1.5 text-body sm:grid-cols-[10rem_1fr]">
      {rows.map(({ name, value }) => (
        <div key={name} className="contents">
          <dt className="text-content-muted">{name}</dt>
          <dd className="min-w-0">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
