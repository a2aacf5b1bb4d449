import {
  type AgentGroup,
  type AgentGroupRow,
  type ConfigurationReport,
  type GroupMachine,
  type JoinWay,
  limits,
  type MachineConfiguration,
} from '@scout/contract';
import type { GroupSettings } from '@scout/contract/agentConfiguration';
import { sql } from 'kysely';
import type { Transaction } from '../../../platform/database/pool.ts';
import { configurationState, countConfigurations, wantedVersion } from '../fleet/configuration.ts';

const { machinesShown, messageMax, versionsKept } = limits.agentGroup;

interface GroupRow {
  readonly group_id: string;
  readonly name: string;
  readonly patterns: string[];
  readonly created_at: Date;
  readonly created_by: string;
  readonly version: number;
  readonly next_version: number | null;
}

interface MachineRow {
  readonly agent_id: string;
  readonly host: string;
  readonly platform: string;
  readonly group_id: string | null;
  readonly joined_by: JoinWay | null;
  readonly last_seen_at: Date | null;
  readonly configuration: ConfigurationReport | null;
}

/** Groups of an organization, with the rings of their next versions. */
export interface GroupBook {
  readonly groups: ReadonlyMap<string, GroupRow>;
  /** Ring by group and agent. */
  ringOf(groupId: string, agentId: string): number | null;
  ringsOf(groupId: string): number;
}

export async function readGroupBook(tx: Transaction, tenantId: string): Promise<GroupBook> {
  const rows = await tx
    .selectFrom('agent_groups')
    .select(['group_id', 'name', 'patterns', 'created_at', 'created_by', 'version', 'next_version'])
    .where('tenant_id', '=', tenantId)
    .orderBy('name')
    .orderBy('group_id')
    .execute();
  const rings = await tx
    .selectFrom('agent_group_rings as r')
    .innerJoin('agent_groups as g', (join) =>
      join
        .onRef('g.tenant_id', '=', 'r.tenant_id')
        .onRef('g.group_id', '=', 'r.group_id')
        .onRef('g.next_version', '=', 'r.version'),
    )
    .select(['r.group_id', 'r.agent_id', 'r.ring'])
    .where('r.tenant_id', '=', tenantId)
    .execute();
  const byMachine = new Map(rings.map(({ group_id, agent_id, ring }) => [`${group_id} ${agent_id}`, ring]));
  const most = new Map<string, number>();
  for (const { group_id, ring } of rings) most.set(group_id, Math.max(ring, most.get(group_id) ?? 0));
  return {
    groups: new Map(rows.map((row) => [row.group_id, row])),
    ringOf: (groupId, agentId) => byMachine.get(`${groupId} ${agentId}`) ?? null,
    ringsOf: (groupId) => most.get(groupId) ?? 0,
  };
}

/** Tags by group and version, for the versions that machines have or should have. */
export async function readTags(
  tx: Transaction,
  tenantId: string,
): Promise<(group: string, version: number) => string[]> {
  const rows = await tx
    .selectFrom('agent_group_versions')
    .select(['group_id', 'version', sql<string[]>`settings->'tags'`.as('tags')])
    .where('tenant_id', '=', tenantId)
    .where(sql<boolean>`settings ? 'tags'`)
    .execute();
  const tags = new Map(rows.map((row) => [`${row.group_id} ${row.version}`, row.tags]));
  return (group, version) => tags.get(`${group} ${version}`) ?? [];
}

/** Configuration of a machine; null when it is in no group. */
export function configurationOf(
  book: GroupBook,
  tagsOf: (group: string, version: number) => string[],
  machine: Omit<MachineRow, 'host' | 'platform'>,
): MachineConfiguration | null {
  const group = machine.group_id === null ? undefined : book.groups.get(machine.group_id);
  if (group === undefined || machine.joined_by === null) return null;
  const { group_id, name } = group;
  const wanted = wantedVersion(group, book.ringOf(group_id, machine.agent_id) !== null);
  const state = configurationState({ group_id, version: wanted }, machine);
  const { applied = null, refused = null } = machine.configuration ?? {};
  return {
    group_id,
    name,
    joined_by: machine.joined_by,
    state,
    wanted,
    version: applied?.group_id === group_id ? applied.version : null,
    message: state === 'refused' ? (refused?.message ?? '').slice(0, messageMax) : null,
    tags: applied?.group_id === group_id ? tagsOf(group_id, applied.version) : [],
  };
}

