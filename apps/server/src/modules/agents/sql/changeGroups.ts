import { limits } from '@scout/contract';
import type { GroupSettings, UpgradeRing } from '@scout/contract/agentConfiguration';
import { sql } from 'kysely';
import type { Transaction } from '../../../platform/database/pool.ts';
import { groupByName, readPatterns } from './configurations.ts';

/** Changes of groups, as scout_admin. */
interface Change {
  readonly tenantId: string;
  readonly now: Date;
  readonly actor: string;
}

/** Locks an organization's groups, so that their number and their versions are counted one after the other. */
export async function lockGroups(tx: Transaction, tenantId: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`scout groups ${tenantId}`}, 0))`.execute(tx);
}

export async function isNameTaken(
  tx: Transaction,
  tenantId: string,
  name: string,
  but?: string,
): Promise<boolean> {
  let query = tx
    .selectFrom('agent_groups')
    .select('group_id')
    .where('tenant_id', '=', tenantId)
    .where(sql`lower(name)`, '=', sql`lower(${name})`);
  if (but !== undefined) query = query.where('group_id', '<>', but);
  return (await query.executeTakeFirst()) !== undefined;
}

export async function countGroups(tx: Transaction, tenantId: string): Promise<number> {
  const { groups } = await tx
    .selectFrom('agent_groups')
    .select(sql<number>`count(*)::int`.as('groups'))
    .where('tenant_id', '=', tenantId)
    .executeTakeFirstOrThrow();
  return groups;
}

/** Adds a group with an empty version 1. @returns its id */
export async function addGroup(
  tx: Transaction,
  { tenantId, now, actor }: Change,
  { name, patterns }: { readonly name: string; readonly patterns: readonly string[] },
): Promise<string> {
  const { group_id } = await tx
    .insertInto('agent_groups')
    .values({ tenant_id: tenantId, name, patterns: [...patterns], created_at: now, created_by: actor })
    .returning('group_id')
    .executeTakeFirstOrThrow();
  await addVersion(tx, { tenantId, now, actor }, group_id, 1, {});
  await joinByNames(tx, tenantId);
  return group_id;
}

export async function changeGroup(
  tx: Transaction,
  tenantId: string,
  groupId: string,
  change: {
    readonly name?: string | undefined;
    readonly patterns?: string[] | undefined;
    readonly version?: number;
    readonly next_version?: number | null;
  },
): Promise<void> {
  await tx
    .updateTable('agent_groups')
    .set(change)
    .where('tenant_id', '=', tenantId)
    .where('group_id', '=', groupId)
    .execute();
  if (change.patterns !== undefined) await joinByNames(tx, tenantId);
}

/** Removes a group. @returns number of its machines */
export async function removeGroup(tx: Transaction, tenantId: string, groupId: string): Promise<number> {
  const left = await tx
    .updateTable('agents')
    .set({ group_id: null, joined_by: null, group_host: null })
    .where('tenant_id', '=', tenantId)
    .where('group_id', '=', groupId)
    .executeTakeFirst();
  await tx
    .deleteFrom('agent_groups')
    .where('tenant_id', '=', tenantId)
    .where('group_id', '=', groupId)
    .execute();
  await joinByNames(tx, tenantId);
  return Number(left.numUpdatedRows);
}

/** Compares the names of all machines that came into their group by name, or are in none, with the patterns of all groups. */
async function joinByNames(tx: Transaction, tenantId: string): Promise<void> {
  const groups = await readPatterns(tx, tenantId);
  const machines = await tx
    .selectFrom('agents')
    .select(['agent_id', 'host', 'group_id'])
    .where('tenant_id', '=', tenantId)
    .where((where) => where.or([where('joined_by', 'is', null), where('joined_by', '=', 'name')]))
    .execute();
  const moved = Map.groupBy(
    machines
      .map(({ agent_id, host, group_id }) => ({ agent_id, from: group_id, to: groupByName(groups, host) }))
      .filter(({ from, to }) => from !== to),
    ({ to }) => to,
  );
  for (const [to, some] of moved)
    await tx
      .updateTable('agents')
      .set({ group_id: to, joined_by: to === null ? null : 'name', group_host: sql<string>`host` })
      .where('tenant_id', '=', tenantId)
      .where('agent_id', '=', sql<string>`ANY (${some.map(({ agent_id }) => agent_id)}::uuid[])`)
      .execute();
}

/** Number of machines put into a group by hand, or with null taken out of theirs. */
export async function assignMachines(
  tx: Transaction,
  tenantId: string,
  groupId: string | null,
  agentIds: readonly string[],
): Promise<number> {
  const moved = await tx
    .updateTable('agents')
    .set({ group_id: groupId, joined_by: groupId === null ? null : 'hand', group_host: null })
    .where('tenant_id', '=', tenantId)
    .where('revoked_at', 'is', null)
    .where('agent_id', 'in', [...agentIds])
    .executeTakeFirst();
  if (groupId === null) await joinByNames(tx, tenantId);
  return Number(moved.numUpdatedRows);
}

export async function newestVersion(tx: Transaction, tenantId: string, groupId: string): Promise<number> {
  const { newest } = await tx
    .selectFrom('agent_group_versions')
    .select(sql<number>`max(version)`.as('newest'))
    .where('tenant_id', '=', tenantId)
    .where('group_id', '=', groupId)
    .executeTakeFirstOrThrow();
  return newest;
}

export async function addVersion(
  tx: Transaction,
  { tenantId, now, actor }: Change,
  group_id: string,
  version: number,
  settings: GroupSettings,
): Promise<void> {
  await tx
    .insertInto('agent_group_versions')
    .values({
      tenant_id: tenantId,
      group_id,
      version,
      settings: JSON.stringify(settings),
      created_at: now,
      created_by: actor,
    })
    .execute();
  // The group's own version is kept however old it is.
  await tx
    .deleteFrom('agent_group_versions')
    .where('tenant_id', '=', tenantId)
    .where('group_id', '=', group_id)
    .where('version', '<=', version - limits.agentGroup.versionsKept + 1)
    .where('version', '<>', (of) =>
      of
        .selectFrom('agent_groups')
        .select('version')
        .where('tenant_id', '=', tenantId)
        .where('group_id', '=', group_id),
    )
    .execute();
}

/** Puts machines into a further ring of the next version. @returns the ring's number */
export async function addGroupRing(
  tx: Transaction,
  tenant_id: string,
  group: { readonly group_id: string; readonly next_version: number },
  agentIds: readonly string[],
): Promise<number> {
  const { group_id, next_version: version } = group;
  const { rings } = await tx
    .selectFrom('agent_group_rings')
    .select(sql<number>`coalesce(max(ring), 0)`.as('rings'))
    .where('tenant_id', '=', tenant_id)
    .where('group_id', '=', group_id)
    .where('version', '=', version)
    .executeTakeFirstOrThrow();
  const ring = rings + 1;
  await tx
    .insertInto('agent_group_rings')
    .values(agentIds.map((agent_id) => ({ tenant_id, group_id, version, agent_id, ring })))
    .execute();
  return ring;
}

/** The ring for upgrades of each machine in a group, by its group's configuration for all. */
export async function readUpgradeRings(
  tx: Transaction,
  tenantId: string,
): Promise<(machine: { readonly agent_id: string }) => UpgradeRing> {
  const rows = await tx
    .selectFrom('agents as a')
    .innerJoin('agent_groups as g', (join) =>
      join.onRef('g.tenant_id', '=', 'a.tenant_id').onRef('g.group_id', '=', 'a.group_id'),
    )
    .innerJoin('agent_group_versions as v', (join) =>
      join
        .onRef('v.tenant_id', '=', 'g.tenant_id')
        .onRef('v.group_id', '=', 'g.group_id')
        .onRef('v.version', '=', 'g.version'),
    )
    .select(['a.agent_id', sql<UpgradeRing>`v.settings->>'upgrade_ring'`.as('ring')])
    .where('a.tenant_id', '=', tenantId)
    .where(sql<boolean>`v.settings ? 'upgrade_ring'`)
    .execute();
  const rings = new Map(rows.map(({ agent_id, ring }) => [agent_id, ring]));
  return ({ agent_id }) => rings.get(agent_id) ?? 'any';
}
