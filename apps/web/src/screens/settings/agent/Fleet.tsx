import type { Agent } from '@scout/contract';
import {
  Badge,
  type Column,
  DataTable,
  EmptyState,
  ErrorState,
  formatAgo,
  formatCount,
  Panel,
  PanelGrid,
} from '@scout/ui';
import { useQuery } from '@tanstack/react-query';
import { messageOf } from '../../../api/error.ts';
import { useNow } from '../../../events/useNow.ts';
import { query } from '../../../session/current.ts';
import { useOrganization } from '../../../session/organization.ts';
import { CopyLine } from '../CopyLine.tsx';
import { agentState } from './agentState.ts';

const refreshMs = 30_000;

/** Every enrolled agent: where it runs, when it was heard, what waits and what was refused. */
export function Fleet() {
  const now = useNow();
  const agents = useQuery(query.agents.queryOptions({ input: {}, refetchInterval: refreshMs }));
  const rows = agents.data ?? [];
  const active = rows.filter((agent) => agent.revoked_at === null).length;
  return (
    <PanelGrid>
      <Panel
        title="Enrolled agents"
        flush
        description={rows.length > 0 && `${formatCount(active)} of ${formatCount(rows.length)} in use`}
        {...(rows.length > 0 && {
          footnote:
            'Queue: events read on the machine and not acknowledged yet. Lag: age of the oldest of them.',
        })}
      >
        {agents.isError && agents.data === undefined ? (
          <ErrorState
            title="The agents could not be loaded"
            safe="Agents keep their events and send them whether this page works or not."
            todo="Try again in a moment."
            detail={messageOf(agents.error)}
            onRetry={() => void agents.refetch()}
            retrying={agents.isFetching}
          />
        ) : agents.data?.length === 0 ? (
          <NoAgents />
        ) : (
          <DataTable
            caption="Enrolled agents"
            columns={columnsAt(now)}
            rows={rows}
            rowKey={(agent) => agent.agent_id}
            loading={agents.isPending}
            empty={null}
            maxHeight={640}
          />
        )}
      </Panel>
    </PanelGrid>
  );
}

function columnsAt(now: number): Column<Agent>[] {
  return [
    { id: 'host', header: 'Host', kind: 'mono', value: (agent) => agent.host, minWidth: 150 },
    { id: 'platform', header: 'Platform', kind: 'text', value: (agent) => agent.platform, minWidth: 150 },
    {
      id: 'version',
      header: 'Version',
      kind: 'mono',
      value: (agent) => agent.version,
      width: 92,
      muted: true,
    },
    {
      id: 'state',
      header: 'State',
      kind: 'text',
      value: (agent) => agentState(agent, now),
      cell: (agent) => <Badge>{agentState(agent, now)}</Badge>,
      width: 96,
    },
    {
      id: 'seen',
      header: 'Last seen',
      kind: 'text',
      value: (agent) => agent.last_seen_at,
      cell: (agent) => <span title={agent.last_seen_at ?? ''}>{formatAgo(agent.last_seen_at, now)}</span>,
      width: 120,
    },
    { id: 'queue', header: 'Queue', kind: 'number', value: (agent) => agent.queue_depth, width: 84 },
    { id: 'lag', header: 'Lag (s)', kind: 'number', value: (agent) => agent.lag_seconds, width: 84 },
    {
      id: 'accepted',
      header: 'Accepted',
      kind: 'number',
      value: (agent) => agent.events_accepted,
      width: 112,
    },
    {
      id: 'rejected',
      header: 'Rejected',
      kind: 'number',
      value: (agent) => agent.events_rejected,
      width: 96,
    },
  ];
}

/** How the first agent comes to be: the operator makes a token, and the agent enrols itself with it. */
function NoAgents() {
  const { tenant } = useOrganization();
  return (
    <EmptyState reason="waiting" title="No agent is enrolled yet">
      <p>
        An agent reads the Windows security log of one machine and sends it here. Whoever runs Scout for you
        makes an enrolment token; the agent enrols with it and then appears in this table.
      </p>
      <div className="mt-4 flex max-w-[88ch] flex-col gap-3">
        <CopyLine
          label="On the server that runs Scout"
          value={`npm run -s scout -- enrolment create --tenant ${tenant.tenant_id}`}
        />
        <CopyLine
          label="On the machine to watch, with the token that it prints"
          value={`npm run -s agent -- run --server ${window.location.origin} --token TOKEN --state ./agent-state --source windows:`}
        />
      </div>
    </EmptyState>
  );
}
