import { contract } from '@scout/contract';
import { requireOffered } from '../fleet/offeredRelease.ts';
import { chooseRing } from '../fleet/upgrade.ts';
import { Refusal } from '../http/refusal.ts';
import { changeAsAdmin } from '../organizations/asAdmin.ts';
import { addToRing, readUpgrade, upgradableMachines } from '../queries/agentUpgrades.ts';
import { implementCall } from './implementCall.ts';

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
          : chooseRing(machines, version, count);
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
