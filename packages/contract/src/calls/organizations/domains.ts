import { declareCall } from '../../call.ts';
import { organizationDomain } from '../../entities/domain.ts';
import { isoTime } from '../../entities/fields.ts';
import { memberStatuses } from '../../entities/member.ts';
import { domainRule, listedDomain } from '../../validation/domain.ts';
import { z } from '../../zod.ts';

export const domains = declareCall({
  access: 'admin',
  also: ['auditor'],
  method: 'GET',
  path: '/rest/v1/domains',
  summary: 'The domains of the organization, by name',
  tag: 'Organizations',
  input: z.object({}),
  output: z.array(organizationDomain),
});

/** Adds a domain: claimed when the caller's own address belongs to it, otherwise without effect until verified. */
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

/** Mails a code to the calling admin, whose address must be at the domain. Invalidates the previous code. */
export const domainsSendCode = declareCall({
  access: 'admin',
  method: 'POST',
  path: '/functions/v1/send-domain-code',
  summary: 'Email a code to verify a domain',
  tag: 'Organizations',
  input: z.object({ domain: listedDomain }),
  output: z.object({ email: z.string(), expires_at: isoTime }),
  errors: ['not_found', 'domain_other_address'],
});

/** Verifies a domain by the code mailed to the calling admin. */
export const domainsConfirmCode = declareCall({
  access: 'admin',
  method: 'POST',
  path: '/functions/v1/confirm-domain-code',
  summary: 'Verify a domain by an emailed code',
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

/** Looks up a domain's TXT record and verifies the domain. A previous owner of the domain loses it. */
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

/** Sets the status of new registrations at a domain: 'active' requires a verified domain. */
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

/** Removes a domain from the list. Its members stay. */
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
