import { declareCall } from '../call.ts';
import { z } from '../zod.ts';

/**
 * Hands an agent its next credential. The present one goes on working until the next one is first used, and is void from
 * then on; asked again before that, an earlier answer is void.
 */
export const agentRotate = declareCall({
  access: 'agent',
  method: 'POST',
  path: '/api/agents/v1/rotate',
  summary: "Replace an agent's credential",
  tag: 'Agents',
  input: z.object({}),
  output: z.object({ credential: z.string() }),
});
