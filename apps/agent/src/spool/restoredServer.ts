import type { CheckpointState } from './checkpoint.ts';
import type { Missing } from './gaps.ts';

/**
 * Compares the next number that the server expects of this agent with the one that the agent was at when it asked. A lower one means
 * that the server was restored to an older state: the batches between were acknowledged, and are gone here. What is not acknowledged is
 * sent as ever. Number 1 is no gap: the server has deleted all of this agent, as after the end of a subscription. Nor is the first answer
 * to another agent's identity, whose numbers follow from those of the one before.
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
