import type { Role, Tenant } from '@scout/contract';
import type { Transaction } from '../database/pool.ts';
import { alertRecipients } from './alert-recipients.ts';
import { membershipStatuses } from './memberships.ts';

/** Who reads: admins see everybody, members only themselves (spec section 6). */
interface Reader {
  readonly userId: string;
  readonly role: Role;
}

/** The transaction's own organization. For an admin the transaction must be scout_admin's. */
export async function readTenant(tx: Transaction, tenantId: string, reader: Reader): Promise<Tenant> {
  const row = await tx
    .selectFrom('tenants')
    .select([
      'tenant_id',
      'company_name',
      'is_subscribed',
      'receive_email_alerts',
      'can_purchase_subscription',
      'is_sample',
      'requires_second_factor',
    ])
    .where('tenant_id', '=', tenantId)
    .executeTakeFirstOrThrow();
  const isAdmin = reader.role === 'admin';
  const members = (await membershipStatuses(tx, tenantId)).filter(
    ({ user_id }) => isAdmin || user_id === reader.userId,
  );
  return {
    ...row,
    members: members.map(({ email, status }) => [email, status === 'active' ? '1' : '0']),
    alert_recipient_emails: isAdmin ? await alertRecipients(tx, tenantId) : [],
  };
}
