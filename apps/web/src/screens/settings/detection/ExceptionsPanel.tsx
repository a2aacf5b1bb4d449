import { Button, ErrorState, Panel, SegmentedControl, Skeleton } from '@scout/ui';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../../api/error.ts';
import { api } from '../../../session/current.ts';
import { useMay } from '../../../session/organization.ts';
import { query } from '../../../session/queries.ts';
import { ActionButton } from '../../../shell/ActionButton.tsx';
import { toast } from '../../../shell/toast.tsx';
import { useViewParams } from '../../../view/useView.ts';
import { emptyDraft } from '../../cases/exceptions/draft.ts';
import { ExceptionDialog } from '../../cases/exceptions/ExceptionDialog.tsx';
import { ExceptionLine } from '../../cases/exceptions/ExceptionLine.tsx';
import { refreshCases } from '../../cases/refreshCases.ts';
import { RowButton } from '../RowButton.tsx';

const views = [
  { value: 'current', label: 'Active' },
  { value: 'over', label: 'Expired' },
] as const;

const REFRESH_MS = 15_000;

/** The organization's exceptions with their excused findings; admins and analysts create and end them. */
export function ExceptionsPanel() {
  const may = useMay();
  const [params, change] = useViewParams();
  const state = params.get('exceptions') === 'over' ? 'over' : 'current';
  const setState = (next: 'current' | 'over') =>
    change((target) => (next === 'over' ? target.set('exceptions', next) : target.delete('exceptions')));
  const [making, setMaking] = useState(false);
  const found = useInfiniteQuery(
    query.exceptions.infiniteOptions({
      input: (cursor: string | undefined) => ({ state, ...(cursor !== undefined && { cursor }) }),
      initialPageParam: undefined,
      getNextPageParam: ({ next }) => next ?? undefined,
      refetchInterval: REFRESH_MS,
    }),
  );
  const end = useMutation({
    mutationFn: (id: string) => api.exceptionsEnd({ id }),
    onSuccess: () => toast.success('Exception ended', 'Matching activity opens cases again.'),
    onError: (error) => toast.error('The exception was not ended', messageOf(error)),
    onSettled: refreshCases,
  });
  const rows = found.data?.pages.flatMap((page) => page.exceptions) ?? [];
  return (
    <Panel
      title="Exceptions"
      description="Temporarily permitted activity (a restore test, break-glass)."
      flush
      actions={
        <span className="flex flex-wrap gap-2">
          <SegmentedControl label="Exceptions" segments={views} value={state} onValueChange={setState} />
          <ActionButton
            command="Create exception…"
            access="subscriber-admin"
            call="exceptionsCreate"
            size="small"
            onClick={() => setMaking(true)}
          >
            Create exception…
          </ActionButton>
        </span>
      }
    >
      {found.isPending ? (
        <div className="px-4 pb-4">
          <Skeleton shape="text" label="exceptions" lines={3} />
        </div>
      ) : found.data === undefined ? (
        <ErrorState
          title="The exceptions could not be loaded"
          safe="They stay in force in the meantime."
          nextStep="Try again in a moment."
          detail={messageOf(found.error)}
          onRetry={() => void found.refetch()}
          retrying={found.isFetching}
        />
      ) : rows.length === 0 ? (
        <p className="px-4 pb-4 text-body text-content-muted">
          {state === 'current' ? 'No exception is active or upcoming.' : 'No exception has ended yet.'}
        </p>
      ) : (
        <ul aria-label="Exceptions" className="border-t border-stroke-subtle">
          {rows.map((row) => (
            <ExceptionLine
              key={row.id}
              of={row}
              action={
                may('exceptionsEnd') &&
                state === 'current' && (
                  <RowButton
                    access="subscriber-admin"
                    call="exceptionsEnd"
                    label={`End the exception for ${row.account}`}
                    busy={end.isPending && end.variables === row.id}
                    onPress={() => end.mutate(row.id)}
                  >
                    End
                  </RowButton>
                )
              }
            />
          ))}
        </ul>
      )}
      {found.hasNextPage && (
        <div className="flex justify-center py-3">
          <Button busy={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
            Show more exceptions
          </Button>
        </div>
      )}
      {may('exceptionsCreate') && (
        <ExceptionDialog draft={emptyDraft('', Date.now())} open={making} onClose={() => setMaking(false)} />
      )}
    </Panel>
  );
}
