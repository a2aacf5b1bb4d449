import type { Agent } from '@scout/contract';
import { Button, DataTable, EmptyState, ErrorState, formatCount, Panel, SearchInput } from '@scout/ui';
import { useState, useSyncExternalStore } from 'react';
import { messageOf } from '../../../../api/error.ts';
import { useNow } from '../../../../events/clock.ts';
import { useViewParams } from '../../../../view/useView.ts';
import { FirstAgent } from '../../../first-steps/FirstAgent.tsx';
import { AgentDrawer } from './AgentDrawer.tsx';
import { AgentList } from './AgentList.tsx';
import { fleetColumns } from './columns.tsx';
import { countStates, type FleetFilter, selectAgents, useFleet } from './fleet.ts';
import { StateFilter } from './StateFilter.tsx';

/** The search parameter with the agent in the drawer. */
const parameter = 'agent';

/** Every enrolled agent with its state, lag and gaps. */
export function FleetPanel() {
  const now = useNow();
  const agents = useFleet();
  const narrow = useNarrow();
  const [filter, setFilter] = useState<FleetFilter>('all');
  const [text, setText] = useState('');
  const [search, changeView] = useViewParams();
  const all = agents.data ?? [];
  const rows = selectAgents(all, filter, text);
  const opened = all.find(({ agent_id }) => agent_id === search.get(parameter)) ?? null;
  const open = (agent: Agent | null) =>
    changeView((params) => {
      if (agent === null) params.delete(parameter);
      else params.set(parameter, agent.agent_id);
    });

  const nothing = (
    <EmptyState
      reason="filtered"
      title={text.trim() === '' ? 'No agent is in this state' : `No agent matches “${text.trim()}”`}
      action={
        <Button
          size="small"
          onClick={() => {
            setText('');
            setFilter('all');
          }}
        >
          Show all
        </Button>
      }
    />
  );

  return (
    <Panel
      title="Fleet"
      flush
      description={all.length > 0 && summaryOf(all)}
      {...(all.length > 0 && {
        actions: (
          <SearchInput
            label="Filter agents by host, platform, version, group or tag"
            placeholder="Host, version, group, tag"
            value={text}
            onValueChange={setText}
            onClear={() => setText('')}
          />
        ),
        footnote:
          'Lag: time from the slowest event in the last batch to storage. Queue: events read on the machine but not yet acknowledged. Skew: difference between the machine’s clock and the server’s.',
      })}
    >
      {agents.isError && agents.data === undefined ? (
        <ErrorState
          title="The agents could not be loaded"
          safe="Agents keep sending events in the meantime."
          nextStep="Try again in a moment."
          detail={messageOf(agents.error)}
          onRetry={() => void agents.refetch()}
          retrying={agents.isFetching}
        />
      ) : agents.data?.length === 0 ? (
        <>
          <EmptyState reason="waiting" title="No agent is enrolled yet">
            An agent reads the security log of one machine and sends it here. After enrollment, its machine
            appears in this table.
          </EmptyState>
          <FirstAgent />
        </>
      ) : (
        <>
          {all.length > 0 && <StateFilter counts={countStates(all)} value={filter} onChange={setFilter} />}
          {narrow && rows.length > 0 ? (
            <AgentList agents={rows} now={now} onOpen={open} />
          ) : (
            <DataTable
              caption="Fleet"
              name="fleet"
              columns={fleetColumns(now, open)}
              rows={rows}
              rowKey={({ agent_id }) => agent_id}
              loading={agents.isPending}
              empty={nothing}
              maxHeight={640}
              onRowActivate={open}
            />
          )}
        </>
      )}
      <AgentDrawer agent={opened} now={now} onClose={() => open(null)} />
    </Panel>
  );
}

function summaryOf(agents: readonly Agent[]): string {
  const { healthy, revoked, awaiting_approval: waiting } = countStates(agents);
  const summary = `${formatCount(healthy)} of ${formatCount(agents.length - revoked - waiting)} healthy`;
  return waiting === 0 ? summary : `${summary}, ${formatCount(waiting)} awaiting approval`;
}

const query = '(max-width: 639px)';

/** True in a window as narrow as a phone. */
function useNarrow(): boolean {
  return useSyncExternalStore(
    (listener) => {
      const media = window.matchMedia(query);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    () => window.matchMedia(query).matches,
    () => false,
  );
}
