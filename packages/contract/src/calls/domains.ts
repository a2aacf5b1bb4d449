import { declareCall } from '../call.ts';
import { organizationDomain } from '../entities/domain.ts';
import { z } from '../zod.ts';

export const domains = declareCall({
  access: 'admin',
  method: 'GET',
  path: '/rest/v1/domains',
  summary: 'The domains of the organization, by name',
  tag: 'Organizations',
  input: z.object({}),
  output: z.array(organizationDomain),
});
