import { limits } from '@scout/contract';
import { DAY } from '@scout/detection/time';
import { notifyAtCommit } from '../../platform/database/notices.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { type ChangeWork, tenantRow } from '../auth/index.ts';
import { mailSubscription } from '../billing/index.ts';
import type { MemberContext } from './services.ts';

/**
 * Schedules the organization's deletion; an existing date stays.
 * @throws Refusal wrong_organization_name or legal_hold
 */
export async function requestDeletion(
  context: MemberContext,
  work: ChangeWork,
  companyName: string,
): Promise<Date> {
  const { tx, tenantId, now, actor, log } = work;
  const { company_name, deletion_due_at, hold_since } = await readTenant(work);
  if (company_name !== companyName) throw new Refusal('wrong_organization_name');
  if (hold_since !== null) throw new Refusal('legal_hold');
  if (deletion_due_at !== null) return deletion_due_at;
  const due = new Date(now.getTime() + limits.subscription.deletionDelayDays * DAY);
  await tx
    .updateTable('tenants')
    .set({ deletion_due_at: due, deletion_requested_by: actor })
    .where('tenant_id', '=', tenantId)
    .execute();
  await log({ action: 'organization_deletion_requested', details: { deletion_due_at: due.toISOString() } });
  await tell(context, work, company_name, { kind: 'deletion-requested', at: due });
  return due;
}

/** Returns false without a request. */
export async function withdrawDeletion(context: MemberContext, work: ChangeWork): Promise<boolean> {
  const { tx, tenantId, now, log } = work;
  const { company_name, deletion_due_at } = await readTenant(work);
  if (deletion_due_at === null) return false;
  await tx
    .updateTable('tenants')
    .set({ deletion_due_at: null, deletion_requested_by: null })
    .where('tenant_id', '=', tenantId)
    .execute();
  await log({ action: 'organization_deletion_withdrawn' });
  await tell(context, work, company_name, { kind: 'deletion-withdrawn', at: now });
  return true;
}

const readTenant = ({ tx, tenantId }: ChangeWork) =>
  tenantRow(tx, tenantId, ['company_name', 'deletion_due_at', 'hold_since']);

async function tell(
  { app, client }: MemberContext,
  { tx, tenantId }: ChangeWork,
  name: string,
  news: Parameters<typeof mailSubscription>[3],
): Promise<void> {
  await mailSubscription(tx, { mail: app.mail, client, origin: app.origin() }, { tenantId, name }, news);
  await notifyAtCommit(tx, { kind: 'organization', id: tenantId });
}
