import { type GroupRole, limits, type Role, rolesByPower } from '@scout/contract';
import { sql } from 'kysely';
import type { Transaction } from '../../../platform/database/pool.ts';

/** Groups that give roles, by name. As scout_admin, like all of these. */
export async function listGroupRoles(tx: Transaction, tenantId: string): Promise<GroupRole[]> {
  const rows = await tx
    .selectFrom('group_roles')
    .select(['group_name', 'role', 'created_at', 'created_by'])
    .where('tenant_id', '=', tenantId)
    .orderBy('group_name')
    .limit(limits.groupRoles.most)
    .execute();
  return rows.map(({ group_name: group, created_at, ...row }) => ({
    group,
    ...row,
    created_at: created_at.toISOString(),
  }));
}

export async function insertGroupRole(
  tx: Transaction,
  tenantId: string,
  { group, role, actor, now }: { group: string; role: Role; actor: string; now: Date },
): Promise<void> {
  await tx
    .insertInto('group_roles')
    .values({ tenant_id: tenantId, group_name: group, role, created_at: now, created_by: actor })
    .execute();
}

/** The role that the group gave; undefined: none. */
export async function deleteGroupRole(
  tx: Transaction,
  tenantId: string,
  group: string,
): Promise<Role | undefined> {
  const row = await tx
    .deleteFrom('group_roles')
    .where('tenant_id', '=', tenantId)
    .where('group_name', '=', group)
    .returning('role')
    .executeTakeFirst();
  return row?.role;
}

/** Number of provisioned people, and names of provisioned groups. */
export async function provisioned(
  tx: Transaction,
  tenantId: string,
): Promise<{ users: number; groups: string[] }> {
  const { n } = await tx
    .selectFrom('scim_users')
    .select((eb) => eb.fn.countAll<string>().as('n'))
    .where('tenant_id', '=', tenantId)
    .executeTakeFirstOrThrow();
  const groups = await tx
    .selectFrom('scim_groups')
    .select('display_name')
    .where('tenant_id', '=', tenantId)
    .orderBy('display_name')
    .limit(limits.scim.groups)
    .execute();
  return { users: Number(n), groups: groups.map(({ display_name }) => display_name) };
}

/** Gives provisioned people, these or all, the roles of their groups. Returns what changed. */
export async function mapProvisionedRoles(
  tx: Transaction,
  tenantId: string,
  ids: readonly string[] | null,
  now: Date,
): Promise<{ email: string; before: string; after: string }[]> {
  const { rows } = await sql<{ email: string; before: string; after: string }>`
    SELECT email, before, after FROM scout.map_provisioned_roles(
      ${tenantId}, ${ids === null ? null : [...ids]}::uuid[], ${[...rolesByPower]}::text[], ${now})`.execute(
    tx,
  );
  return rows;
}
