import { type AgentUpgrade, limits, type MachineUpgradeState, type UpgradeMachine } from '@scout/contract';
import type { Selectable } from 'kysely';
import type { Transaction } from '../../../platform/database/pool.ts';
import type { Agents, AgentUpgrades } from '../../../platform/database/schema.ts';
import type { AgentIdentity } from '../../auth/index.ts';
import { countStates, hasReleaseVersion, stateOf } from '../fleet/upgrade.ts';

const { machinesShown } = limits.agentUpgrade;

/** An available release: its version, its build time, and checks of a platform's package and of a machine's turn to download it. */
export interface OfferedRelease {
  readonly version: string;
  readonly built_at: string;
  fits(platform: string): boolean;
  hasTurn(agentId: string): boolean;
}

type MachineRow = Pick<
  Selectable<Agents>,
  'agent_id' | 'host' | 'platform' | 'version' | 'last_seen_at' | 'upgrade'
>;

/** True if an admin has offered the release to this agent and it is not paused; transaction role: scout_ingest. */
export async function isOffered(
  tx: Transaction,
  { tenantId, agentId }: AgentIdentity,
  version: string,
): Promise<boolean> {
  const row = await tx
    .selectFrom('agent_upgrades as u')
    .leftJoin('agent_upgrade_rings as r', (join) =>
      join
        .onRef('r.tenant_id', '=', 'u.tenant_id')
        .onRef('r.version', '=', 'u.version')
        .on('r.agent_id', '=', agentId),
    )
    .select('u.version')
    .where('u.tenant_id', '=', tenantId)
    .where('u.version', '=', version)
    .where('u.paused_at', 'is', null)
    .where((is) => is.or([is('u.opened_at', 'is not', null), is('r.agent_id', 'is not', null)]))
    .executeTakeFirst();
  return row !== undefined;
}

/** Machines eligible for the release: approved, and with a package for their platform. */
export async function upgradableMachines(
  tx: Transaction,
  tenantId: string,
  release: OfferedRelease,
): Promise<MachineRow[]> {
  const rows = await tx
    .selectFrom('agents')
    .select(['agent_id', 'host', 'platform', 'version', 'last_seen_at', 'upgrade'])
    .where('tenant_id', '=', tenantId)
    .where('revoked_at', 'is', null)
    .where('awaiting_approval', '=', false)
    .orderBy('host')
    .orderBy('agent_id')
    .execute();
  return rows.filter((row) => hasReleaseVersion(row) && release.fits(row.platform));
}

/** The admins' decision about a release; undefined if there is none. */
export function findUpgrade(
  tx: Transaction,
  tenantId: string,
  version: string,
): Promise<Selectable<AgentUpgrades> | undefined> {
  return tx
    .selectFrom('agent_upgrades')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('version', '=', version)
    .executeTakeFirst();
}

/** Offers a release to these machines. Returns the number added to the ring; transaction role: scout_admin. */
export async function addToRing(
  tx: Transaction,
  upgrade: { tenantId: string; version: string; now: Date; actor: string },
  agentIds: readonly string[],
): Promise<number> {
  const { tenantId: tenant_id, version, now, actor } = upgrade;
  await tx
    .insertInto('agent_upgrades')
    .values({ tenant_id, version, started_at: now, started_by: actor })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'version']).doNothing())
    .execute();
  const added = await tx
    .insertInto('agent_upgrade_rings')
    .values(agentIds.map((agent_id) => ({ tenant_id, version, agent_id })))
    .onConflict((conflict) => conflict.columns(['tenant_id', 'version', 'agent_id']).doNothing())
    .returning('agent_id')
    .execute();
  return added.length;
}

/** Changes the admins' decision about a release. */
export async function changeUpgrade(
  tx: Transaction,
  tenantId: string,
  version: string,
  change: Partial<Pick<AgentUpgrades, 'opened_by' | 'paused_by'>> & {
    opened_at?: Date;
    paused_at?: Date | null;
  },
): Promise<void> {
  await tx
    .updateTable('agent_upgrades')
    .set(change)
    .where('tenant_id', '=', tenantId)
    .where('version', '=', version)
    .execute();
}

/** State of the organization's agents for the release. */
export async function readUpgrade(
  tx: Transaction,
  tenantId: string,
  release: OfferedRelease,
): Promise<AgentUpgrade> {
  const { version, built_at } = release;
  const upgrade = await findUpgrade(tx, tenantId, version);
  const ringRows = await tx
    .selectFrom('agent_upgrade_rings')
    .select('agent_id')
    .where('tenant_id', '=', tenantId)
    .where('version', '=', version)
    .execute();
  const ring = new Set(ringRows.map(({ agent_id }) => agent_id));
  const isOpen = upgrade !== undefined && upgrade.paused_at === null;
  const machines = (await upgradableMachines(tx, tenantId, release)).map((row): UpgradeMachine => {
    const in_ring = ring.has(row.agent_id);
    const state = stateOf(row, version, isOpen && (in_ring || upgrade.opened_at !== null));
    const { agent_id, host, platform, upgrade: report } = row;
    const message = isTrouble(state) ? (report?.message ?? null) : null;
    return { agent_id, host, platform, version: row.version, in_ring, state, message };
  });
  const inRing = machines.filter(({ in_ring }) => in_ring);
  const statesOf = (some: readonly UpgradeMachine[]) => countStates(some.map(({ state }) => state));
  return {
    version,
    built_at,
    stage: upgrade === undefined ? 'off' : upgrade.opened_at === null ? 'ring' : 'all',
    started_at: upgrade?.started_at.toISOString() ?? null,
    started_by: upgrade?.started_by ?? null,
    opened_at: upgrade?.opened_at?.toISOString() ?? null,
    opened_by: upgrade?.opened_by ?? null,
    paused_at: upgrade?.paused_at?.toISOString() ?? null,
    paused_by: upgrade?.paused_by ?? null,
    ring: statesOf(inRing),
    fleet: statesOf(machines),
    downloading: machines.filter(({ agent_id, state }) => state === 'offered' && release.hasTurn(agent_id))
      .length,
    machines: machines
      .filter(({ in_ring, state }) => in_ring || isTrouble(state))
      .toSorted((a, b) => Number(isTrouble(b.state)) - Number(isTrouble(a.state)))
      .slice(0, machinesShown),
  };
}

const isTrouble = (state: MachineUpgradeState): boolean => state === 'failed' || state === 'rolled_back';
