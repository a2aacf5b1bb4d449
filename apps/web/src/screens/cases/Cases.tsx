import { Button, EmptyState, ErrorState, formatCount, Skeleton } from '@scout/ui';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import { messageOf } from '../../api/error.ts';
import { useOrganization } from '../../session/organization.ts';
import { query } from '../../session/queries.ts';
import { ActionButton } from '../../shell/ActionButton.tsx';
import { titled } from '../../title.ts';
import { useViewParams } from '../../view/useView.ts';
import { behindWords } from './behind.ts';
import { CaseFilters } from './CaseFilters.tsx';
import { CaseLine } from './CaseLine.tsx';
import { type CaseListFilter, isNarrowed, queryOf, readCaseFilter, writeCaseFilter } from './filter.ts';
import { SelectionBar } from './selection/SelectionBar.tsx';
import { useSelection } from './selection/useSelection.ts';

export const meta = titled('Cases');

const REFRESH_MS = 15_000;

/** The cases of the organization, the gravest and newest on top. */
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
    change((target) => writeCaseFilter(target, next), { replace: true });
  const rows = found.data?.pages.flatMap((page) => page.cases) ?? [];
  const selection = useSelection(rows);
  const counts = found.data?.pages[0]?.counts;
  const assessment = found.data?.pages[0]?.assessment;
  return (
    <div className="mx-auto flex w-full max-w-[1600px] flex-col gap-4 px-4 py-5 lg:px-6">
      <header className="flex flex-wrap items-end justify-between gap-x-8 gap-y-3">
        <div>
          <h1 className="text-title font-medium">Cases</h1>
          <p role="status" className="text-body text-content-muted">
            {counts === undefined
              ? 'Who used which service account, from where, against what'
              : `${formatCount(counts.open)} open · ${formatCount(counts.acknowledged)} acknowledged · ${formatCount(counts.closed)} closed${counts.excused > 0 ? ` · ${formatCount(counts.excused)} excused` : ''}`}
          </p>
          {assessment !== undefined &&
            behindWords(assessment).map((words) => (
              <p key={words} className="text-body text-content-muted">
                {words}
              </p>
            ))}
        </div>
        <CaseFilters filter={filter} onChange={narrow} />
      </header>
      <section aria-label="Cases" className="bg-surface-2 outline outline-stroke-subtle">
        {found.isPending ? (
          <div className="px-4 py-2">
            <Skeleton shape="table" label="cases" lines={8} columns={4} />
          </div>
        ) : found.data === undefined ? (
          <div className="pt-3">
            <ErrorState
              title="The cases could not be loaded"
              safe="They are stored, and Scout goes on assessing what arrives."
              todo="Try again in a moment."
              detail={messageOf(found.error)}
              onRetry={() => void found.refetch()}
              retrying={found.isFetching}
            />
          </div>
        ) : rows.length === 0 ? (
          <NoCases
            filter={filter}
            hasAny={counts !== undefined && Object.values(counts).some((count) => count > 0)}
            onShowAll={() => narrow({ status: 'all', severity: 'any', assignee: 'anyone', account: '' })}
          />
        ) : (
          <>
            {selection.cases.length > 0 && <SelectionBar of={selection} />}
            <CaseList onSelect={selection.toggle}>
              {rows.map((row) => (
                <CaseLine key={row.number} of={row} selection={selection} />
              ))}
            </CaseList>
          </>
        )}
      </section>
      {found.hasNextPage && (
        <div className="flex justify-center">
          <ActionButton
            command="Show more cases"
            access="subscriber"
            busy={found.isFetchingNextPage}
            onClick={() => void found.fetchNextPage()}
          >
            Show more cases
          </ActionButton>
        </div>
      )}
    </div>
  );
}

interface CaseListProps {
  children: ReactNode;
  onSelect: (number: number) => void;
}

/** The lines; J and K, or the arrow keys, move from one to the next, Enter opens it, and X selects it. */
function CaseList({ children, onSelect }: CaseListProps) {
  const list = useRef<HTMLUListElement>(null);
  const move = (event: KeyboardEvent) => {
    const line = (event.target as Element).closest<HTMLElement>('[data-number]');
    if (event.key === 'x' && line !== null && !event.ctrlKey && !event.metaKey && !event.altKey)
      return onSelect(Number(line.dataset.number));
    const step = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }[event.key];
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    const links = [...(list.current?.querySelectorAll<HTMLElement>('[data-case]') ?? [])];
    const next = links[links.indexOf(document.activeElement as HTMLElement) + step];
    if (next === undefined) return;
    event.preventDefault();
    next.focus();
  };
  return (
    <ul ref={list} onKeyDown={move}>
      {children}
    </ul>
  );
}

interface NoCasesProps {
  filter: CaseListFilter;
  /** The organization has cases, which the filter hides. */
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
        Every case is closed or excused. New ones appear here by themselves.
      </EmptyState>
    );
  }
  return (
    <EmptyState reason="waiting" title="No case yet">
      Scout opens a case when a service account does something that it has not done before and that people
      should look at: a person who uses it, a new source, a logon that was refused and then let in. It learns
      what is usual from the first days of events.
    </EmptyState>
  );
}
