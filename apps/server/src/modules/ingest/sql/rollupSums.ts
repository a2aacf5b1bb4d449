import { randomUUID } from 'node:crypto';
import { DAY } from '@scout/detection/time';
import type pg from 'pg';
import { withoutCopy } from '../../../platform/database/distribution/layout.ts';
import type { Statement } from '../../../platform/database/pipeline.ts';

/** The part of the rollups that changes. */
export interface Changed {
  /** UTC days since the epoch. */
  readonly days: Iterable<number>;
  /** Epoch milliseconds; nothing before it changes. */
  readonly from: number;
}

/**
 * Rollups of an event that is before the end of the sums of nearly a whole window are additions to these sums as well: with this in front
 * of their dimension and an id after it, so that no two transactions write the same row.
 */
export const LATE = 'late/';
/** Greater than every dimension of additions; no other is between. */
export const AFTER_LATE = 'late0';
/** Beyond as many additions, the sums are removed and made again. */
const ADDITIONS_MOST = 20_000;
/** Approximate bytes of a rollup in an array. */
const ROW_BYTES = 150;

/** Name of {@link sumsDue}, by which its result is found. */
export const SUMS_DUE = 'ingest-sums-due';

/**
 * Locks the row of progress if sums change, and returns the end of the sums of nearly a whole window; then {@link sumsAmended} must
 * follow in the same transaction. The transaction holds the locks of the days and of the settings ({@link daysHeld}), which a sum needs
 * to be made or planned.
 *
 * @param rollups those that are about to be stored, as an array
 */
export const sumsDue = (tenantId: string, { days, from }: Changed, rollups: Buffer): Statement => ({
  name: SUMS_DUE,
  text: `UPDATE scout.summed_tenants SET due = due OR ${HAS_DAYS}, additions = additions + $4,
      window_end = CASE WHEN additions + $4 > ${ADDITIONS_MOST} THEN '-infinity' ELSE window_end END
    WHERE tenant_id = $1 AND (window_end > $3 OR ${HAS_DAYS}) RETURNING window_end::text`,
  values: [tenantId, startsOf(days), new Date(from).toISOString(), Math.ceil(rollups.length / ROW_BYTES)],
});

/** Corrects the sums whose rollups grow: those of days are removed, those of nearly a whole window get additions. */
export function sumsAmended(
  client: pg.ClientBase,
  tenantId: string,
  { days }: Changed,
  windowEnd: string,
  rollups: Buffer,
): Statement[] {
  const forgotten = daysForgotten(tenantId, days);
  if (windowEnd === '-infinity') return [forgotten];
  const added = {
    name: 'ingest-sums-amended',
    text: `INSERT INTO scout.rollups (tenant_id, rule, dimension, bucket, key, value_key, n, label, value_label, first_at)
      SELECT $1, rule, '${LATE}' || dimension || '/' || $4, bucket, key, value_key, n, label, value_label, first_at
      FROM unnest($2::scout.staged_rollup[]) WHERE bucket < $3 AND dimension NOT LIKE '%-day' ${withoutCopy(client)}`,
    values: [tenantId, rollups, windowEnd, randomUUID()],
  };
  return [forgotten, added];
}

const HAS_DAYS = `EXISTS (SELECT FROM scout.rollup_sums
  WHERE tenant_id = $1 AND days = 1 AND ended_at IS NULL AND first_day = ANY ($2::timestamptz[]))`;

const startsOf = (days: Iterable<number>): string[] =>
  [...days].sort((a, b) => a - b).map((day) => new Date(day * DAY).toISOString());

/** Removes sums of days, and longer ones with these days. */
const daysForgotten = (tenantId: string, days: Iterable<number>): Statement => ({
  name: 'ingest-sums-forgotten',
  text: `DELETE FROM scout.rollup_sums s WHERE tenant_id = $1 AND ended_at IS NULL AND EXISTS (
    SELECT FROM unnest($2::timestamptz[]) AS day
    WHERE day >= s.first_day AND day < s.first_day + s.days * interval '24 hours')`,
  values: [tenantId, startsOf(days)],
});

/**
 * Removes the sums whose rollups change otherwise. The caller holds the lock of the one day exclusively ({@link lockDay}). The row of
 * progress is locked first: sums over several days are made under it, and the second statement sees them. For scout_judge.
 */
export async function forgetSums(
  client: pg.ClientBase,
  tenantId: string,
  { days, from }: Changed,
): Promise<void> {
  await client.query(
    `UPDATE scout.summed_tenants SET due = true, window_end = CASE WHEN window_end > $2 THEN '-infinity' ELSE window_end END
     WHERE tenant_id = $1`,
    [tenantId, new Date(from).toISOString()],
  );
  await client.query(daysForgotten(tenantId, days));
}

/** Removes all sums of an organization. For scout_judge. */
export async function forgetAllSums(client: pg.ClientBase, tenantId: string): Promise<void> {
  await holdSums(client, tenantId);
  await client.query(
    `UPDATE scout.summed_tenants SET due = true, window_end = '-infinity' WHERE tenant_id = $1`,
    [tenantId],
  );
  await client.query('DELETE FROM scout.rollup_sums WHERE tenant_id = $1', [tenantId]);
}

/** Locks the row of progress, made if there is none, until the transaction's end. For scout_judge. */
export async function holdSums(client: pg.ClientBase, tenantId: string): Promise<void> {
  await client.query(
    `INSERT INTO scout.summed_tenants AS kept (tenant_id) VALUES ($1)
     ON CONFLICT (tenant_id) DO UPDATE SET due = kept.due`,
    [tenantId],
  );
}
