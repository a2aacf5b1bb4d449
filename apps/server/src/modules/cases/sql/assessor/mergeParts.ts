import { emptyBucket, writePart } from '@scout/cases';
import { DAY } from '@scout/detection/time';
import type pg from 'pg';
import type { Clock } from '../../../../platform/clock.ts';
import { withRole } from '../../../../platform/database/pool.ts';
import type { StepResult } from '../../../../platform/jobs/steps.ts';
import { packPart } from '../../../ingest/index.ts';
import { addPart, MERGED } from './parts.ts';
import { FROZEN } from './position.ts';

/** Age from which the parts of an hour are merged: nearly all that comes late has come. */
const MERGED_AFTER_MS = 7 * DAY;

/** Limits of a step. */
export interface MergeLimits {
  /** Maximum parts, at least two. */
  readonly parts: number;
  /** Maximum bytes of their bodies, except for a single larger one. */
  readonly bytes: number;
}

const LIMITS: MergeLimits = { parts: 2_000, bytes: 4 * 1024 * 1024 };

/**
 * Merges parts of one hour that the assessor has read, of days that ended a week ago, into one: each batch has a part in each of its
 * hours, and of small batches they take more space than the events. Whoever reads the hour again finds the same. Safe in any number of
 * processes.
 */
export function mergePartsStep(
  { pool, clock }: { readonly pool: pg.Pool; readonly clock: Pick<Clock, 'now'> },
  tenantId: string,
  limits = LIMITS,
): Promise<StepResult> {
  return withRole(pool, { role: 'scout_assessor', tenantId }, async (_tx, client) => {
    const read = await readThrough(client, tenantId);
    if (read === null) return 'idle';
    const next = await nextParts(client, tenantId, { before: mergedBefore(clock.now()), read, limits });
    if (next.length === 0) return 'done';
    const [{ hour }] = next as [StoredPart];
    const bucket = emptyBucket(hour);
    for (const { batch_id: batchId, body } of next) addPart(bucket, { batchId, body });
    const merged = packPart(writePart(bucket), 'merged');
    await client.query(
      'DELETE FROM scout.activity_parts WHERE tenant_id = $1 AND hour = to_timestamp($2::float8 * 3600) AND batch_id = ANY ($3)',
      [tenantId, hour, next.map(({ batch_id }) => batch_id)],
    );
    await client.query(
      `INSERT INTO scout.activity_parts (tenant_id, hour, batch_id, stored_at, stored_in, body)
       VALUES ($1, to_timestamp($2::float8 * 3600), '${MERGED}', $3, '${FROZEN}', $4)`,
      [tenantId, hour, new Date(Math.min(...next.map(({ stored_at }) => stored_at.getTime()))), merged],
    );
    return 'more';
  });
}

/** Organizations with such parts, never the sample: its activity is removed by its batches. */
export function awaitingMerging(pool: pg.Pool, now: number): Promise<string[]> {
  return withRole(pool, { role: 'scout_assessor' }, async (_tx, client) => {
    const { rows } = await client.query<{ tenant_id: string }>(
      'SELECT tenant_id FROM scout.tenants_to_merge($1) AS tenant_id',
      [mergedBefore(now)],
    );
    return rows.map(({ tenant_id }) => tenant_id);
  });
}

const mergedBefore = (now: number): Date => new Date(Math.floor(now / DAY) * DAY - MERGED_AFTER_MS);

/** The snapshot up to which parts were read, whose row no assessment has meanwhile; null without one, or while an assessment runs. */
async function readThrough(client: pg.ClientBase, tenantId: string): Promise<string | null> {
  const { rows } = await client.query<{ read: string | null }>(
    `SELECT read_through::text AS read FROM scout.assessments
     WHERE tenant_id = $1 AND pg_snapshot_xmax(read_through) <= pg_snapshot_xmax(pg_current_snapshot()) FOR UPDATE SKIP LOCKED`,
    [tenantId],
  );
  return rows[0]?.read ?? null;
}

interface StoredPart {
  readonly hour: number;
  readonly batch_id: string;
  readonly stored_at: Date;
  readonly body: Buffer;
}

/** Parts of the oldest hour with one that is not merged, the merged one first. */
async function nextParts(
  client: pg.ClientBase,
  tenantId: string,
  { before, read, limits }: { before: Date; read: string; limits: MergeLimits },
): Promise<StoredPart[]> {
  const { rows } = await client.query<StoredPart>(
    `WITH oldest AS (
       SELECT hour FROM scout.activity_parts
       WHERE tenant_id = $1 AND hour < $2 AND batch_id > '${MERGED}' AND pg_visible_in_snapshot(stored_in, $3::pg_snapshot)
       ORDER BY hour LIMIT 1
     ), next AS (
       SELECT p.hour, p.batch_id, octet_length(p.body) AS bytes FROM scout.activity_parts p JOIN oldest USING (hour)
       WHERE p.tenant_id = $1 AND pg_visible_in_snapshot(p.stored_in, $3::pg_snapshot) ORDER BY p.batch_id LIMIT $4
     ), summed AS (
       SELECT hour, batch_id, row_number() OVER chosen AS place, sum(bytes) OVER chosen AS bytes FROM next WINDOW chosen AS (ORDER BY batch_id)
     )
     SELECT extract(epoch FROM p.hour)::float8 / 3600 AS hour, p.batch_id, p.stored_at, p.body
     FROM summed s JOIN scout.activity_parts p ON p.tenant_id = $1 AND p.hour = s.hour AND p.batch_id = s.batch_id
     WHERE s.place <= 2 OR s.bytes <= $5 ORDER BY p.batch_id`,
    [tenantId, before, read, limits.parts, limits.bytes],
  );
  return rows;
}
