import { use } from 'react';
import { NO_VALUE } from './format.ts';
import { Mono, ValueTabIndex } from './Mono.tsx';
import type { NameKind } from './names.ts';
import { Tooltip } from './Tooltip.tsx';

export interface ValueListProps {
  values: readonly string[];
  /** What they are, for the name of the rest: 'source hosts'. */
  label: string;
  /** Words rather than names of machines. */
  text?: boolean;
  /** What they name: a press on the first opens what is behind it. */
  names?: NameKind;
}

/** Several values in one cell: the first, and how many more, which lists them all on hover and focus. */
export function ValueList({ values, label, text = false, names }: ValueListProps) {
  const tabIndex = use(ValueTabIndex);
  const [first, ...rest] = values;
  if (first === undefined) return <span className="text-content-faint">{NO_VALUE}</span>;
  return (
    <span className="flex min-w-0 items-center gap-2">
      {text ? <span className="min-w-0 truncate">{first}</span> : <Mono value={first} names={names} />}
      {rest.length > 0 && (
        <Tooltip
          content={
            <ul className={text ? '' : 'font-mono'}>
              {values.slice(0, 24).map((value) => (
                <li key={value}>{value}</li>
              ))}
              {values.length > 24 && <li>and {values.length - 24} more</li>}
            </ul>
          }
        >
          <button
            type="button"
            tabIndex={tabIndex}
            data-value=""
            aria-label={`${rest.length} more ${label}: ${rest.join(', ')}`}
            className="shrink-0 cursor-default rounded-control text-label text-content-muted"
          >
            +{rest.length}
          </button>
        </Tooltip>
      )}
    </span>
  );
}
