import { z } from '../zod.ts';
import { isoTime } from './fields.ts';
import { memberStatuses } from './member.ts';

/** added: entered by an admin, without effect yet; claimed: an admin has a confirmed address at it; verified: ownership proved. */
export const domainStates = ['added', 'claimed', 'verified'] as const;
export type DomainState = (typeof domainStates)[number];

/** By a TXT record in the DNS, or by a code mailed to an admin's address at the domain. */
export const verificationMethods = ['dns', 'mail'] as const;
export type VerificationMethod = (typeof verificationMethods)[number];

/** A domain of the organization, for its admins. */
export const organizationDomain = z.object({
  domain: z.string(),
  state: z.enum(domainStates),
  /** Null until it is verified. */
  method: z.enum(verificationMethods).nullable(),
  /** Status of new registrations at the domain: 'active' requires a verified domain. */
  admission: z.enum(memberStatuses),
  /** DNS record that verifies the domain. */
  txt_name: z.string(),
  txt_value: z.string(),
  verified_at: isoTime.nullable(),
  created_at: isoTime,
});
export type OrganizationDomain = z.output<typeof organizationDomain>;
