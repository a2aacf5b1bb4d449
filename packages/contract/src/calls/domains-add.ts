import { declareCall } from '../call.ts';
import { organizationDomain } from '../entities/domain.ts';
import { domainRule } from '../validation/domain.ts';
import { z } from '../zod.ts';

/** Adds a domain: claimed when the caller's own address is at it, otherwise without effect until it is verified. */
export const domainsAdd = declareCall({
  access: 'admin',
  method: 'POST',
  path: '/rest/v1/domains',
  summary: 'Add a domain',
  tag: 'Organizations',
  input: z.object({ domain: domainRule }),
  output: organizationDomain,
  errors: ['domain_exists', 'domain_limit'],
});
