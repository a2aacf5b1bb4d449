import { contract, limits } from '@scout/contract';
import { Refusal } from '../http/refusal.ts';
import { changeAsAdmin } from '../organizations/asAdmin.ts';
import { readMember } from '../queries/members.ts';
import { forgetRemoval } from '../queries/removedAddresses.ts';
import { implementCall } from './implementCall.ts';

export const membersAdd = implementCall(contract.membersAdd, ({ email }, context) =>
  changeAsAdmin(context, async ({ tx, tenantId, now, log }, everybody) => {
    if (everybody.some((membership) => membership.email === email)) throw new Refusal('member_exists');
    if (everybody.length >= limits.organization.members) throw new Refusal('member_limit');
    await tx
      .insertInto('memberships')
      .values({
        tenant_id: tenantId,
        email,
        role: 'member',
        status: 'pending',
        created_at: now,
        updated_at: now,
      })
      .execute();
    await forgetRemoval(tx, tenantId, email);
    await log({ action: 'member_added', targetEmail: email });
    return readMember(tx, tenantId, email, now);
  }),
);
