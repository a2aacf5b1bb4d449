import type { Statement } from '../../../platform/database/pipeline.ts';
import type { ParsedBatch } from '../parseBatch.ts';

/** A batch to count for its agent. */
interface CountedBatch {
  readonly agentId: string;
  readonly parsed: Pick<ParsedBatch, 'accepted' | 'rejected' | 'ahead' | 'old' | 'repeated' | 'oldest'>;
}

/** Counts over the batches of one agent. */
interface Counted {
  accepted: number;
  rejected: number;
  ahead: number;
  old: number;
  repeated: number;
  /** Epoch seconds of the earliest event of its last batch with any. */
  oldest: number | null;
}

/** A row of the statement's result, one for each agent that is not revoked. */
export interface CountedAgent {
  readonly agent_id: string;
  readonly begun_anew_at: Date | null;
}

/**
 * Counts the batches for their agents with their lag, from the earliest event's time by the server's clock until now, when
 * the transaction begins. Locking the agents' rows detects revocations during reading: a revoked agent is missing in the result.
 */
export function agentsCounted(tenantId: string, batches: readonly CountedBatch[], now: number): Statement {
  const agents = countedByAgent(batches);
  const counts = [...agents.values()];
  return {
    name: 'ingest-agents',
    text: `
      WITH counted AS (
        SELECT * FROM unnest($2::uuid[], $3::bigint[], $4::bigint[], $5::float8[], $6::bigint[], $7::bigint[], $8::bigint[])
          AS agent (agent_id, accepted, rejected, oldest, ahead, old, repeated)
      ), locked AS (
        SELECT agent_id FROM scout.agents
        WHERE tenant_id = $1 AND agent_id = ANY ($2::uuid[]) AND revoked_at IS NULL
        ORDER BY agent_id FOR NO KEY UPDATE
      )
      UPDATE scout.agents AS kept SET
        events_accepted = least(events_accepted::numeric + accepted, ${Number.MAX_SAFE_INTEGER})::bigint,
        events_rejected = least(events_rejected::numeric + rejected, ${Number.MAX_SAFE_INTEGER})::bigint,
        events_ahead = least(events_ahead::numeric + ahead, ${Number.MAX_SAFE_INTEGER})::bigint,
        events_old = least(events_old::numeric + old, ${Number.MAX_SAFE_INTEGER})::bigint,
        events_repeated = least(events_repeated::numeric + repeated, ${Number.MAX_SAFE_INTEGER})::bigint,
        last_batch_at = $9::timestamptz, last_seen_at = $9::timestamptz,
        last_ahead_at = CASE WHEN ahead > 0 THEN $9::timestamptz ELSE last_ahead_at END,
        last_old_at = CASE WHEN old > 0 THEN $9::timestamptz ELSE last_old_at END,
        last_rejected_at = CASE WHEN rejected > 0 THEN $9::timestamptz ELSE last_rejected_at END,
        lag_seconds = CASE WHEN oldest IS NULL THEN lag_seconds
          ELSE greatest(0, extract(epoch FROM $9::timestamptz) - oldest + coalesce(clock_skew_seconds, 0)) END
      FROM counted JOIN locked USING (agent_id)
      WHERE kept.tenant_id = $1 AND kept.agent_id = counted.agent_id AND kept.revoked_at IS NULL
      RETURNING kept.agent_id, kept.begun_anew_at`,
    values: [
      tenantId,
      [...agents.keys()],
      counts.map(({ accepted }) => accepted),
      counts.map(({ rejected }) => rejected),
      counts.map(({ oldest }) => oldest),
      counts.map(({ ahead }) => ahead),
      counts.map(({ old }) => old),
      counts.map(({ repeated }) => repeated),
      new Date(now),
    ],
  };
}

function countedByAgent(batches: readonly CountedBatch[]): ReadonlyMap<string, Counted> {
  const agents = new Map<string, Counted>();
  for (const { agentId, parsed } of batches) {
    const counted = agents.get(agentId) ?? {
      accepted: 0,
      rejected: 0,
      ahead: 0,
      old: 0,
      repeated: 0,
      oldest: null,
    };
    counted.accepted += parsed.accepted;
    counted.rejected += parsed.rejected.length;
    counted.ahead += parsed.ahead;
    counted.old += parsed.old;
    counted.repeated += parsed.repeated;
    if (parsed.oldest !== undefined) counted.oldest = parsed.oldest / 1000;
    agents.set(agentId, counted);
  }
  return agents;
}
