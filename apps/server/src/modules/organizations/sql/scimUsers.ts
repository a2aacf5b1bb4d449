import { type Role, roles } from '@scout/contract';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Transaction } from '../../../platform/database/pool.ts';
import type { ScimUsers } from '../../../platform/database/schema.ts';
import type { Membership } from '../../auth/index.ts';
import type { UserValues } from '../scim/values.ts';

/** A stored person, with the membership of the address now. */
export interface ScimUser extends Omit<Selectable<ScimUsers>, 'role'> {
  readonly role: Role | null;
  readonly membership: Membership | null;
}

interface Row extends Selectable<ScimUsers> {
  readonly member_user_id: string | null;
  readonly member_role: Membership['role'] | null;
  readonly member_status: Membership['status'] | null;
}

const people = (tx: Transaction, tenantId: string) =>
  tx
    .selectFrom('scim_users as u')
    .leftJoin('memberships as m', (join) =>
      join.onRef('m.tenant_id', '=', 'u.tenant_id').onRef('m.email', '=', 'u.address'),
    )
    .selectAll('u')
    .select(['m.user_id as member_user_id', 'm.role as member_role', 'm.status as member_status'])
    .where('u.tenant_id', '=', tenantId);

function toUser({ member_user_id, member_role, member_status, role, ...row }: Row): ScimUser {
  const membership =
    member_role === null || member_status === null
      ? null
      : { email: row.address, user_id: member_user_id, role: member_role, status: member_status };
  return { ...row, role: roles.find((each) => each === role) ?? null, membership };
}

/** One provisioned person. As scout_admin, like all of these. */
export async function readScimUser(
  tx: Transaction,
  tenantId: string,
  id: string,
): Promise<ScimUser | undefined> {
  const row = await people(tx, tenantId).where('u.scim_id', '=', id).executeTakeFirst();
  return row && toUser(row);
}

/** A page of people in the order of their ids, and how many there are. */
export async function listScimUsers(
  tx: Transaction,
  tenantId: string,
  condition: RawBuilder<boolean> | null,
  { offset, count }: { readonly offset: number; readonly count: number },
): Promise<{ total: number; users: ScimUser[] }> {
  const { n } = await tx
    .selectFrom('scim_users as u')
    .select((eb) => eb.fn.countAll<string>().as('n'))
    .where('u.tenant_id', '=', tenantId)
    .$if(condition !== null, (query) => query.where(condition!))
    .executeTakeFirstOrThrow();
  const rows =
    count === 0
      ? []
      : await people(tx, tenantId)
          .$if(condition !== null, (query) => query.where(condition!))
          .orderBy('u.scim_id')
          .offset(offset)
          .limit(count)
          .execute();
  return { total: Number(n), users: rows.map(toUser) };
}

/** True if another person has one of these names. */
export async function isTaken(
  tx: Transaction,
  tenantId: string,
  { user_name, email }: Pick<UserValues, 'user_name' | 'email'>,
  but: string | null,
): Promise<boolean> {
  const same = [
    sql<boolean>`user_name_key = lower(${user_name}::text COLLATE "C")`,
    sql<boolean>`email = ${email}`,
    sql<boolean>`address = ${email}`,
  ];
  for (const condition of same) {
    const row = await tx
      .selectFrom('scim_users')
      .select('scim_id')
      .where('tenant_id', '=', tenantId)
      .where(condition)
      .$if(but !== null, (query) => query.where('scim_id', '<>', but!))
      .limit(1)
      .executeTakeFirst();
    if (row) return true;
  }
  return false;
}

export async function insertScimUser(
  tx: Transaction,
  tenantId: string,
  values: UserValues,
  now: Date,
): Promise<string> {
  const { scim_id } = await tx
    .insertInto('scim_users')
    .values({ tenant_id: tenantId, ...values, address: values.email, created_at: now, updated_at: now })
    .returning('scim_id')
    .executeTakeFirstOrThrow();
  return scim_id;
}

/** Stores what differs, as the next version. */
export async function updateScimUser(
  tx: Transaction,
  { tenant_id, scim_id }: Pick<ScimUser, 'tenant_id' | 'scim_id'>,
  change: Partial<UserValues & Pick<ScimUser, 'address' | 'role' | 'person'>>,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('scim_users')
    .set({ ...change, updated_at: now })
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('tenant_id', '=', tenant_id)
    .where('scim_id', '=', scim_id)
    .execute();
}

export async function deleteScimUser(
  tx: Transaction,
  { tenant_id, scim_id }: Pick<ScimUser, 'tenant_id' | 'scim_id'>,
): Promise<void> {
  // The membership of a group is part of the group's version.
  await sql`UPDATE scout.scim_groups g SET version = g.version + 1 FROM scout.scim_group_members gm
    WHERE gm.tenant_id = ${tenant_id} AND gm.scim_id = ${scim_id} AND g.tenant_id = gm.tenant_id AND g.group_id = gm.group_id`.execute(
    tx,
  );
  await tx
    .deleteFrom('scim_users')
    .where('tenant_id', '=', tenant_id)
    .where('scim_id', '=', scim_id)
    .execute();
}

/** True if the member is one of the break-glass accounts. */
export async function isBreakGlass(tx: Transaction, tenantId: string, email: string): Promise<boolean> {
  const row = await tx
    .selectFrom('sso_break_glass')
    .select('email')
    .where('tenant_id', '=', tenantId)
    .where('email', '=', email)
    .executeTakeFirst();
  return row !== undefined;
}
