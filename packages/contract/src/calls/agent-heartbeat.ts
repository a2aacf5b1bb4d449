import { declareCall } from '../call.ts';
import { isoTime } from '../entities/fields.ts';
import { z } from '../zod.ts';
import { agentMachine } from './agent-enrol.ts';

const total = z.number().int().nonnegative();

/** An agent's sign of life. `events_read` and `events_rejected` are totals since its state directory was made. */
export const agentHeartbeat = declareCall({
  access: 'agent',
  method: 'POST',
  path: '/api/agents/v1/heartbeat',
  summary: "An agent's sign of life",
  tag: 'Agents',
  input: agentMachine.extend({
    queue_depth: total,
    lag_seconds: z.number().nonnegative(),
    events_read: total,
    events_rejected: total,
  }),
  output: z.object({ server_time: isoTime, next_batch: z.number().int().positive() }),
});
