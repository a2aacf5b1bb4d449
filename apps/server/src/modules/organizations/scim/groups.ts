import { limits } from '@scout/contract';
import { Refusal } from '../../../platform/http/refusal.ts';
import type { ChangeWork } from '../../auth/index.ts';
import {
  addMembers,
  countGroups,
  deleteScimGroup,
  insertScimGroup,
  isGroupTaken,
  membersOf,
  readScimGroup,
  removeMembers,
  type ScimGroup,
  unknownMembers,
  updateScimGroup,
} from '../sql/scimGroups.ts';
import { followGroups } from './mappedRoles.ts';
import type { GroupChange } from './patch.ts';
import type { GroupValues } from './values.ts';

type NewGroup = GroupValues & { readonly members: readonly string[] };

/** @throws Refusal scim_exists or scim_value */
export async function createGroup(work: ChangeWork, given: NewGroup): Promise<ScimGroup> {
  const { tx, tenantId, now, log } = work;
  await requireFree(work, given.display_name, null);
  if ((await countGroups(tx, tenantId)) >= limits.scim.groups)
    throw new Refusal('scim_value', { message: 'Your organization has reached its limit of groups.' });
  const id = await insertScimGroup(tx, tenantId, given, now);
  const added = await add(work, { tenant_id: tenantId, group_id: id }, given.members);
  await log({ action: 'group_provisioned', details: { group: given.display_name, members: added.length } });
  await followGroups(work, await concernedBy(work, id, added));
  return requireGroup(work, id);
}

/** Makes changes in their order. @throws Refusal scim_exists or scim_value */
export async function changeGroup(
  work: ChangeWork,
  before: ScimGroup,
  changes: readonly GroupChange[],
): Promise<ScimGroup> {
  const { tx, now, log } = work;
  const added: string[] = [];
  const removed: string[] = [];
  const next = { display_name: before.display_name, external_id: before.external_id };
  for (const change of changes) {
    if (change.kind === 'name') next.display_name = change.name;
    else if (change.kind === 'external_id') next.external_id = change.id;
    else {
      if (change.kind === 'replace')
        removed.push(...(await removeMembers(tx, before, { but: change.members })));
      if (change.kind === 'remove')
        removed.push(...(await removeMembers(tx, before, { ids: change.members })));
      else added.push(...(await add(work, before, change.members)));
    }
  }
  const renamed = next.display_name !== before.display_name || next.external_id !== before.external_id;
  if (next.display_name !== before.display_name) await requireFree(work, next.display_name, before.group_id);
  if (!renamed && added.length + removed.length === 0) return before;
  await updateScimGroup(tx, before, next, now);
  await log({
    action: 'group_provisioning_changed',
    details: {
      group: before.display_name,
      ...(next.display_name !== before.display_name && { renamed: next.display_name }),
      added: added.length,
      removed: removed.length,
    },
  });
  const people = renamed
    ? await concernedBy(work, before.group_id, removed)
    : [...new Set([...added, ...removed])];
  await followGroups(work, people);
  return requireGroup(work, before.group_id);
}

export async function deleteGroup(work: ChangeWork, group: ScimGroup): Promise<void> {
  const people = await concernedBy(work, group.group_id, []);
  await deleteScimGroup(work.tx, group);
  await work.log({
    action: 'group_unprovisioned',
    details: { group: group.display_name, members: people.length },
  });
  await followGroups(work, people);
}

/** @throws Refusal not_found, also for another organization's */
export async function requireGroup(
  { tx, tenantId }: Pick<ChangeWork, 'tx' | 'tenantId'>,
  id: string,
): Promise<ScimGroup> {
  const group = await readScimGroup(tx, tenantId, id);
  if (!group) throw new Refusal('not_found', { message: 'There is no such group.' });
  return group;
}

async function requireFree({ tx, tenantId }: ChangeWork, name: string, but: string | null): Promise<void> {
  if (await isGroupTaken(tx, tenantId, name, but)) throw new Refusal('scim_exists');
}

async function add(
  { tx, tenantId }: ChangeWork,
  group: Pick<ScimGroup, 'tenant_id' | 'group_id'>,
  ids: readonly string[],
): Promise<string[]> {
  if (ids.length === 0) return [];
  const [unknown] = await unknownMembers(tx, tenantId, ids);
  if (unknown !== undefined)
    throw new Refusal('scim_value', { message: `There is no user ${unknown} to be a member.` });
  return addMembers(tx, group, ids);
}

/** Members of the group now, and others. */
async function concernedBy(
  { tx, tenantId }: ChangeWork,
  id: string,
  others: readonly string[],
): Promise<string[]> {
  const members = await membersOf(tx, tenantId, [id], limits.scim.membersListed);
  return [...new Set([...members.map(({ scim_id }) => scim_id), ...others])];
}
