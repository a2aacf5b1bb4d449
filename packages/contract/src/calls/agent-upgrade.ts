import { declareCall } from '../call.ts';
import { agentUpgrade as state } from '../entities/agent-upgrade.ts';
import { z } from '../zod.ts';

/** How the agents get to the newest release; null until there is one. */
export const agentUpgrade = declareCall({
  access: 'subscriber',
  method: 'GET',
  path: '/api/v1/agent-upgrade',
  summary: 'The upgrade of the agents',
  tag: 'Agents',
  input: z.object({}),
  output: state.nullable(),
});
