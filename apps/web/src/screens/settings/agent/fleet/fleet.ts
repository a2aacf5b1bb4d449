import { type Agent, type AgentState, agentStates } from '@scout/contract';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../../../session/queries.ts';

/** The filter of the fleet. */
export type FleetFilter = 'all' | AgentState;

export const stateWords: Readonly<Record<AgentState, string>> = {
  healthy: 'Healthy',
  partial: 'Partial',
  attention: 'Attention',
  silent: 'Silent',
  conflict: 'Conflict',
  awaiting_approval: 'Awaiting approval',
  released: 'Released',
  revoked: 'Revoked',
};

/** States in order, those that need attention first. */
export const stateOrder: readonly AgentState[] = [
  'awaiting_approval',
  'conflict',
  'silent',
  'attention',
  'partial',
  'healthy',
  'released',
  'revoked',
];

/** Number of agents in each state. */
export function countStates(agents: readonly Agent[]): Record<AgentState, number> {
  const counts = Object.fromEntries(agentStates.map((state) => [state, 0])) as Record<AgentState, number>;
  for (const { state } of agents) counts[state] += 1;
  return counts;
}

/**
 * The agents to show: those of the state, or all except revoked ones, whose host, platform or version contains the text; those
 * that need attention first, then by host.
 */
export function selectAgents(agents: readonly Agent[], filter: FleetFilter, text: string): Agent[] {
  const wanted = text.trim().toLowerCase();
  return agents
    .filter(({ state }) => (filter === 'all' ? state !== 'revoked' : state === filter))
    .filter(({ host, platform, version, group }) =>
      [host, platform, version, ...(group === null ? [] : [group.name, ...group.tags])].some((value) =>
        value.toLowerCase().includes(wanted),
      ),
    )
    .toSorted(
      (a, b) => stateOrder.indexOf(a.state) - stateOrder.indexOf(b.state) || a.host.localeCompare(b.host),
    );
}

/** Events read and sent by an agent: its own totals are from its heartbeat, and events stored since then were read and sent as well. */
export function travelled({
  events_read,
  events_sent,
  events_accepted,
  events_rejected,
}: Pick<Agent, 'events_read' | 'events_sent' | 'events_accepted' | 'events_rejected'>): {
  read: number | null;
  sent: number | null;
} {
  if (events_sent === null) return { read: events_read, sent: null };
  const sent = Math.max(events_sent, events_accepted + events_rejected);
  return { read: events_read === null ? null : Math.max(events_read, sent), sent };
}

const refreshMs = 10_000;

/** The organization's agents, refetched while the page is visible. */
export const useFleet = () => useQuery(query.agents.queryOptions({ input: {}, refetchInterval: refreshMs }));
