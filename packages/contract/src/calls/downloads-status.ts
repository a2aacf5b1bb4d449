import { declareCall } from '../call.ts';
import { packageReaches } from '../releases.ts';
import { z } from '../zod.ts';

/** Why a package of the agent is not there, or would not work: for whoever looks at the downloads. */
export const downloadsStatus = declareCall({
  access: 'subscriber',
  method: 'GET',
  path: '/api/v1/downloads/status',
  summary: 'The build of agent packages, and where they would work',
  tag: 'Agents',
  input: z.object({}),
  output: z.object({
    /** Of the build beside the server; `idle`: none is under way, and the last one did not fail. */
    build: z.enum(['idle', 'building', 'failed']),
    reach: z.enum(packageReaches),
  }),
});
