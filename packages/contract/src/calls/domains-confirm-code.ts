import { declareCall } from '../call.ts';
import { organizationDomain } from '../entities/domain.ts';
import { listedDomain } from '../validation/domain.ts';
import { z } from '../zod.ts';

/** Verifies a domain by the code that was mailed to the calling admin. */
export const domainsConfirmCode = declareCall({
  access: 'admin',
  method: 'POST',
  path: '/functions/v1/confirm-domain-code',
  summary: 'Verify a domain by a mailed code',
  tag: 'Organizations',
  input: z.object({
    domain: listedDomain,
    code: z
      .string()
      .trim()
      .regex(/^\d{6}$/, 'Invalid or expired code'),
  }),
  output: organizationDomain,
  errors: ['not_found', 'invalid_code', 'domain_taken'],
});
