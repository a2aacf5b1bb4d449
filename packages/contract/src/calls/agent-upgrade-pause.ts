import { declareCall } from '../call.ts';
import { agentUpgrade, releaseVersion } from '../entities/agent-upgrade.ts';
import { z } from '../zod.ts';

/** Stops offering the newest release, or goes on with it. A machine that has fetched it already puts it in place. Harmless when repeated. */
export const agentUpgradePause = declareCall({
  access: 'subscriber-admin',
  method: 'POST',
  path: '/api/v1/agent-upgrade/pause',
  summary: 'Pause or resume the upgrade of agents',
  tag: 'Agents',
  input: z.object({ version: releaseVersion, paused: z.boolean() }),
  output: agentUpgrade,
  errors: ['release_changed', 'upgrade_not_started'],
});
