import { type Agent, type AgentState, agentStates } from '@scout/contract';

/** Which agents are shown. */
export type FleetFilter = 'all' | AgentState;

export const stateWords: Readonly<Record<AgentState, string>> = {
  healthy: 'Healthy',
  attention: 'Attention',
  silent: 'Silent',
  revoked: 'Revoked',
};

/** What needs a person comes first. */
const order: readonly AgentState[] = ['silent', 'attention', 'healthy', 'revoked'];

/** How many agents are in each state. */
export function countStates(agents: readonly Agent[]): Record<AgentState, number> {
  const counts = Object.fromEntries(agentStates.map((state) => [state, 0])) as Record<AgentState, number>;
  for (const { state } of agents) counts[state] += 1;
  return counts;
}

/**
 * The agents to show: those of the state, or all but the revoked ones, whose host, platform or version contains the text; the
 * silent ones first, then by host.
 */
export function selectAgents(agents: readonly Agent[], filter: FleetFilter, text: string): Agent[] {
  const wanted = text.trim().toLowerCase();
  return agents
    .filter(({ state }) => (filter === 'all' ? state !== 'revoked' : state === filter))
    .filter(({ host, platform, version }) =>
      [host, platform, version].some((value) => value.toLowerCase().includes(wanted)),
    )
    .toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state) || a.host.localeCompare(b.host));
}
