import type { CaseRow } from '@scout/contract';
import {
  Button,
  cx,
  EmptyState,
  ErrorState,
  formatCount,
  rowsInWindow,
  Skeleton,
  useRowsInFrames,
} from '@scout/ui';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type CSSProperties, type KeyboardEvent, useRef } from 'react';
import { messageOf } from '../../api/error.ts';
import { timeZone } from '../../events/clock.ts';
import { useMay, useOrganization } from '../../session/organization.ts';
import { query } from '../../session/queries.ts';
import { singleKeysWork, stepOfKey } from '../../shell/singleKeys.ts';
import { titled } from '../../title.ts';
import { useViewParams } from '../../view/useView.ts';
import { continues } from '../lists/continues.ts';
import { DayHistogram } from '../lists/DayHistogram.tsx';
import { ListPage } from '../lists/ListPage.tsx';
import { SavedViews } from '../lists/SavedViews.tsx';
import { ShowMore } from '../lists/ShowMore.tsx';
import { behindWords } from './behind.ts';
import { CaseFacets } from './CaseFacets.tsx';
import { CaseFilters } from './CaseFilters.tsx';
import { CaseLine } from './CaseLine.tsx';
import {
  type CaseListFilter,
  everyCase,
  isNarrowed,
  queryOf,
  readCaseFilter,
  writeCaseFilter,
} from './filter.ts';
import { SelectionBar } from './selection/SelectionBar.tsx';
import { type Selection, useSelection } from './selection/useSelection.ts';

export const meta = titled('Cases');

const REFRESH_MS = 15_000;

/** The cases of the organization, most severe and newest first. */
export default function Cases() {
  const { user } = useOrganization();
  const [params, change] = useViewParams();
  const filter = readCaseFilter(params);
  const found = useInfiniteQuery(
    query.cases.infiniteOptions({
      input: (cursor: string | undefined) => ({
        ...queryOf(filter, user.email),
        ...(cursor !== undefined && { cursor }),
      }),
      queryKey: ['cases', filter],
      initialPageParam: undefined,
      getNextPageParam: ({ next }) => next ?? undefined,
      refetchInterval: REFRESH_MS,
      placeholderData: (before) => before,
    }),
  );
  const narrow = (next: Partial<CaseListFilter>) =>
    change((target) => writeCaseFilter(target, next), {
      replace: continues(filter.text, next.text) || continues(filter.opened, next.opened),
    });
  const rows = found.data?.pages.flatMap((page) => page.cases) ?? [];
  const may = useMay();
  const selection = useSelection(rows);
  const counts = found.data?.pages[0]?.counts;
  const hasAny = counts !== undefined && Object.values(counts).some((count) => count > 0);
  const facets = useQuery(
    query.casesFacets.queryOptions({
      input: { tz: timeZone, ...queryOf(filter, user.email) },
      refetchInterval: REFRESH_MS,
      placeholderData: (before) => before,
    }),
  );
  const assessment = found.data?.pages[0]?.assessment;
  const behind = assessment && behindWords(assessment);
  return (
    <ListPage
      title="Cases"
      lead={
        <>
          <p role="status">
            {counts === undefined
              ? 'Who used which service account, from where, against what'
              : `${formatCount(counts.open)} open · ${formatCount(counts.acknowledged)} acknowledged · ${formatCount(counts.closed)} closed${counts.excused > 0 ? ` · ${formatCount(counts.excused)} excused` : ''}`}
          </p>
          {behind && <p>{behind}</p>}
        </>
      }
      actions={
        <div className="flex flex-wrap items-center gap-2 max-md:w-full">
          <CaseFilters filter={filter} onChange={narrow} />
          <SavedViews page="cases" />
        </div>
      }
    >
      <div className="flex flex-col gap-4 xl:flex-row xl:items-start">
        {hasAny && <CaseFacets filter={filter} facets={facets} onChange={narrow} />}
        <div className="flex min-w-0 grow flex-col gap-4">
          {hasAny && facets.data !== undefined && (
            <DayHistogram
              title="Opened by day"
              markedWords="high or critical"
              days={facets.data.days.map(({ day, count, grave }) => ({ day, count, marked: grave }))}
              chosen={filter.opened}
              onChoose={(opened) => narrow({ opened })}
            />
          )}
          <section aria-label="Cases" className="bg-surface-2 outline outline-stroke-subtle">
            {found.isPending ? (
              <div className="px-4 py-2">
                <Skeleton shape="table" label="cases" lines={8} columns={4} />
              </div>
            ) : found.data === undefined ? (
              <div className="pt-3">
                <ErrorState
                  title="The cases could not be loaded"
                  safe="They are stored, and Scout continues to assess new events."
                  nextStep="Try again in a moment."
                  detail={messageOf(found.error)}
                  onRetry={() => void found.refetch()}
                  retrying={found.isFetching}
                />
              </div>
            ) : rows.length === 0 ? (
              <NoCases filter={filter} hasAny={hasAny} onShowAll={() => narrow(everyCase)} />
            ) : (
              <>
                {selection.cases.length > 0 && <SelectionBar of={selection} />}
                <CaseList rows={rows} {...(may('casesAssign') && { selection })} />
              </>
            )}
          </section>
          <ShowMore
            what="cases"
            shown={rows.length}
            all={facets.isPlaceholderData ? null : (facets.data?.matching ?? null)}
            of={found}
          />
        </div>
      </div>
    </ListPage>
  );
}

