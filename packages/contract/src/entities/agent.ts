import { z } from '../zod.ts';
import { agentId, isoTime } from './fields.ts';

/** An enrolled agent as people read it; its credential is never readable. */
export const agent = z.object({
  agent_id: agentId,
  machine_id: z.string(),
  host: z.string(),
  platform: z.string(),
  version: z.string(),
  enrolled_at: isoTime,
  last_seen_at: isoTime.nullable(),
  last_batch_at: isoTime.nullable(),
  /** Events read at the source and not yet acknowledged. */
  queue_depth: z.number().int().nullable(),
  /** Age of the oldest event that waits. */
  lag_seconds: z.number().nullable(),
  events_accepted: z.number().int(),
  /** Lines that ingest refused, counted and never lost silently. */
  events_rejected: z.number().int(),
  revoked_at: isoTime.nullable(),
});
export type Agent = z.output<typeof agent>;
