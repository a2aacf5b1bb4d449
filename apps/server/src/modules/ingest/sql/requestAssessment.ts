import { sql } from 'kysely';
import { notifyAtCommit } from '../../../platform/database/notices.ts';
import type { Transaction } from '../../../platform/database/pool.ts';

/**
 * Requests another assessment of an organization after its rules or what its directories show changed: a server is notified on commit, and otherwise
 * the next search finds it. Transaction role: scout_admin or scout_operator.
 */
export async function requestAssessment(tx: Transaction, tenantId: string): Promise<void> {
  await sql`INSERT INTO scout.assessment_requests AS r (tenant_id, version) VALUES (${tenantId}, 1)
    ON CONFLICT (tenant_id) DO UPDATE SET version = r.version + 1`.execute(tx);
  await notifyAtCommit(tx, { kind: 'rules', id: tenantId });
}
