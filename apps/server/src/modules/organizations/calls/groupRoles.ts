import { contract, type GroupRoles } from '@scout/contract';
import { changeAsAdmin, readAsAdmin } from '../../auth/index.ts';
import { addGroupRole, removeGroupRole } from '../changeGroupRoles.ts';
import { implementCall, type MemberContext } from '../services.ts';
import { listGroupRoles, provisioned } from '../sql/groupRoles.ts';

export const groupRoles = implementCall(contract.groupRoles, async (_input, context) => {
  await readAsAdmin(context);
  return readGroupRoles(context);
});

export const groupRolesAdd = implementCall(contract.groupRolesAdd, async ({ group, role }, context) => {
  await context.app.rates.consume('groupRolesPerOrganization', context.member.tenantId);
  return changeAsAdmin(context, async (work) => {
    await addGroupRole(work, { group, role });
    return readGroupRoles(context);
  });
});

export const groupRolesRemove = implementCall(contract.groupRolesRemove, async ({ group }, context) => {
  await context.app.rates.consume('groupRolesPerOrganization', context.member.tenantId);
  return changeAsAdmin(context, async (work) => {
    await removeGroupRole(work, group);
    return readGroupRoles(context);
  });
});

async function readGroupRoles({ app, tx, member }: MemberContext): Promise<GroupRoles> {
  const { tenantId } = member;
  return {
    roles: await listGroupRoles(tx, tenantId),
    scim_url: `${app.origin()}/scim/v2`,
    ...(await provisioned(tx, tenantId)),
  };
}
