import { limits, type Role } from '@scout/contract';
import { Refusal } from '../../platform/http/refusal.ts';
import type { ChangeWork } from '../auth/index.ts';
import { followGroups } from './scim/mappedRoles.ts';
import { deleteGroupRole, insertGroupRole, listGroupRoles } from './sql/groupRoles.ts';

/** Has a group give a role, which provisioned members get at once. @throws Refusal group_role_exists or group_role_limit */
export async function addGroupRole(
  work: ChangeWork,
  { group, role }: { readonly group: string; readonly role: Role },
): Promise<void> {
  const { tx, tenantId, actor, now, log } = work;
  const before = await listGroupRoles(tx, tenantId);
  if (before.some((each) => each.group === group)) throw new Refusal('group_role_exists');
  if (before.length >= limits.groupRoles.most) throw new Refusal('group_role_limit');
  await insertGroupRole(tx, tenantId, { group, role, actor, now });
  await log({ action: 'group_role_added', details: { group, role } });
  await followGroups(work, null);
}

/** Has a group give no role. @throws Refusal not_found */
export async function removeGroupRole(work: ChangeWork, group: string): Promise<void> {
  const { tx, tenantId, log } = work;
  const role = await deleteGroupRole(tx, tenantId, group);
  if (role === undefined) throw new Refusal('not_found', { message: 'This group gives no role.' });
  await log({ action: 'group_role_removed', details: { group, role } });
  await followGroups(work, null);
}
