import { declareCall } from '../call.ts';
import { organizationDomain } from '../entities/domain.ts';
import { listedDomain } from '../validation/domain.ts';
import { z } from '../zod.ts';

/** Looks for the TXT record of a domain, and verifies it. Whoever held the domain before does no longer. */
export const domainsCheckDns = declareCall({
  access: 'admin',
  method: 'POST',
  path: '/functions/v1/check-domain-dns',
  summary: 'Verify a domain by its DNS record',
  tag: 'Organizations',
  input: z.object({ domain: listedDomain }),
  output: organizationDomain,
  errors: ['not_found', 'domain_record_missing'],
});
