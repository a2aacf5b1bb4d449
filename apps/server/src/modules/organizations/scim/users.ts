import { domainOf } from '@scout/contract';
import { changedDetails } from '../../../platform/database/audit.ts';
import { Refusal } from '../../../platform/http/refusal.ts';
import {
  type ChangeWork,
  hasPlace,
  lockMemberships,
  type Membership,
  refusalOfRemoval,
} from '../../auth/index.ts';
import { endMembership } from '../changeMember.ts';
import { admit, dismiss, insertMember, preapprove } from '../sql/admit.ts';
import { isVerified } from '../sql/domains.ts';
import { forgetRemoval, isRemoved } from '../sql/removedAddresses.ts';
import {
  deleteScimUser,
  insertScimUser,
  isBreakGlass,
  isTaken,
  readScimUser,
  type ScimUser,
  updateScimUser,
} from '../sql/scimUsers.ts';
import { lockUser } from '../sql/signInTables.ts';
import { followGroups } from './mappedRoles.ts';
import { type UserValues, valuesOf } from './values.ts';

/** True if both the directory and the membership let the person in. */
export const isActive = ({ active, membership }: ScimUser): boolean =>
  active && membership?.status === 'active';

/** @throws Refusal scim_exists, scim_domain, and those of a membership */
export async function createUser(work: ChangeWork, values: UserValues): Promise<ScimUser> {
  const { tx, tenantId, now, log } = work;
  await requireFree(work, values, null);
  const id = await insertScimUser(tx, tenantId, values, now);
  const user = await requireUser(work, id);
  await log({ action: 'member_provisioned', targetEmail: user.address, details: { active: values.active } });
  if (values.active) await activate(work, user);
  await followGroups(work, [id]);
  return requireUser(work, id);
}

/** @throws Refusal scim_exists, scim_domain, and those of a membership and of its end */
export async function changeUser(work: ChangeWork, before: ScimUser, values: UserValues): Promise<ScimUser> {
  const { tx, now, log } = work;
  const changed = changedDetails({ ...valuesOf(before) }, { ...valuesOf(values) });
  if (values.user_name !== before.user_name || values.email !== before.email)
    await requireFree(work, values, before.scim_id);
  const differs = Object.keys(changed).length > 0;
  if (differs) {
    await updateScimUser(tx, before, values, now);
    await log({ action: 'member_provisioning_changed', targetEmail: before.address, details: changed });
  }
  // An address that no account has goes with the person; an account keeps the address that it signs in with.
  const moved =
    values.email !== before.email && (before.membership?.user_id ?? before.person ?? null) === null;
  if (moved) await moveAddress(work, before, values.email);
  const user = moved ? await requireUser(work, before.scim_id) : before;
  if (before.active && !values.active) await deactivate(work, user);
  if (values.active && !isActive(user)) await activate(work, user);
  if (differs) await followGroups(work, [before.scim_id]);
  return requireUser(work, before.scim_id);
}

/** @throws Refusal of the end of a membership */
export async function deleteUser(work: ChangeWork, user: ScimUser): Promise<void> {
  if (user.membership) await deactivate(work, user);
  await deleteScimUser(work.tx, user);
  await work.log({ action: 'member_unprovisioned', targetEmail: user.address });
}

/** @throws Refusal not_found, also for another organization's */
export async function requireUser(
  { tx, tenantId }: Pick<ChangeWork, 'tx' | 'tenantId'>,
  id: string,
): Promise<ScimUser> {
  const user = await readScimUser(tx, tenantId, id);
  if (!user) throw new Refusal('not_found', { message: 'There is no such user.' });
  return user;
}

async function requireFree(
  { tx, tenantId }: ChangeWork,
  values: Pick<UserValues, 'user_name' | 'email'>,
  but: string | null,
): Promise<void> {
  if (await isTaken(tx, tenantId, values, but)) throw new Refusal('scim_exists');
  if (!(await isVerified(tx, tenantId, domainOf(values.email)))) throw new Refusal('scim_domain');
}

/**
 * Opens the membership: an existing one keeps its role, one that ended with `active` comes back with it. The account of the person is
 * joined only where it was before, or has asked to be; another one joins when the person signs in.
 */
async function activate(work: ChangeWork, user: ScimUser): Promise<void> {
  const { tx, tenantId, now, log } = work;
  const { address: email, membership } = user;
  if (membership?.status === 'active') return;
  // A directory brings back only people whom it took out itself: one whom an admin removed waits for an admin.
  const waits = await isRemoved(tx, tenantId, email);
  if (membership) {
    if (waits) return;
    if (membership.user_id === null) await preapprove(tx, tenantId, email, now);
    else await admit(tx, tenantId, email, now);
  } else {
    if (!(await hasPlace(tx, tenantId))) throw new Refusal('member_limit');
    await insertMember(
      tx,
      tenantId,
      { email, role: user.role ?? 'member', status: waits ? 'pending' : 'active' },
      now,
    );
    if (!waits && user.person !== null && (await isSamePerson(work, user)))
      await admit(tx, tenantId, email, now);
  }
  if (!waits) await forgetRemoval(tx, tenantId, email);
  if (user.role !== null) await updateScimUser(tx, user, { role: null, person: null }, now);
  await log({
    action: waits ? 'membership_requested' : 'member_joined',
    targetEmail: email,
    details: { provisioned: true },
  });
}

/** True if the account of the ended membership still has the address, and no other organization. */
async function isSamePerson({ tx, tenantId }: ChangeWork, { address, person }: ScimUser): Promise<boolean> {
  const account = await lockUser(tx, address);
  return account?.id === person && account.activeIn.every((other) => other === tenantId);
}

/** @throws Refusal last_admin, last_member or break_glass_kept */
async function deactivate(work: ChangeWork, user: ScimUser): Promise<void> {
  const { tx, tenantId, now, log } = work;
  const { membership } = user;
  if (!membership) return;
  const concerned = await lockMemberships(tx, tenantId, { emails: [membership.email] });
  const code = refusalOfRemoval(membership, concerned);
  if (code) throw new Refusal(code);
  if (await isBreakGlass(tx, tenantId, membership.email)) throw new Refusal('break_glass_kept');
  await endMembership(work, membership, true);
  await updateScimUser(tx, user, { role: membership.role, person: membership.user_id }, now);
  await log({ action: 'member_removed', targetEmail: membership.email, details: statusOf(membership) });
}

const statusOf = ({ role, status }: Membership) => ({ role, status, provisioned: true });

/** The membership of an address without an account gets the new address. */
async function moveAddress(
  { tx, tenantId, now }: ChangeWork,
  before: ScimUser,
  email: string,
): Promise<void> {
  const [other] = await lockMemberships(tx, tenantId, { emails: [email] }).then((all) =>
    all.filter((each) => each.email === email),
  );
  if (before.membership) {
    const { role, status } = before.membership;
    await dismiss(tx, tenantId, before.membership);
    if (!other) await insertMember(tx, tenantId, { email, role, status }, now);
  }
  await updateScimUser(tx, before, { address: email }, now);
}
