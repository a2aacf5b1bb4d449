import { declareCall } from '../call.ts';
import { operatorUsage, storageRoom } from '../entities/usage.ts';
import { z } from '../zod.ts';

/** Every organization's quota and use, by name, and the room that is left. */
export const operatorUsageList = declareCall({
  access: 'operator',
  method: 'GET',
  path: '/operator/v1/usage',
  summary: 'List what organizations sent today',
  tag: 'Operator',
  input: z.object({}),
  output: z.object({ storage: storageRoom, organizations: z.array(operatorUsage) }),
});
