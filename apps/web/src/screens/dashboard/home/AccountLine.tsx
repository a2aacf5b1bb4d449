import { type Agent, limits } from '@scout/contract';
import { formatAgo, formatCount } from '@scout/ui';
import { useNow } from '../../../events/useNow.ts';
import { useOrganization } from '../../../session/organization.ts';
import { useAgents } from '../NothingYet.tsx';

/** The account's state, the last sign-in and how many agents report. */
export function AccountLine() {
  const { user } = useOrganization();
  const agents = useAgents();
  const now = useNow();
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-1 text-body">
      <Item term="Account status">Active</Item>
      <Item term="Last sign-in">{formatAgo(user.last_sign_in_at, now)}</Item>
      <Item term="Agents">{agents === undefined ? '…' : agentsLine(agents, now)}</Item>
    </dl>
  );
}

function Item({ term, children }: { term: string; children: string }) {
  return (
    <div className="flex gap-1.5">
      <dt className="text-content-muted">{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** '12 reporting, 1 silent'. An agent is silent when it was not heard for three minutes. */
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
