import { declareCall } from '../call.ts';
import { agentUpgrade, releaseVersion } from '../entities/agent-upgrade.ts';
import { z } from '../zod.ts';

/** Offers the newest release to all agents of the organization, after a first ring. Harmless when repeated. */
export const agentUpgradeOpen = declareCall({
  access: 'subscriber-admin',
  method: 'POST',
  path: '/api/v1/agent-upgrade/open',
  summary: 'Upgrade all agents',
  tag: 'Agents',
  input: z.object({ version: releaseVersion }),
  output: agentUpgrade,
  errors: ['release_changed', 'upgrade_not_started'],
});
