import { type Agent, limits } from '@scout/contract';
import { formatCount } from '@scout/ui';
import { useNow } from '../../../events/useNow.ts';
import { useAgents } from '../NothingYet.tsx';

/** How many agents report: '12 reporting, 1 silent'. */
export function AgentsReading() {
  const agents = useAgents();
  const now = useNow();
  return agents === undefined ? '…' : agentsLine(agents, now);
}

/** An agent is silent when it was not heard for three minutes. */
function agentsLine(agents: readonly Agent[], now: number): string {
  const active = agents.filter((agent) => agent.revoked_at === null);
  if (active.length === 0) return 'none installed';
  const reporting = active.filter(
    ({ last_seen_at }) =>
      last_seen_at !== null && now - Date.parse(last_seen_at) <= limits.agent.silentAfterSeconds * 1000,
  ).length;
  const silent = active.length - reporting;
  return `${formatCount(reporting)} reporting${silent === 0 ? '' : `, ${formatCount(silent)} silent`}`;
}
