import { contract } from '@scout/contract';
import { Refusal } from '../../../platform/http/refusal.ts';
import { changeAsAdmin, hasPlace, readAsAdmin } from '../../auth/index.ts';
import { changeMember, changeRole } from '../changeMember.ts';
import { implementCall } from '../services.ts';
import { insertMember } from '../sql/admit.ts';
import { listMembers, readMember } from '../sql/members.ts';
import { forgetRemoval } from '../sql/removedAddresses.ts';

export const members = implementCall(contract.members, async (_input, context) =>
  listMembers(await readAsAdmin(context), context.member.tenantId, new Date(context.app.clock.now())),
);

export const membersAdd = implementCall(contract.membersAdd, ({ email, role }, context) =>
  changeAsAdmin(
    context,
    async ({ tx, tenantId, now, log }, concerned) => {
      if (concerned.some((membership) => membership.email === email)) throw new Refusal('member_exists');
      if (!(await hasPlace(tx, tenantId))) throw new Refusal('member_limit');
      await insertMember(tx, tenantId, { email, role, status: 'pending' }, now);
      await forgetRemoval(tx, tenantId, email);
      await log({ action: 'member_added', targetEmail: email, details: { role } });
      return readMember(tx, tenantId, email, now);
    },
    [email],
  ),
);

export const approveMember = implementCall(contract.approveMember, (input, context) =>
  changeMember(context, 'approve', input, ({ tx, tenantId, now }, { email }) =>
    readMember(tx, tenantId, email, now),
  ),
);

export const rejectMember = implementCall(contract.rejectMember, (input, context) =>
  changeMember(context, 'reject', input, async (_work, { email }) => ({ email })),
);

export const removeMember = implementCall(contract.removeMember, (input, context) =>
  changeMember(context, 'remove', input, async (_work, { email }) => ({ email })),
);

export const promoteAdmin = implementCall(contract.promoteAdmin, (input, context) =>
  changeMember(context, 'promote', input, ({ tx, tenantId, now }, { email }) =>
    readMember(tx, tenantId, email, now),
  ),
);

export const demoteAdmin = implementCall(contract.demoteAdmin, (input, context) =>
  changeMember(context, 'demote', input, ({ tx, tenantId, now }, { email }) =>
    readMember(tx, tenantId, email, now),
  ),
);

export const setMemberRole = implementCall(contract.setMemberRole, (input, context) =>
  changeRole(context, input, ({ tx, tenantId, now }, { email }) => readMember(tx, tenantId, email, now)),
);
