import { declareCall } from '../../call.ts';
import { usage } from '../../entities/usage.ts';
import { z } from '../../zod.ts';

/** Today's usage of the organization's agents and their limits. */
export const ingestUsage = declareCall({
  access: 'subscriber',
  also: ['analyst', 'auditor'],
  scope: 'agents:read',
  method: 'GET',
  path: '/api/v1/usage',
  summary: 'Today’s agent usage and quota',
  tag: 'Agents',
  input: z.object({}),
  output: usage,
});