const noTags = (): string[] => [];

/** Approved machines of a group, or of all groups. */
function machinesOf(
  tx: Transaction,
  tenantId: string,
  groupId?: string,
): Promise<(MachineRow & { version: string })[]> {
  let query = tx
    .selectFrom('agents')
    .select([
      'agent_id',
      'host',
      'platform',
      'version',
      'group_id',
      'joined_by',
      'last_seen_at',
      'configuration',
    ])
    .where('tenant_id', '=', tenantId)
    .where('revoked_at', 'is', null)
    .where('awaiting_approval', '=', false)
    .where('group_id', 'is not', null);
  if (groupId !== undefined) query = query.where('group_id', '=', groupId);
  return query.orderBy('host').orderBy('agent_id').execute();
}

function rowOf(book: GroupBook, group: GroupRow, machines: readonly MachineRow[]): AgentGroupRow {
  const states = machines.map((machine) => configurationOf(book, noTags, machine)!.state);
  return {
    ...group,
    created_at: group.created_at.toISOString(),
    rings: book.ringsOf(group.group_id),
    counts: countConfigurations(states),
  };
}

export async function listGroups(tx: Transaction, tenantId: string): Promise<AgentGroupRow[]> {
  const book = await readGroupBook(tx, tenantId);
  const machines = Map.groupBy(await machinesOf(tx, tenantId), ({ group_id }) => group_id);
  return [...book.groups.values()].map((group) => rowOf(book, group, machines.get(group.group_id) ?? []));
}

/** Machines of a group that may be put into a ring. */
export async function ringCandidates(tx: Transaction, tenantId: string, groupId: string) {
  const book = await readGroupBook(tx, tenantId);
  const machines = await machinesOf(tx, tenantId, groupId);
  return machines.filter(({ agent_id }) => book.ringOf(groupId, agent_id) === null);
}

const urgency: Readonly<Record<GroupMachine['state'], number>> = {
  refused: 0,
  pending: 1,
  unsupported: 2,
  current: 3,
};

/** A group; undefined if the organization has none with this id. */
export async function readGroup(
  tx: Transaction,
  tenantId: string,
  groupId: string,
): Promise<AgentGroup | undefined> {
  const book = await readGroupBook(tx, tenantId);
  const group = book.groups.get(groupId);
  if (group === undefined) return undefined;
  const rows = await tx
    .selectFrom('agent_group_versions')
    .select(['version', 'settings', 'created_at', 'created_by'])
    .where('tenant_id', '=', tenantId)
    .where('group_id', '=', groupId)
    .orderBy('version', 'desc')
    .limit(versionsKept)
    .execute();
  const versions = rows.map((row) => ({
    ...row,
    settings: mutable(row.settings),
    created_at: row.created_at.toISOString(),
  }));
  const settingsOf = (version: number | null) =>
    versions.find((each) => each.version === version)?.settings ?? null;
  const machines = await machinesOf(tx, tenantId, groupId);
  const shown = machines.map((machine): GroupMachine => {
    const { joined_by, state, wanted, version, message } = configurationOf(book, noTags, machine)!;
    const { agent_id, host, platform } = machine;
    const ring = book.ringOf(groupId, agent_id);
    return { agent_id, host, platform, joined_by, state, wanted, version, message, ring };
  });
  return {
    ...rowOf(book, group, machines),
    settings: settingsOf(group.version) ?? {},
    next_settings: settingsOf(group.next_version),
    versions,
    machines: shown
      .toSorted((a, b) => urgency[a.state] - urgency[b.state] || (a.ring ?? Infinity) - (b.ring ?? Infinity))
      .slice(0, machinesShown),
  };
}

const mutable = (settings: GroupSettings) => structuredClone(settings) as AgentGroup['settings'];
