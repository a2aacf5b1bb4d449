import { DAY } from '@scout/detection/time';
import type pg from 'pg';

/** The part of the rollups that changes. */
export interface Changed {
  /** UTC days since the epoch. */
  readonly days: Iterable<number>;
  /** Epoch milliseconds; nothing before it changes. */
  readonly from: number;
}

/**
 * Removes the sums whose rollups change. The caller holds the locks of the days ({@link holdVersion}) or of one day exclusively
 * ({@link lockDay}), which a sum of a day needs to be made. The row of progress is locked first: sums over several days are made
 * under it, and the second statement sees them.
 */
export async function forgetSums(
  client: pg.ClientBase,
  tenantId: string,
  { days, from }: Changed,
): Promise<void> {
  const starts = [...days].sort((a, b) => a - b).map((day) => new Date(day * DAY).toISOString());
  if (starts.length === 0) return;
  const { rowCount } = await client.query({
    name: 'ingest-sums-due',
    text: `UPDATE scout.summed_tenants SET due = true, window_end = '-infinity' WHERE tenant_id = $1 AND (window_end > $3 OR EXISTS (
      SELECT FROM scout.rollup_sums
      WHERE tenant_id = $1 AND days = 1 AND ended_at IS NULL AND first_day = ANY ($2::timestamptz[])))`,
    values: [tenantId, starts, new Date(from).toISOString()],
  });
  if (rowCount === 0) return;
  await client.query({
    name: 'ingest-sums-forgotten',
    text: `DELETE FROM scout.rollup_sums s WHERE tenant_id = $1 AND (ended_at IS NOT NULL OR EXISTS (
      SELECT FROM unnest($2::timestamptz[]) AS day
      WHERE day >= s.first_day AND day < s.first_day + s.days * interval '24 hours'))`,
    values: [tenantId, starts],
  });
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
