import { sql } from 'kysely';
import type pg from 'pg';
import { withRole } from '../../../platform/database/pool.ts';
import { Refusal } from '../../../platform/http/refusal.ts';

/** The state of an organization's audit chain. @throws Refusal not_found */
export function verifyAudit(pool: pg.Pool, tenantId: string) {
  return withRole(pool, { role: 'scout_operator' }, async (tx) => {
    const tenant = await tx
      .selectFrom('tenants')
      .select('tenant_id')
      .where('tenant_id', '=', tenantId)
      .executeTakeFirst();
    if (!tenant) throw new Refusal('not_found');
    const { rows } = await sql<{ entries: string; first_fault: string | null; head: string | null }>`
      SELECT entries, first_fault, head FROM scout.verify_audit(${tenantId})`.execute(tx);
    const [chain] = rows;
    return {
      tenant_id: tenantId,
      entries: Number(chain?.entries ?? 0),
      first_fault: chain?.first_fault == null ? null : Number(chain.first_fault),
      head: chain?.head ?? null,
    };
  });
}