/** Space above the first line and height of a line, at their least (px). */
const LINES = { above: 270, height: 63 };

interface CaseListProps {
  rows: readonly CaseRow[];
  selection?: Selection;
}

/** The lines; J and K, or the arrow keys, move between them, Enter opens one, and X selects it. */
function CaseList({ rows, selection }: CaseListProps) {
  const drawn = useRowsInFrames(rows, rowsInWindow(LINES));
  const list = useRef<HTMLUListElement>(null);
  const move = (event: KeyboardEvent) => {
    const line = (event.target as Element).closest<HTMLElement>('[data-number]');
    if (
      event.key === 'x' &&
      selection &&
      singleKeysWork() &&
      line !== null &&
      !event.ctrlKey &&
      !event.metaKey &&
      !event.altKey
    )
      return selection.toggle(Number(line.dataset.number));
    const step = stepOfKey(event.key);
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    const links = [...(list.current?.querySelectorAll<HTMLElement>('[data-case]') ?? [])];
    const next = links[links.indexOf(document.activeElement as HTMLElement) + step];
    if (next === undefined) return;
    event.preventDefault();
    next.focus();
  };
  return (
    <ul
      ref={list}
      onKeyDown={move}
      // Space for the others, so that going back finds its place on the page.
      className={cx(
        drawn.length < rows.length && 'min-h-[calc(var(--rows)*6rem)] max-md:min-h-[calc(var(--rows)*12rem)]',
      )}
      style={{ '--rows': rows.length } as CSSProperties}
    >
      {drawn.map((row) => (
        <CaseLine key={row.number} of={row} {...(selection && { selection })} />
      ))}
    </ul>
  );
}

interface NoCasesProps {
  filter: CaseListFilter;
  /** True when the organization has cases hidden by the filter. */
  hasAny: boolean;
  onShowAll: () => void;
}

function NoCases({ filter, hasAny, onShowAll }: NoCasesProps) {
  if (isNarrowed(filter) || (hasAny && filter.status !== 'active')) {
    return (
      <EmptyState
        reason="filtered"
        title="No case matches these filters"
        action={
          <Button size="small" onClick={onShowAll}>
            Show all cases
          </Button>
        }
      />
    );
  }
  if (hasAny) {
    return (
      <EmptyState reason="quiet" title="Nothing to do">
        Every case is closed or excused. New ones appear here automatically.
      </EmptyState>
    );
  }
  return (
    <EmptyState reason="waiting" title="No case yet">
      Scout opens a case when a service account does something new that needs a look: a person uses it, it
      comes from a new source, or it is let in after refusals. Scout learns normal use from the first days of
      events.
    </EmptyState>
  );
}
