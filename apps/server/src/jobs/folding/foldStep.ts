import { limits } from '@scout/contract';
import { HOUR } from '@scout/detection/time';
import type pg from 'pg';
import type { Clock } from '../../clock.ts';
import { withRole } from '../../database/pool.ts';
import { insertParts } from '../../ingest/activityParts.ts';
import { foldBody } from '../../ingest/foldBody.ts';
import type { RejectedLine } from '../../ingest/parseBatch.ts';
import type { Slices } from '../../ingest/slices.ts';
import type { BodyEncoding, Unpacker } from '../../ingest/unpack.ts';
import type { StepResult } from '../steps.ts';

export interface FoldParts {
  readonly pool: pg.Pool;
  readonly clock: Clock;
  readonly unpacker: Unpacker;
  readonly slices: Slices;
  /** Called for an unreadable batch or line, which is skipped. */
  readonly onFault: (error: unknown, of: { readonly batch: string; readonly line?: number }) => void;
}

/** Limits of a step. A single batch with more events is a separate step. */
export interface StepLimits {
  readonly batches: number;
  readonly events: number;
}

const LIMITS: StepLimits = { batches: 50, events: 10_000 };
const RETENTION_HOURS = limits.events.retentionDays * 24;

/**
 * Folds the activity of some batches of an organization from an earlier version, oldest first, and marks them, in one
 * transaction: each batch is folded once, even if a process is killed. Batches that ingest stores meanwhile are already marked.
 */
export function foldStep(parts: FoldParts, tenantId: string, bounds = LIMITS): Promise<StepResult> {
  return withRole(parts.pool, { role: 'scout_judge', tenantId }, async (_tx, client) => {
    const batches = await nextBatches(client, tenantId, bounds);
    if (batches.length === 0) return 'idle';
    for (const batch of batches) await foldBatch(parts, client, tenantId, batch);
    await client.query(
      `UPDATE scout.batches SET folded = true WHERE tenant_id = $1 AND batch_id = ANY ($2::uuid[]) AND NOT folded`,
      [tenantId, batches.map(({ batch_id }) => batch_id)],
    );
    const { rows } = await client.query<{ more: boolean }>(
      'SELECT EXISTS (SELECT FROM scout.batches WHERE tenant_id = $1 AND NOT folded) AS more',
      [tenantId],
    );
    return rows[0]!.more ? 'more' : 'done';
  });
}

interface StoredBatch {
  readonly batch_id: string;
  /** With microseconds, which a Date does not hold. */
  readonly received_at: string;
  readonly accepted: number;
  readonly rejections: readonly RejectedLine[];
}

/** The oldest unfolded batches that no other process is folding, locked until the transaction's end. */
async function nextBatches(
  client: pg.ClientBase,
  tenantId: string,
  { batches, events }: StepLimits,
): Promise<readonly StoredBatch[]> {
  const { rows } = await client.query<StoredBatch>(
    `SELECT batch_id, received_at::text, accepted, rejections FROM scout.batches WHERE tenant_id = $1 AND NOT folded
     ORDER BY batch_id LIMIT $2 FOR UPDATE SKIP LOCKED`,
    [tenantId, batches],
  );
  let sum = 0;
  return rows.filter(({ accepted }, i) => {
    sum += accepted;
    return i === 0 || sum <= events;
  });
}

async function foldBatch(
  { clock, unpacker, slices, onFault }: FoldParts,
  client: pg.ClientBase,
  tenantId: string,
  batch: StoredBatch,
): Promise<void> {
  const { rows } = await client.query<{ encoding: BodyEncoding; body: Buffer }>(
    'SELECT encoding, body FROM scout.batch_bodies WHERE tenant_id = $1 AND batch_id = $2 AND received_at = $3::timestamptz',
    [tenantId, batch.batch_id, batch.received_at],
  );
  const [stored] = rows;
  if (stored === undefined) return;
  let lines: Buffer;
  try {
    lines = await unpacker.unpack(stored.body, stored.encoding, limits.ingest.decompressedBytes);
  } catch (error) {
    // Damaged after storing: no later step could read it either.
    onFault(error, { batch: batch.batch_id });
    return;
  }
  const folded = await foldBody(lines, {
    limits: limits.ingest,
    rejected: new Set(batch.rejections.map(({ line }) => line)),
    onFault: (error, line) => onFault(error, { batch: batch.batch_id, line }),
    slice: slices.begin(tenantId),
  });
  const oldest = Math.floor(clock.now() / HOUR) - RETENTION_HOURS;
  await insertParts(
    client,
    tenantId,
    folded.filter(({ hour }) => hour >= oldest).map((part) => ({ ...part, batchId: batch.batch_id })),
    clock.now(),
  );
}
