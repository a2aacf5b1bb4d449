import type { Agent } from '@scout/contract';
import { buttonClass, EmptyState, formatAgo, formatCount } from '@scout/ui';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useNow } from '../../events/useNow.ts';
import { paths } from '../../paths.ts';
import { query } from '../../session/current.ts';

interface NothingYetProps {
  /** What would be here: 'No failed logons in the last 30 days'. */
  title: string;
  /** What makes one appear, as a sentence. */
  appears: string;
}

/** Why a panel is empty, from what is known of the agents: none installed, none heard, or nothing to report. */
export function NothingYet({ title, appears }: NothingYetProps) {
  const agents = useAgents();
  const now = useNow();
  const active = agents?.filter((agent) => agent.revoked_at === null);

  if (active === undefined) {
    return (
      <EmptyState reason="quiet" title={title}>
        {appears}
      </EmptyState>
    );
  }
  if (active.length === 0) {
    return (
      <EmptyState
        reason="waiting"
        title="No agent is installed yet"
        action={
          <Link to={paths.settingsAgent} className={buttonClass({ size: 'small' })}>
            Get an agent
          </Link>
        }
      >
        Scout shows what agents on your machines send. {appears}
      </EmptyState>
    );
  }
  const latest = lastBatch(active);
  if (latest === null) {
    return (
      <EmptyState reason="waiting" title="No agent has sent an event yet">
        {agentCount(active)} enrolled. {appears}
      </EmptyState>
    );
  }
  return (
    <EmptyState reason="quiet" title={title}>
      {agentCount(active)} installed; the last events came in {formatAgo(latest, now)}. {appears}
    </EmptyState>
  );
}

/** How often agents are asked for: soon while somebody waits for the first event. */
const refreshMs = { waiting: 3_000, usual: 30_000 };

/** The organization's agents; undefined while unknown. */
export function useAgents(): Agent[] | undefined {
  return useQuery(
    query.agents.queryOptions({
      input: {},
      refetchInterval: ({ state }) =>
        state.data !== undefined && lastBatch(state.data) === null ? refreshMs.waiting : refreshMs.usual,
    }),
  ).data;
}

function agentCount(agents: readonly Agent[]): string {
  return agents.length === 1 ? '1 agent is' : `${formatCount(agents.length)} agents are`;
}

/** When an agent last sent events, ISO; null while none has. */
export function lastBatch(agents: readonly Agent[]): string | null {
  return agents.reduce<string | null>((latest, { last_batch_at }) => {
    if (last_batch_at === null) return latest;
    return latest === null || last_batch_at > latest ? last_batch_at : latest;
  }, null);
}
