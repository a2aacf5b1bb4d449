import { type Agent, limits } from '@scout/contract';

/** What an agent is doing, from when it was last heard (`now` in epoch ms). */
export function agentState(agent: Pick<Agent, 'last_seen_at' | 'revoked_at'>, now: number): string {
  if (agent.revoked_at !== null) return 'Revoked';
  if (agent.last_seen_at === null) return 'Never seen';
  const silentMs = now - Date.parse(agent.last_seen_at);
  return silentMs > limits.agent.silentAfterSeconds * 1000 ? 'Silent' : 'Reporting';
}
