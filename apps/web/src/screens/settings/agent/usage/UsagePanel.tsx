import { ErrorState, formatCount, Notice, Panel } from '@scout/ui';
import { useQuery } from '@tanstack/react-query';
import { messageOf } from '../../../../api/error.ts';
import { query } from '../../../../session/queries.ts';
import { formatSpan, Measures } from '../fleet/Measures.tsx';
import { formatBytes, formatShare } from './bytes.ts';

const refreshMs = 30_000;

/** Today's traffic of agents against their limits, and the throttled agents. */
export function UsagePanel() {
  const usage = useQuery(query.ingestUsage.queryOptions({ input: {}, refetchInterval: refreshMs }));
  const { data } = usage;
  return (
    <Panel
      title="Usage"
      footnote="Days are UTC. An agent over its quota keeps its events and sends them later; nothing is lost."
    >
      {data === undefined && usage.isError && (
        <ErrorState
          title="The usage could not be loaded"
          safe="Agents keep sending events in the meantime."
          nextStep="Try again in a moment."
          detail={messageOf(usage.error)}
          onRetry={() => void usage.refetch()}
          retrying={usage.isFetching}
        />
      )}
      {data && (
        <div className="flex flex-col gap-3 pt-1">
          {data.storage_low && (
            <Notice tone="warning">
              The server accepts no events because its disk is nearly full. Agents keep theirs until the
              operator frees up space.
            </Notice>
          )}
          {data.organization.wait_seconds > 0 && (
            <Notice tone="warning">
              Your organization has reached its quota. Agents can send again in{' '}
              {formatSpan(data.organization.wait_seconds)}.
            </Notice>
          )}
          {data.agents
            .filter(({ wait_seconds }) => wait_seconds > 0)
            .map(({ agent_id, host, wait_seconds }) => (
              <Notice key={agent_id} tone="warning">
                {host} has reached the quota of an agent. It sends again in {formatSpan(wait_seconds)}.
              </Notice>
            ))}
          <Measures
            rows={[
              {
                name: 'Stored today',
                value: `${formatBytes(data.organization.bytes_today)} of ${formatBytes(data.organization.bytes_per_day)} (${formatShare(data.organization.bytes_today, data.organization.bytes_per_day)})`,
              },
              { name: 'Events today', value: formatCount(data.organization.events_today) },
              {
                name: 'Rate',
                value: `up to ${formatCount(data.organization.events_per_second)} events a second`,
              },
              {
                name: 'Each agent',
                value: `up to ${formatCount(data.agent.events_per_second)} events a second and ${formatBytes(data.agent.bytes_per_day)} a day`,
              },
              ...data.agents.slice(0, 1).map(({ host, bytes_today }) => ({
                name: 'Most today',
                value: `${host}, ${formatBytes(bytes_today)}`,
              })),
            ]}
          />
        </div>
      )}
    </Panel>
  );
}
