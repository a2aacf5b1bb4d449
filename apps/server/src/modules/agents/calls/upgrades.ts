import { contract } from '@scout/contract';
import { Refusal } from '../../../platform/http/refusal.ts';
import { changeAsAdmin } from '../../auth/index.ts';
import { chooseRing } from '../fleet/upgrade.ts';
import { type AgentServices, implementCall } from '../services.ts';
import {
  addToRing,
  changeUpgrade,
  findUpgrade,
  type OfferedRelease,
  readUpgrade,
  upgradableMachines,
} from '../sql/agentUpgrades.ts';
import { readUpgradeRings } from '../sql/changeGroups.ts';

/** Services that know a release and who downloads it. */
type ReleaseServices = Pick<AgentServices, 'clock' | 'releases' | 'upgradeTurns'>;

/** The newest release; null without one. */
function offeredRelease({ clock, releases, upgradeTurns }: ReleaseServices): OfferedRelease | null {
  const release = releases.current();
  if (!release) return null;
  const { version, built_at } = release.manifest;
  const now = clock.now();
  return {
    version,
    built_at,
    fits: (platform) => releases.latestAgent(platform) !== null,
    hasTurn: (agentId) => upgradeTurns.holds(agentId, now),
  };
}

/**
 * The newest release, which must match the caller's.
 * @throws Refusal release_changed
 */
function requireOffered(app: ReleaseServices, version: string): OfferedRelease {
  const release = offeredRelease(app);
  if (release?.version !== version) throw new Refusal('release_changed');
  return release;
}

export const agentUpgrade = implementCall(contract.agentUpgrade, async (_input, { app, tx, member }) => {
  const release = offeredRelease(app);
  return release && readUpgrade(tx, member.tenantId, release);
});

export const agentUpgradeStart = implementCall(
  contract.agentUpgradeStart,
  ({ version, agent_ids, machines: count }, context) =>
    changeAsAdmin(context, async ({ tx, tenantId, now, actor, log }) => {
      const release = requireOffered(context.app, version);
      const machines = await upgradableMachines(tx, tenantId, release);
      const wanted = new Set(agent_ids?.map((id) => id.toLowerCase()));
      const chosen =
        count === undefined
          ? machines.filter(({ agent_id }) => wanted.has(agent_id))
          : chooseRing(machines, version, count, await readUpgradeRings(tx, tenantId));
      if (chosen.length === 0 || (count === undefined && chosen.length < wanted.size))
        throw new Refusal('not_found', { message: 'This organization has no such machine to upgrade.' });
      const ids = chosen.map(({ agent_id }) => agent_id);
      const added = await addToRing(tx, { tenantId, version, now, actor }, ids);
      const hosts = chosen.map(({ host }) => host).slice(0, 20);
      if (added > 0)
        await log({
          action: 'agent_upgrade_started',
          details: { version, machines: added, hosts: hosts.join(', ') },
        });
      return readUpgrade(tx, tenantId, release);
    }),
);

export const agentUpgradeOpen = implementCall(contract.agentUpgradeOpen, ({ version }, context) =>
  changeAsAdmin(context, async ({ tx, tenantId, now, actor, log }) => {
    const release = requireOffered(context.app, version);
    const upgrade = await findUpgrade(tx, tenantId, version);
    if (!upgrade) throw new Refusal('upgrade_not_started');
    if (upgrade.opened_at === null) {
      await changeUpgrade(tx, tenantId, version, { opened_at: now, opened_by: actor });
      await log({ action: 'agent_upgrade_opened', details: { version } });
    }
    return readUpgrade(tx, tenantId, release);
  }),
);

export const agentUpgradePause = implementCall(contract.agentUpgradePause, ({ version, paused }, context) =>
  changeAsAdmin(context, async ({ tx, tenantId, now, actor, log }) => {
    const release = requireOffered(context.app, version);
    const upgrade = await findUpgrade(tx, tenantId, version);
    if (!upgrade) throw new Refusal('upgrade_not_started');
    if ((upgrade.paused_at !== null) !== paused) {
      const change = paused ? { paused_at: now, paused_by: actor } : { paused_at: null, paused_by: null };
      await changeUpgrade(tx, tenantId, version, change);
      await log({ action: paused ? 'agent_upgrade_paused' : 'agent_upgrade_resumed', details: { version } });
    }
    return readUpgrade(tx, tenantId, release);
  }),
);
