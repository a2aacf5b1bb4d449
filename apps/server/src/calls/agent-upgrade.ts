import { contract } from '@scout/contract';
import { offeredRelease } from '../fleet/offeredRelease.ts';
import { readUpgrade } from '../queries/agentUpgrades.ts';
import { implementCall } from './implementCall.ts';

export const agentUpgrade = implementCall(contract.agentUpgrade, async (_input, { app, tx, member }) => {
  const release = offeredRelease(app);
  return release && readUpgrade(tx, member.tenantId, release);
});
