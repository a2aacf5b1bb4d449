import type { Assessment } from '@scout/contract';
import { sql } from 'kysely';
import type { Transaction } from '../../../platform/database/pool.ts';

/** SQL condition for an unread part of `activity_parts`, by a row of `assessments`; the names are aliases. */
export const unreadSql = (part: string, assessment: string): string =>
  `(${assessment}.read_through IS NULL OR ${part}.stored_in >= pg_snapshot_xmin(${assessment}.read_through)
    AND NOT pg_visible_in_snapshot(${part}.stored_in, ${assessment}.read_through))`;

/**
 * Assessment lag of each organization visible to the transaction's role.
 * @param now epoch milliseconds
 * @param tenantId limits the result to one organization
 */
export async function readAssessments(
  tx: Transaction,
  now: number,
  tenantId?: string,
): Promise<Map<string, Assessment>> {
  const only = tenantId === undefined ? sql`` : sql`WHERE t.tenant_id = ${tenantId}`;
  const { rows } = await sql<{ tenant_id: string; lag: number | null }>`
    SELECT t.tenant_id, extract(epoch FROM ${new Date(now)}::timestamptz - least(a.behind_since, unread.since))::float8 AS lag
    FROM scout.tenants t
    LEFT JOIN scout.assessments a ON a.tenant_id = t.tenant_id
    LEFT JOIN LATERAL (SELECT min(p.stored_at) AS since FROM scout.activity_parts p
      WHERE p.tenant_id = t.tenant_id AND ${sql.raw(unreadSql('p', 'a'))}) unread ON true
    ${only}`.execute(tx);
  return new Map(
    rows.map(({ tenant_id, lag }) => [tenant_id, { lag_seconds: Math.max(0, Math.round(lag ?? 0)) }]),
  );
}
