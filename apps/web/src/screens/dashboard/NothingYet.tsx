import type { Agent } from '@scout/contract';
import { Button, buttonClass, EmptyState, formatAgo, formatCount } from '@scout/ui';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useNow } from '../../events/clock.ts';
import { paths } from '../../paths.ts';
import { query } from '../../session/queries.ts';

interface NothingYetProps {
  /** The missing content: 'No failed logons in the last 30 days'. */
  title: string;
  /** A sentence about what makes content appear. */
  appears: string;
}

/** Explains an empty panel by the state of the agents: none installed, none has sent events, or nothing to report. */
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
        Scout shows events from agents on your machines. {appears}
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

/** Refetch intervals for agents: short while waiting for the first event. */
const refreshMs = { waiting: 3_000, usual: 30_000 };

/** The organization's agents; undefined while unknown. */
export function useAgents({ enabled = true } = {}): Agent[] | undefined {
  return useQuery(
    query.agents.queryOptions({
      enabled,
      input: {},
      refetchInterval: ({ state }) =>
        state.data !== undefined && lastBatch(state.data) === null ? refreshMs.waiting : refreshMs.usual,
    }),
  ).data;
}

function agentCount(agents: readonly Agent[]): string {
  return agents.length === 1 ? '1 agent is' : `${formatCount(agents.length)} agents are`;
}

/** Time of the last events from an agent, ISO; null before the first. */
export function lastBatch(agents: readonly Agent[]): string | null {
  return agents.reduce<string | null>((latest, { last_batch_at }) => {
    if (last_batch_at === null) return latest;
    return latest === null || last_batch_at > latest ? last_batch_at : latest;
  }, null);
}

/** Replaces the rows of a table when a search matches none. */
export function NothingFound({ text, onClear }: { text: string; onClear: () => void }) {
  return (
    <EmptyState
      reason="filtered"
      title={`No row contains “${text.trim()}”`}
      action={<Button onClick={onClear}>Show all rows</Button>}
    >
      The search covers every column except those you have hidden.
    </EmptyState>
  );
}
