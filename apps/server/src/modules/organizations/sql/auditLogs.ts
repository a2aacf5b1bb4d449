import { type AuditLog, limits } from '@scout/contract';
import { sql } from 'kysely';
import type { Transaction } from '../../../platform/database/pool.ts';

/** The caller's filters of the log; see the contract, calls/organization/auditLogs.ts. */
export interface AuditFilter {
  readonly action?: string | undefined;
  readonly actor?: string | undefined;
  readonly text?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly before?: string | undefined;
  readonly limit?: number | undefined;
}

/** The newest entries of the organization that match the filter. */
export async function listAuditLogs(
  tx: Transaction,
  tenantId: string,
  { action, actor, text, from, to, before, limit = limits.auditLog.rows }: AuditFilter,
): Promise<AuditLog[]> {
  let query = tx
    .selectFrom('audit_logs')
    .select(['id', 'occurred_at', 'actor', 'action', 'target_email', 'details', 'tenant_id', 'address'])
    .select('device')
    .where('tenant_id', '=', tenantId);
  if (action !== undefined) query = query.where('action', '=', action);
  if (actor !== undefined) query = query.where('actor', 'ilike', part(actor));
  if (from !== undefined) query = query.where('occurred_at', '>=', new Date(from));
  if (to !== undefined) query = query.where('occurred_at', '<=', new Date(to));
  if (before !== undefined) {
    query = query.where(
      sql<boolean>`(occurred_at, id) < (SELECT b.occurred_at, b.id FROM scout.audit_logs b WHERE b.tenant_id = ${tenantId} AND b.id = ${before})`,
    );
  }
  if (text !== undefined) {
    query = query.where(
      sql`concat_ws(' ', actor, action, translate(action, '_', ' '), target_email, details::text, address, device)`,
      'ilike',
      part(text),
    );
  }
  const rows = await query.orderBy('occurred_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
  return rows.map((row) => ({ ...row, occurred_at: row.occurred_at.toISOString() }));
}

/** A LIKE pattern that matches the text literally anywhere. */
const part = (text: string) => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;

/** The entry written by accept-invitation for this person, the newest if there are several. */
export function acceptanceEntry(
  tx: Transaction,
  tenantId: string,
  email: string,
): Promise<{ id: string } | undefined> {
  return tx
    .selectFrom('audit_logs')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('action', '=', 'invite_accepted')
    .where('target_email', '=', email)
    .orderBy('occurred_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}
