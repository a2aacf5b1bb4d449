import { contract } from '@scout/contract';
import { requireOffered } from '../fleet/offeredRelease.ts';
import { Refusal } from '../http/refusal.ts';
import { changeAsAdmin } from '../organizations/asAdmin.ts';
import { changeUpgrade, findUpgrade, readUpgrade } from '../queries/agentUpgrades.ts';
import { implementCall } from './implementCall.ts';

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
