import { type Role, roleTable, type Tenant } from '@scout/contract';
import type { Transaction } from '../../../platform/database/pool.ts';
import { membershipStatuses, tenantRow } from '../../auth/index.ts';
import { readDetectionSettings } from '../../ingest/index.ts';

/** The reader: admins and auditors see all members, others only themselves (spec section 6). */
interface Reader {
  readonly userId: string;
  readonly role: Role;
}

/** The transaction's own organization. For a reader who sees all the transaction role must be scout_admin. */
export async function readTenant(tx: Transaction, tenantId: string, reader: Reader): Promise<Tenant> {
  const { former_retention_days, ...row } = await tenantRow(tx, tenantId, [
    'tenant_id',
    'company_name',
    'is_subscribed',
    'receive_email_alerts',
    'can_purchase_subscription',
    'is_sample',
    'requires_second_factor',
    'time_zone',
    'trial_ends_at',
    'data_until',
    'deletion_due_at',
    'retention_days',
    'former_retention_days',
  ]);
  const { seesAll } = roleTable[reader.role];
  const members = (await membershipStatuses(tx, tenantId)).filter(
    ({ user_id }) => seesAll || user_id === reader.userId,
  );
  // Settings may name any account, so that owners of accounts do not see them.
  const { version, settings } =
    reader.role === 'owner' ? { version: 0, settings: null } : await readDetectionSettings(tx, tenantId);
  return {
    ...row,
    // Retention forgets the former number once the shorter one applies.
    retention_days: Math.max(row.retention_days, former_retention_days ?? 0),
    trial_ends_at: row.trial_ends_at?.toISOString() ?? null,
    data_until: row.data_until?.toISOString() ?? null,
    deletion_due_at: row.deletion_due_at?.toISOString() ?? null,
    members: members.map(({ email, status }) => [email, status === 'active' ? '1' : '0']),
    alert_recipient_emails: seesAll ? await alertRecipients(tx, tenantId) : [],
    detection: settings === null || version === 0 ? null : { version, settings },
  };
}

/** In the order of saving. As scout_admin. */
export async function alertRecipients(tx: Transaction, tenantId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('alert_recipients')
    .select('email')
    .where('tenant_id', '=', tenantId)
    .orderBy('position')
    .execute();
  return rows.map(({ email }) => email);
}
