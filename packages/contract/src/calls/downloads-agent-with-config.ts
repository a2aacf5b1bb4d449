import { declareCall } from '../call.ts';
import { tenantId } from '../entities/fields.ts';
import { packageKinds, releasePlatforms } from '../releases.ts';
import { z } from '../zod.ts';

/**
 * A link of ten minutes to an agent's package that carries the server's address and an enrolment token of limited life
 * and uses. Machines that enrol with the token of somebody who is no admin await an admin's approval. The link starts with `/releases/configured/`; until it expires it may be asked for again, also in ranges, and
 * gives the same bytes.
 */
export const downloadsAgentWithConfig = declareCall({
  access: 'subscriber',
  method: 'POST',
  path: '/api/downloads/agent-with-config',
  summary: 'Link to an agent package that enrols itself',
  tag: 'Agents',
  input: z.object({
    tenant_id: tenantId,
    platform: z.enum(releasePlatforms),
    arch: z.enum(['x64', 'arm64']).optional(),
    /** The platform's own installer when left out: exe, pkg or deb. */
    package: z.enum(packageKinds).optional(),
  }),
  output: z.object({ agent_url: z.string() }),
  errors: ['not_found', 'agent_binary_not_found', 'public_url_missing'],
});
