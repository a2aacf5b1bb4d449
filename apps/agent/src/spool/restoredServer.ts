import type { CheckpointState } from './checkpoint.ts';
import type { Missing } from './gaps.ts';

/**
 * Compares the server's expected batch number for this agent with the agent's own at the time of the request. A lower one means
 * that the server was restored from a backup: the batches between were acknowledged, and are no longer on this machine.
 * Unacknowledged batches are sent as usual. Number 1 is not a gap: the server has deleted this agent's data, as after the end of
 * a subscription. Neither is the first response to a different agent id, whose numbers are unrelated to the previous one's.
 */
export function compareNumbers(
  { heard_as }: Readonly<CheckpointState>,
  agentId: string,
  { own, servers }: { readonly own: number; readonly servers: number },
): Missing | null {
  if (heard_as !== agentId || servers === 1 || servers >= own) return null;
  return {
    reason: 'server_restored',
    from: `batch ${servers - 1} of ${own - 1}`,
    to: `batch ${own}`,
    missing: null,
  };
}
