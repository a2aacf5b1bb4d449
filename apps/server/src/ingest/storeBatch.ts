import { type IngestAnswer, limits } from '@scout/contract';
import { sql } from 'kysely';
import type pg from 'pg';
import { withRole } from '../database/pool.ts';
import { Refusal } from '../http/refusal.ts';
import { insertParts } from './activityParts.ts';
import { eventStaging } from './events.ts';
import { incidentStaging } from './incidents.ts';
import { requireVersion } from './naming.ts';
import type { BatchIdentity, ParsedBatch, RejectedLine } from './parseBatch.ts';
import { UPSERT_ROLLUPS } from './rollups.ts';
import { storeRows } from './staging.ts';
import type { BodyEncoding } from './unpack.ts';

/** A batch that was read and parsed, ready to be written. */
export interface BatchToStore extends BatchIdentity {
  /** The agent's number for it: its place in the ledger. */
  readonly batchNo: number;
  /** SHA-256 of the unpacked body, so that the same lines compressed anew are the same batch. */
  readonly sha256: Buffer;
  readonly encoding: BodyEncoding;
  /** As it arrived, but for secrets that a line held. */
  readonly body: Buffer;
  readonly parsed: ParsedBatch;
  /** Version of the detection settings that it was judged by. */
  readonly settingsVersion: number;
}

/**
 * Writes a batch in one transaction: ledger, body, events, incidents, activity, rollups, the agent's counters. The ledger comes first,
 * so that a repeated batch changes nothing; the rows that batches of a tenant share (rollups, the agent) come last, so that
 * batches wait for each other as briefly as possible.
 * @returns the answer to give, after the commit
 * @throws Refusal `batch_conflict`, `credential_revoked`; StaleNaming when the detection settings have changed meanwhile
 */
export async function storeBatch(pool: pg.Pool, batch: BatchToStore): Promise<IngestAnswer> {
  try {
    return await store(pool, batch);
  } catch (error) {
    // An agent numbers its batches once: two that differ under one number have two senders.
    if (error instanceof Refusal && error.code === 'batch_conflict') await noteConflict(pool, batch);
    throw error;
  }
}

function noteConflict(pool: pg.Pool, { tenantId, agentId }: BatchToStore): Promise<unknown> {
  return withRole(pool, { role: 'scout_ingest', tenantId }, (tx) =>
    tx
      .updateTable('agents')
      .set({ conflict_at: sql<Date>`now()` })
      .where('tenant_id', '=', tenantId)
      .where('agent_id', '=', agentId)
      .execute(),
  );
}

async function store(pool: pg.Pool, batch: BatchToStore): Promise<IngestAnswer> {
  const { tenantId, batchId, parsed, settingsVersion } = batch;
  const { accepted, rejected, events, incidents, activity, rollups } = parsed;
  return withRole(pool, { role: 'scout_ingest', tenantId }, async (_tx, client) => {
    if (!(await enterLedger(client, batch))) return answerFromLedger(client, batch);
    const days = incidents === undefined ? [] : parsed.days;
    await requireVersion(client, { tenantId, version: settingsVersion, days });
    await client.query({
      name: 'ingest-body',
      text: `INSERT INTO scout.batch_bodies (tenant_id, batch_id, received_at, encoding, body) VALUES ($1, $2, now(), $3, $4)`,
      values: [tenantId, batchId, batch.encoding, batch.body],
    });
    await storeRows(client, eventStaging, events);
    if (incidents !== undefined) await storeRows(client, incidentStaging, incidents);
    await insertParts(client, batch, activity);
    if (rollups !== undefined) {
      await client.query({ name: 'ingest-rollups', text: UPSERT_ROLLUPS, values: [tenantId, rollups] });
    }
    await countForAgent(client, batch);
    return { accepted, duplicates: 0, rejected: [...rejected] };
  });
}

const { batchNumberMax, batchNumberReach } = limits.ingest;

/**
 * False when the number is too far ahead of the last one, or in the ledger already, also when the same batch is being written at
 * this moment: it is waited for.
 */
async function enterLedger(client: pg.ClientBase, batch: BatchToStore): Promise<boolean> {
  const { accepted, rejected } = batch.parsed;
  const result = await client.query({
    name: 'ingest-ledger',
    text: `
      INSERT INTO scout.batches (tenant_id, agent_id, batch_no, batch_id, body_sha256, accepted, rejected, rejections, folded)
      SELECT $1::uuid, $2::uuid, $3::bigint, $4::uuid, $5::bytea, $6::integer, $7::integer, $8::jsonb, true
      WHERE $3::bigint <= ${batchNumberReach} + (SELECT coalesce(max(batch_no), 0) FROM scout.batches
        WHERE tenant_id = $1 AND agent_id = $2 AND batch_no <= ${batchNumberMax})
      ON CONFLICT (tenant_id, agent_id, batch_no) DO NOTHING`,
    values: [
      batch.tenantId,
      batch.agentId,
      batch.batchNo,
      batch.batchId,
      batch.sha256,
      accepted,
      rejected.length,
      JSON.stringify(rejected),
    ],
  });
  return result.rowCount === 1;
}

async function answerFromLedger(client: pg.ClientBase, batch: BatchToStore): Promise<IngestAnswer> {
  const { rows } = await client.query<{ body_sha256: Buffer; accepted: number; rejections: RejectedLine[] }>(
    `SELECT body_sha256, accepted, rejections FROM scout.batches WHERE tenant_id = $1 AND agent_id = $2 AND batch_no = $3`,
    [batch.tenantId, batch.agentId, batch.batchNo],
  );
  const first = rows[0];
  // One batch with such a number would leave the agent without a next one.
  if (!first) {
    throw new Refusal('invalid_batch_number', {
      message: `Batch ${batch.batchNo} is too far ahead of the last one; a heartbeat says where to go on.`,
    });
  }
  if (!first.body_sha256.equals(batch.sha256)) {
    throw new Refusal('batch_conflict', {
      message: `Batch ${batch.batchNo} was already stored with another body; number this one anew and send it again.`,
    });
  }
  return { accepted: 0, duplicates: first.accepted, rejected: first.rejections };
}

/**
 * Counts the batch for its agent with its lag, from the earliest event's time by the server's clock to now, which is all but
 * the commit; and by locking the agent's row learns of a revocation that came while the body was
 * read: what is not committed by then is not stored.
 */
async function countForAgent(client: pg.ClientBase, batch: BatchToStore): Promise<void> {
  const { accepted, rejected, oldest } = batch.parsed;
  const result = await client.query({
    name: 'ingest-agent',
    text: `
      UPDATE scout.agents SET events_accepted = least(events_accepted::numeric + $3, ${Number.MAX_SAFE_INTEGER})::bigint,
        events_rejected = least(events_rejected::numeric + $4, ${Number.MAX_SAFE_INTEGER})::bigint,
        last_batch_at = now(), last_seen_at = now(),
        last_rejected_at = CASE WHEN $4 > 0 THEN now() ELSE last_rejected_at END,
        lag_seconds = CASE WHEN $5::float8 IS NULL THEN lag_seconds
          ELSE greatest(0, extract(epoch FROM clock_timestamp()) - $5::float8 + coalesce(clock_skew_seconds, 0)) END
      WHERE tenant_id = $1 AND agent_id = $2 AND revoked_at IS NULL`,
    values: [
      batch.tenantId,
      batch.agentId,
      accepted,
      rejected.length,
      oldest === undefined ? null : oldest / 1000,
    ],
  });
  if (result.rowCount !== 1) throw new Refusal('credential_revoked');
}
