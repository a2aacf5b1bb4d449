import type { Transaction } from '../database/pool.ts';

/** In the order in which they were saved. As scout_admin. */
export async function alertRecipients(tx: Transaction, tenantId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('alert_recipients')
    .select('email')
    .where('tenant_id', '=', tenantId)
    .orderBy('position')
    .execute();
  return rows.map(({ email }) => email);
}
