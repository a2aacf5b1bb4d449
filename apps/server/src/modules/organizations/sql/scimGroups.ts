import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Transaction } from '../../../platform/database/pool.ts';
import type { ScimGroups } from '../../../platform/database/schema.ts';
import type { GroupValues } from '../scim/values.ts';

export type ScimGroup = Selectable<ScimGroups>;

/** A member of a group, by the id of the person. */
export interface GroupMember {
  readonly group_id: string;
  readonly scim_id: string;
  readonly user_name: string;
}

/** One group. As scout_admin, like all of these. */
export function readScimGroup(tx: Transaction, tenantId: string, id: string): Promise<ScimGroup | undefined> {
  return tx
    .selectFrom('scim_groups')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('group_id', '=', id)
    .executeTakeFirst();
}

/** A page of groups in the order of their ids, and how many there are. */
export async function listScimGroups(
  tx: Transaction,
  tenantId: string,
  condition: RawBuilder<boolean> | null,
  { offset, count }: { readonly offset: number; readonly count: number },
): Promise<{ total: number; groups: ScimGroup[] }> {
  const found = tx
    .selectFrom('scim_groups as g')
    .where('g.tenant_id', '=', tenantId)
    .$if(condition !== null, (query) => query.where(condition!));
  const { n } = await found.select((eb) => eb.fn.countAll<string>().as('n')).executeTakeFirstOrThrow();
  const groups =
    count === 0 ? [] : await found.selectAll('g').orderBy('g.group_id').offset(offset).limit(count).execute();
  return { total: Number(n), groups };
}

/** Members of groups, by group, at most `most`. */
export function membersOf(
  tx: Transaction,
  tenantId: string,
  groupIds: readonly string[],
  most: number,
): Promise<GroupMember[]> {
  return tx
    .selectFrom('scim_group_members as gm')
    .innerJoin('scim_users as u', (join) =>
      join.onRef('u.tenant_id', '=', 'gm.tenant_id').onRef('u.scim_id', '=', 'gm.scim_id'),
    )
    .select(['gm.group_id', 'gm.scim_id', 'u.user_name'])
    .where('gm.tenant_id', '=', tenantId)
    .where('gm.group_id', 'in', groupIds)
    .orderBy('gm.group_id')
    .orderBy('gm.scim_id')
    .limit(most)
    .execute();
}

/** True if another group has this name. */
export async function isGroupTaken(
  tx: Transaction,
  tenantId: string,
  name: string,
  but: string | null,
): Promise<boolean> {
  const row = await tx
    .selectFrom('scim_groups')
    .select('group_id')
    .where('tenant_id', '=', tenantId)
    .where(sql<boolean>`display_name_key = lower(${name}::text COLLATE "C")`)
    .$if(but !== null, (query) => query.where('group_id', '<>', but!))
    .executeTakeFirst();
  return row !== undefined;
}

export async function countGroups(tx: Transaction, tenantId: string): Promise<number> {
  const { n } = await tx
    .selectFrom('scim_groups')
    .select((eb) => eb.fn.countAll<string>().as('n'))
    .where('tenant_id', '=', tenantId)
    .executeTakeFirstOrThrow();
  return Number(n);
}

export async function insertScimGroup(
  tx: Transaction,
  tenantId: string,
  { display_name, external_id }: GroupValues,
  now: Date,
): Promise<string> {
  const { group_id } = await tx
    .insertInto('scim_groups')
    .values({ tenant_id: tenantId, display_name, external_id, created_at: now, updated_at: now })
    .returning('group_id')
    .executeTakeFirstOrThrow();
  return group_id;
}

type Key = Pick<ScimGroup, 'tenant_id' | 'group_id'>;

/** Stores a change, as the next version. */
export async function updateScimGroup(
  tx: Transaction,
  { tenant_id, group_id }: Key,
  change: Partial<GroupValues>,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('scim_groups')
    .set({ ...change, updated_at: now })
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('tenant_id', '=', tenant_id)
    .where('group_id', '=', group_id)
    .execute();
}

export async function deleteScimGroup(tx: Transaction, { tenant_id, group_id }: Key): Promise<void> {
  await tx
    .deleteFrom('scim_groups')
    .where('tenant_id', '=', tenant_id)
    .where('group_id', '=', group_id)
    .execute();
}

/** Those of these ids that are nobody's in the organization. */
export async function unknownMembers(
  tx: Transaction,
  tenantId: string,
  ids: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM unnest(${[...ids]}::uuid[]) AS id WHERE NOT EXISTS (
      SELECT FROM scout.scim_users u WHERE u.tenant_id = ${tenantId} AND u.scim_id = id) LIMIT 3`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Adds people to a group. Returns those who were not in it. */
export async function addMembers(
  tx: Transaction,
  { tenant_id, group_id }: Key,
  ids: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ scim_id: string }>`
    INSERT INTO scout.scim_group_members (tenant_id, group_id, scim_id)
    SELECT ${tenant_id}, ${group_id}, id FROM unnest(${[...ids]}::uuid[]) AS id
    ON CONFLICT DO NOTHING RETURNING scim_id`.execute(tx);
  return rows.map(({ scim_id }) => scim_id);
}

/** Takes people out of a group: these, or all but these. Returns those who were in it. */
export async function removeMembers(
  tx: Transaction,
  { tenant_id, group_id }: Key,
  which: { readonly ids: readonly string[] } | { readonly but: readonly string[] },
): Promise<string[]> {
  const condition =
    'ids' in which
      ? sql`scim_id = ANY (${[...which.ids]}::uuid[])`
      : sql`NOT scim_id = ANY (${[...which.but]}::uuid[])`;
  const { rows } = await sql<{ scim_id: string }>`
    DELETE FROM scout.scim_group_members
    WHERE tenant_id = ${tenant_id} AND group_id = ${group_id} AND ${condition} RETURNING scim_id`.execute(tx);
  return rows.map(({ scim_id }) => scim_id);
}
