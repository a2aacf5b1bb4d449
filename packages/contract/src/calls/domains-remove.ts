import { declareCall } from '../call.ts';
import { listedDomain } from '../validation/domain.ts';
import { z } from '../zod.ts';

/** Takes a domain off the list. Members at it stay members. */
export const domainsRemove = declareCall({
  access: 'admin',
  method: 'DELETE',
  path: '/rest/v1/domains/{domain}',
  summary: 'Remove a domain',
  tag: 'Organizations',
  input: z.object({ domain: listedDomain }),
  output: z.object({ domain: z.string() }),
  errors: ['not_found'],
});
