import { contract } from '@scout/contract';
import { requireOffered } from '../fleet/offeredRelease.ts';
import { Refusal } from '../http/refusal.ts';
import { changeAsAdmin } from '../organizations/asAdmin.ts';
import { changeUpgrade, findUpgrade, readUpgrade } from '../queries/agentUpgrades.ts';
import { implementCall } from './implementCall.ts';

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
