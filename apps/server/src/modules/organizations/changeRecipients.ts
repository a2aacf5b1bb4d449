import { Refusal } from '../../platform/http/refusal.ts';
import type { ChangeWork } from '../auth/index.ts';
import { alertRecipients } from './sql/tenants.ts';

/**
 * Replaces the list of alert recipients, and audits each addition and removal.
 * @throws Refusal recipient_exists for a duplicate address, last_recipient when the list would be empty
 */
export async function changeRecipients(
  { tx, tenantId, now, log }: ChangeWork,
  emails: readonly string[],
): Promise<void> {
  const wanted = new Set(emails);
  if (wanted.size < emails.length) throw new Refusal('recipient_exists');
  const present = await alertRecipients(tx, tenantId);
  if (present.length > 0 && wanted.size === 0) throw new Refusal('last_recipient');
  if (present.join() === emails.join()) return;

  await tx.deleteFrom('alert_recipients').where('tenant_id', '=', tenantId).execute();
  if (emails.length > 0) {
    await tx
      .insertInto('alert_recipients')
      .values(emails.map((email, position) => ({ tenant_id: tenantId, email, position, created_at: now })))
      .execute();
  }
  // An unsubscribed address stays unsubscribed, even if added again.
  const removed = present.filter((email) => !wanted.has(email));
  if (removed.length > 0)
    await tx
      .deleteFrom('alert_preferences')
      .where('tenant_id', '=', tenantId)
      .where('email', 'in', removed)
      .where('receives', '=', true)
      .execute();
  for (const targetEmail of removed) {
    await log({ action: 'alert_recipient_removed', targetEmail });
  }
  for (const targetEmail of emails.filter((email) => !present.includes(email))) {
    await log({ action: 'alert_recipient_added', targetEmail });
  }
}
