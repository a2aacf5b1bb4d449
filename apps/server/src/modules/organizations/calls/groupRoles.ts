import { contract, type GroupRoles, limits } from '@scout/contract';
import { Refusal } from '../../../platform/http/refusal.ts';
import { changeAsAdmin, readAsAdmin } from '../../auth/index.ts';
import { followGroups } from '../scim/mappedRoles.ts';
import { implementCall, type MemberContext } from '../services.ts';
import { deleteGroupRole, insertGroupRole, listGroupRoles, provisioned } from '../sql/groupRoles.ts';

export const groupRoles = implementCall(contract.groupRoles, async (_input, context) => {
  await readAsAdmin(context);
  return readGroupRoles(context);
});

export const groupRolesAdd = implementCall(contract.groupRolesAdd, async ({ group, role }, context) => {
  await context.app.rates.consume('groupRolesPerOrganization', context.member.tenantId);
  return changeAsAdmin(context, async (work) => {
    const { tx, tenantId, actor, now, log } = work;
    const before = await listGroupRoles(tx, tenantId);
    if (before.some((each) => each.group === group)) throw new Refusal('group_role_exists');
    if (before.length >= limits.groupRoles.most) throw new Refusal('group_role_limit');
    await insertGroupRole(tx, tenantId, { group, role, actor, now });
    await log({ action: 'group_role_added', details: { group, role } });
    await followGroups(work, null);
    return readGroupRoles(context);
  });
});

export const groupRolesRemove = implementCall(contract.groupRolesRemove, async ({ group }, context) => {
  await context.app.rates.consume('groupRolesPerOrganization', context.member.tenantId);
  return changeAsAdmin(context, async (work) => {
    const { tx, tenantId, log } = work;
    const role = await deleteGroupRole(tx, tenantId, group);
    if (role === undefined) throw new Refusal('not_found', { message: 'This group gives no role.' });
    await log({ action: 'group_role_removed', details: { group, role } });
    await followGroups(work, null);
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
