import { type Agent, type AgentState, agentStates } from '@scout/contract';

/** Which agents are shown. */
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

/** What needs a person comes first. */
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

/** How many agents are in each state. */
export function countStates(agents: readonly Agent[]): Record<AgentState, number> {
  const counts = Object.fromEntries(agentStates.map((state) => [state, 0])) as Record<AgentState, number>;
  for (const { state } of agents) counts[state] += 1;
  return counts;
}

/**
 * The agents to show: those of the state, or all but the revoked ones, whose host, platform or version contains the text; those
 * that need a person first, then by host.
 */
export function selectAgents(agents: readonly Agent[], filter: FleetFilter, text: string): Agent[] {
  const wanted = text.trim().toLowerCase();
  return agents
    .filter(({ state }) => (filter === 'all' ? state !== 'revoked' : state === filter))
    .filter(({ host, platform, version }) =>
      [host, platform, version].some((value) => value.toLowerCase().includes(wanted)),
    )
    .toSorted(
      (a, b) => stateOrder.indexOf(a.state) - stateOrder.indexOf(b.state) || a.host.localeCompare(b.host),
    );
}
