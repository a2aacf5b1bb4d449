import type pg from 'pg';
import type { ParsedBatch } from './parseBatch.ts';

/** The part of a batch that is counted. */
interface Batch {
  readonly agentId: string;
  readonly parsed: Pick<ParsedBatch, 'ahead'>;
}

/** Adds the events that were dated too far ahead to their agents', whose rows this transaction has locked already. */
export async function countAhead(
  client: pg.ClientBase,
  tenantId: string,
  batches: readonly Batch[],
): Promise<void> {
  const counts = new Map<string, number>();
  for (const { agentId, parsed } of batches)
    if (parsed.ahead > 0) counts.set(agentId, (counts.get(agentId) ?? 0) + parsed.ahead);
  if (counts.size === 0) return;
  await client.query(
    `UPDATE scout.agents AS kept SET last_ahead_at = now(),
       events_ahead = least(events_ahead::numeric + counted.ahead, ${Number.MAX_SAFE_INTEGER})::bigint
     FROM unnest($2::uuid[], $3::bigint[]) AS counted (agent_id, ahead)
     WHERE kept.tenant_id = $1 AND kept.agent_id = counted.agent_id`,
    [tenantId, [...counts.keys()], [...counts.values()]],
  );
}
