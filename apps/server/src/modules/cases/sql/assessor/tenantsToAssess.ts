import type pg from 'pg';
import { withRole } from '../../../../platform/database/pool.ts';

/** Organizations with unread parts, or with due work. */
export async function tenantsToAssess(pool: pg.Pool, now: number): Promise<string[]> {
  return withRole(pool, { role: 'scout_assessor' }, async (_tx, client) => {
    const { rows } = await client.query<{ tenant_id: string }>(
      'SELECT tenant_id FROM scout.tenants_to_assess(to_timestamp($1::float8 / 1000)) AS due (tenant_id)',
      [now],
    );
    return rows.map(({ tenant_id }) => tenant_id);
  });
}
