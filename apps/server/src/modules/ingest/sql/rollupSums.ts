import { DAY } from '@scout/detection/time';
import type pg from 'pg';
import type { Statement } from '../../../platform/database/pipeline.ts';

/** The part of the rollups that changes. */
export interface Changed {
  /** UTC days since the epoch. */
  readonly days: Iterable<number>;
  /** Epoch milliseconds; nothing before it changes. */
  readonly from: number;
}

/**
 * Removes the sums whose rollups change. The caller holds the locks of the days ({@link daysHeld}) or of one day exclusively
 * ({@link lockDay}), which a sum of a day needs to be made. The row of progress is locked first: sums over several days are made
 * under it, and the second statement sees them.
 */
export async function forgetSums(client: pg.ClientBase, tenantId: string, changed: Changed): Promise<void> {
  if ([...changed.days].length === 0) return;
  const { rowCount } = await client.query(sumsDue(tenantId, changed));
  if (rowCount !== 0) await client.query(sumsForgotten(tenantId, changed));
}

const startsOf = (days: Iterable<number>): string[] =>
  [...days].sort((a, b) => a - b).map((day) => new Date(day * DAY).toISOString());

/** Name of {@link sumsDue}, by which its result is found. */
export const SUMS_DUE = 'ingest-sums-due';

/** Locks the row of progress if sums change; then {@link sumsForgotten} must follow in the same transaction. */
export const sumsDue = (tenantId: string, { days, from }: Changed): Statement => ({
  name: SUMS_DUE,
  text: `UPDATE scout.summed_tenants SET due = true, window_end = '-infinity' WHERE tenant_id = $1 AND (window_end > $3 OR EXISTS (
    SELECT FROM scout.rollup_sums
    WHERE tenant_id = $1 AND days = 1 AND ended_at IS NULL AND first_day = ANY ($2::timestamptz[])))`,
  values: [tenantId, startsOf(days), new Date(from).toISOString()],
});

export const sumsForgotten = (tenantId: string, { days }: Pick<Changed, 'days'>): Statement => ({
  name: 'ingest-sums-forgotten',
  text: `DELETE FROM scout.rollup_sums s WHERE tenant_id = $1 AND (ended_at IS NOT NULL OR EXISTS (
    SELECT FROM unnest($2::timestamptz[]) AS day
    WHERE day >= s.first_day AND day < s.first_day + s.days * interval '24 hours'))`,
  values: [tenantId, startsOf(days)],
});

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
