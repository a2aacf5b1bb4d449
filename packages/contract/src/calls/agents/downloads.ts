import { declareCall } from '../../call.ts';
import { tenantId } from '../../entities/fields.ts';
import { releaseManifest } from '../../entities/releaseManifest.ts';
import { configurableKinds, packageReaches, releasePlatforms } from '../../releases.ts';
import { z } from '../../zod.ts';

/** Reasons why an agent package is missing or would not work, for the downloads page. */
export const downloadsStatus = declareCall({
  access: 'subscriber',
  also: ['analyst', 'auditor'],
  method: 'GET',
  path: '/api/v1/downloads/status',
  summary: 'State of the agent packages',
  tag: 'Agents',
  input: z.object({}),
  output: z.object({
    /** State of the build beside the server; `idle`: none is running, and the last one did not fail. */
    build: z.enum(['idle', 'building', 'failed']),
    reach: z.enum(packageReaches),
  }),
});

/**
 * Link, valid for ten minutes, to an agent package that contains the server's address and an enrollment token of limited lifetime
 * and uses. Machines that enroll with a non-admin's token await an admin's approval. The link starts with
 * `/releases/configured/`; until it expires it can be requested repeatedly, also in ranges, and returns the same bytes.
 */
export const downloadsAgentWithConfig = declareCall({
  access: 'subscriber',
  method: 'POST',
  path: '/api/downloads/agent-with-config',
  summary: 'Link to an agent package that enrolls itself',
  tag: 'Agents',
  input: z.object({
    tenant_id: tenantId,
    platform: z.enum(releasePlatforms),
    arch: z.enum(['x64', 'arm64']).optional(),
    /** Defaults to the platform's own installer: exe, pkg or deb. */
    package: z.enum(configurableKinds).optional(),
  }),
  output: z.object({ agent_url: z.string() }),
  errors: ['not_found', 'agent_binary_not_found', 'public_url_missing'],
});

/** The newest release of the agent; null before the first build. The signed form is `/releases/latest/manifest.json`. */
export const releasesLatest = declareCall({
  access: 'subscriber',
  also: ['analyst', 'auditor'],
  scope: 'agents:read',
  method: 'GET',
  path: '/api/v1/releases/latest',
  summary: 'The newest release of the agent',
  tag: 'Agents',
  input: z.object({}),
  output: releaseManifest.nullable(),
});
