import { type AccountLanes, type LaneFilter, limits } from '@scout/contract';
import { EmptyState, ErrorState, formatCount, Panel, Skeleton } from '@scout/ui';
import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from 'react-router';
import { messageOf } from '../../../../api/error.ts';
import { paths } from '../../../../paths.ts';
import { ActionButton } from '../../../../shell/ActionButton.tsx';
import { useSingleKeys } from '../../../../shell/singleKeys.ts';
import { behindWords } from '../../../cases/behind.ts';
import { RangePicker } from '../../RangePicker.tsx';
import { LaneList } from './LaneList.tsx';

/** Number of lanes in the skeleton, and the height of a lane and of the heading, in px. */
const [EXPECTED, LANE, HEADING] = [6, 65, 24];

const filterWords: Readonly<Record<LaneFilter, string>> = {
  refused: 'refused',
  interactive: 'used for an interactive logon',
  client: 'used with a database client',
};

interface LanesProps {
  found: UseQueryResult<AccountLanes>;
  only: LaneFilter | null;
  onShowAll: () => void;
}

/** One lane per account with an active case, most severe first. */
export function Lanes({ found, only, onShowAll }: LanesProps) {
  const { data } = found;
  return (
    <Panel
      title="Accounts with open cases"
      description={data !== undefined && data.with_cases > 0 ? counted(data, only) : undefined}
      actions={
        only !== null && (
          <ActionButton command="Show all accounts" access="subscriber" size="small" onClick={onShowAll}>
            Show all accounts
          </ActionButton>
        )
      }
      flush
    >
      {data === undefined ? (
        found.isError ? (
          <ErrorState
            title="The accounts could not be loaded"
            safe="Cases are stored, and Scout continues to assess new events."
            nextStep="Try again in a moment."
            detail={messageOf(found.error)}
            onRetry={() => void found.refetch()}
            retrying={found.isFetching}
          />
        ) : (
          <div className="px-4" style={{ height: EXPECTED * LANE + HEADING }}>
            <Skeleton shape="table" label="accounts with open cases" lines={10} columns={4} />
          </div>
        )
      ) : data.lanes.length > 0 ? (
        <>
          <LaneList of={data} />
          <Footer {...data} />
        </>
      ) : (
        <NoLane {...data} only={only} />
      )}
    </Panel>
  );
}

/** '12 of 183 accounts'. */
function counted({ lanes, matching, with_cases, registered }: AccountLanes, only: LaneFilter | null): string {
  const narrowed = only === null ? '' : ` ${filterWords[only]} in the last ${limits.accountLanes.days} days`;
  const cut = lanes.length < matching ? `, the ${lanes.length} most severe shown` : '';
  if (only !== null) return `${formatCount(matching)}${narrowed}, of ${formatCount(with_cases)}${cut}`;
  const of = registered > with_cases ? ` of ${formatCount(registered)} accounts` : '';
  return `${formatCount(with_cases)}${of}${cut}`;
}

function Footer({ assessment }: AccountLanes) {
  const behind = behindWords(assessment);
  const [singleKeys] = useSingleKeys();
  const [down, up] = singleKeys ? ['J', 'K'] : ['↓', '↑'];
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-t border-stroke-subtle px-4 py-2 text-label text-content-muted">
      <p>
        <span className="xl:hidden">Top to bottom: refused, signed in, database client. </span>
        Tall and colored: in the case. Low and gray: other activity.
        {behind !== null && ` ${behind}`}
      </p>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="max-md:hidden">
          <kbd className="font-mono">{down}</kbd> <kbd className="font-mono">{up}</kbd> move ·{' '}
          <kbd className="font-mono">Enter</kbd> opens · <kbd className="font-mono">←</kbd>{' '}
          <kbd className="font-mono">→</kbd> days
        </p>
        <div className="flex flex-wrap items-center gap-2">
          <span>Range of the dashboards (or drag over days)</span>
          <RangePicker />
        </div>
      </div>
    </div>
  );
}

function NoLane({ only, with_cases, registered, assessment }: AccountLanes & { only: LaneFilter | null }) {
  if (with_cases > 0 && only !== null)
    return (
      <EmptyState
        reason="filtered"
        title={`No account with an open case was ${filterWords[only]} in the last ${limits.accountLanes.days} days`}
      />
    );
  if (registered === 0)
    return (
      <EmptyState reason="waiting" title="No service account seen yet">
        Scout recognizes a service account by its name, your list, or what it does. After the first event
        about one, Scout watches it and shows it here when it has an open case.
      </EmptyState>
    );
  const behind = behindWords(assessment);
  return (
    <EmptyState
      reason="quiet"
      title="Nothing needs attention"
      action={<Link to={paths.accounts}>Show the accounts</Link>}
    >
      Scout watches {formatCount(registered)} service {registered === 1 ? 'account' : 'accounts'}: where each
      comes from, where it goes, who uses it, and when. None has an open case.
      {behind !== null && ` ${behind}`}
    </EmptyState>
  );
}
