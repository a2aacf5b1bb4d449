import type { Facet } from '@scout/contract';
import { Button, cx, formatCount, Mono, useAfterPaint } from '@scout/ui';
import { useState } from 'react';
import { visible } from '../incidents/rawText.ts';

/** One property of a list's rows with the counts of its values. */
export interface FacetGroup {
  /** The heading: 'Severity'. */
  title: string;
  values: Facet;
  /** The words for a value; values without are names from events. */
  words?: (value: string) => string;
  chosen: string | null;
  onChoose: (value: string | null) => void;
}

interface FacetsProps {
  groups: readonly FacetGroup[];
  /** The counts are out of date. */
  stale: boolean;
}

/** Values by which a list can be narrowed, with how many rows each would leave. On narrow screens they are behind one line. */
export function Facets({ groups, stale }: FacetsProps) {
  const [isOpen, setOpen] = useState(false);
  // Beside the rows or hidden, they move nothing when they come a frame later.
  const painted = useAfterPaint();
  const chosen = groups.flatMap(({ chosen: value, words = visible }) =>
    value === null ? [] : [words(value)],
  );
  return (
    <aside aria-label="Filters" className="xl:w-48 xl:shrink-0">
      <div className="flex flex-wrap items-center gap-2 xl:hidden">
        <Button size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Hide filters' : 'Filters'}
        </Button>
        {!isOpen && chosen.length > 0 && (
          <span className="min-w-0 text-label text-content-muted wrap-anywhere">{chosen.join(' · ')}</span>
        )}
      </div>
      <div
        className={cx(
          'grid gap-x-6 gap-y-5 max-xl:pt-3 sm:max-xl:grid-cols-3 xl:grid-cols-1',
          !isOpen && 'max-xl:hidden',
          stale && 'stale',
        )}
      >
        {(painted ? groups : []).map((group) => (
          <Group key={group.title} of={group} />
        ))}
      </div>
    </aside>
  );
}

/** Values of a property that are listed before all are asked for. */
const SHOWN = 8;

function Group({ of: { title, values, words, chosen, onChoose } }: { of: FacetGroup }) {
  const [isWhole, setWhole] = useState(false);
  const isListed = values.some(({ value }) => value === chosen);
  const all = chosen === null || isListed ? values : [{ value: chosen, count: 0 }, ...values];
  const shown = isWhole ? all : all.filter(({ value }, index) => index < SHOWN || value === chosen);
  if (all.length === 0) return null;
  return (
    <section aria-label={title} className="min-w-0">
      <h2 className="border-b border-stroke-subtle pb-1 text-label font-medium text-content-muted">
        {title}
      </h2>
      <ul>
        {shown.map(({ value, count }) => (
          <li key={value}>
            <button
              type="button"
              aria-pressed={value === chosen}
              onClick={() => onChoose(value === chosen ? null : value)}
              className={cx(
                'flex min-h-7 w-full cursor-pointer items-baseline justify-between gap-3 px-1.5 py-1 text-left text-label max-xl:min-h-9',
                value === chosen
                  ? 'bg-surface-selected font-medium text-content'
                  : 'text-content-muted hover:bg-surface-3 hover:text-content',
              )}
            >
              <span className="min-w-0 wrap-anywhere">
                {words === undefined ? <Mono value={visible(value)} plain /> : words(value)}
              </span>
              <span className="font-mono tabular-nums">{formatCount(count)}</span>
            </button>
          </li>
        ))}
      </ul>
      {shown.length < all.length && (
        <button
          type="button"
          onClick={() => setWhole(true)}
          className="cursor-pointer px-1.5 py-1 text-label text-accent hover:underline"
        >
          {`${formatCount(all.length - shown.length)} more`}
        </button>
      )}
    </section>
  );
}
