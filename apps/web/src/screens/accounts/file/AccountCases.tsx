import { ErrorState, formatCount, Panel, Skeleton } from '@scout/ui';
import { useQuery } from '@tanstack/react-query';
import { messageOf } from '../../../api/error.ts';
import { query } from '../../../session/queries.ts';
import { CaseLine } from '../../cases/CaseLine.tsx';

const REFRESH_MS = 15_000;

/** The cases of an account, including closed ones, most severe first. */
export function AccountCases({ account }: { account: string }) {
  const found = useQuery(query.cases.queryOptions({ input: { account }, refetchInterval: REFRESH_MS }));
  const rows = found.data?.cases ?? [];
  return (
    <Panel
      title="Cases"
      flush
      {...(rows.length > 0 && { description: `${formatCount(rows.length)}${found.data?.next ? '+' : ''}` })}
    >
      {found.isPending ? (
        <div className="px-4 pb-4">
          <Skeleton shape="text" label="cases" lines={3} />
        </div>
      ) : found.data === undefined ? (
        <ErrorState
          title="The cases could not be loaded"
          safe="They are stored; only loading them failed."
          nextStep="Try again in a moment."
          detail={messageOf(found.error)}
          onRetry={() => void found.refetch()}
          retrying={found.isFetching}
        />
      ) : rows.length === 0 ? (
        <p className="px-4 pb-4 text-body text-content-muted">No cases for this account.</p>
      ) : (
        <ul className="border-t border-stroke-subtle">
          {rows.map((row) => (
            <CaseLine key={row.number} of={row} />
          ))}
        </ul>
      )}
    </Panel>
  );
}
