import { sql } from 'kysely';
import { notifyAtCommit } from '../../database/notices.ts';
import type { Transaction } from '../../database/pool.ts';

/**
 * Has an organization assessed again after people have changed what it is judged by: at the commit by a server that is told, and if none
 * gets to it, by the next that looks. The transaction is scout_admin's.
 */
export async function requestAssessment(tx: Transaction, tenantId: string): Promise<void> {
  await sql`INSERT INTO scout.assessment_requests AS r (tenant_id, version) VALUES (${tenantId}, 1)
    ON CONFLICT (tenant_id) DO UPDATE SET version = r.version + 1`.execute(tx);
  await notifyAtCommit(tx, { kind: 'rules', id: tenantId });
}
