import { declareCall } from '../call.ts';
import { releaseManifest } from '../entities/release-manifest.ts';
import { z } from '../zod.ts';

/** What the newest release of the agent holds; null until one was built. The same stands, signed, in `/releases/latest/manifest.json`. */
export const releasesLatest = declareCall({
  access: 'subscriber',
  method: 'GET',
  path: '/api/v1/releases/latest',
  summary: 'The newest release of the agent',
  tag: 'Agents',
  input: z.object({}),
  output: releaseManifest.nullable(),
});
