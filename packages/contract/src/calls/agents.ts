import { declareCall } from '../call.ts';
import { agent } from '../entities/agent.ts';
import { z } from '../zod.ts';

/** The organization's agents, by host, with what waits and what was refused. */
export const agents = declareCall({
  access: 'subscriber',
  method: 'GET',
  path: '/api/v1/agents',
  summary: "The organization's agents",
  tag: 'Agents',
  input: z.object({}),
  output: z.array(agent),
});
