import { Severity } from '@scout/ui';
import type { Industry } from './industries.ts';

interface IndustrySlideProps {
  industry: Industry;
  /** The one that is shown; the others are out of reach. */
  current: boolean;
}

/** An incident: what happened, why it matters there, and the fields that gave it away. */
export function IndustrySlide({ industry, current }: IndustrySlideProps) {
  const { id, severity, story, matter, fields } = industry;
  return (
    <div
      role="tabpanel"
      id={`industry-${id}`}
      aria-labelledby={`industry-${id}-tab`}
      inert={!current}
      className="grid snap-start gap-px bg-stroke-subtle lg:grid-cols-[minmax(0,1fr)_24rem]"
    >
      <div className="flex flex-col justify-between gap-8 bg-surface-2 p-6 lg:p-10">
        <div>
          <Severity level={severity} />
          <p className="mt-4 max-w-[34rem] text-title font-medium text-pretty">{story}</p>
        </div>
        <p className="max-w-[34rem] text-lead text-content-muted text-pretty">{matter}</p>
      </div>
      <dl className="bg-surface-2 px-6 py-4 lg:px-8 lg:py-8">
        {fields.map(([name, value]) => (
          <div
            key={name}
            className="grid grid-cols-[6.5rem_minmax(0,1fr)] items-baseline border-b border-stroke-subtle py-2.5 last:border-0"
          >
            <dt className="text-label text-content-faint">{name}</dt>
            <dd className="truncate font-mono text-body">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
