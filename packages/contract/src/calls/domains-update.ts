import { declareCall } from '../call.ts';
import { organizationDomain } from '../entities/domain.ts';
import { memberStatuses } from '../entities/member.ts';
import { listedDomain } from '../validation/domain.ts';
import { z } from '../zod.ts';

/** Chooses what people become who register at a domain: 'active' only where it is verified. */
export const domainsUpdate = declareCall({
  access: 'admin',
  method: 'PATCH',
  path: '/rest/v1/domains',
  summary: 'Choose how people at a domain join',
  tag: 'Organizations',
  input: z.object({ domain: listedDomain, admission: z.enum(memberStatuses) }),
  output: organizationDomain,
  errors: ['not_found', 'domain_not_verified'],
});
