import { z } from '../zod.ts';
import { isoTime } from './fields.ts';
import { memberStatuses } from './member.ts';

/** added: entered by an admin, without effect yet; claimed: an admin has a confirmed address at it; verified: proved. */
export const domainStates = ['added', 'claimed', 'verified'] as const;
export type DomainState = (typeof domainStates)[number];

/** By a TXT record in the DNS, or by a code mailed to an admin's address at the domain. */
export const verificationMethods = ['dns', 'mail'] as const;
export type VerificationMethod = (typeof verificationMethods)[number];

/** A domain of the organization, as its admins read it. */
export const organizationDomain = z.object({
  domain: z.string(),
  state: z.enum(domainStates),
  /** Null until it is verified. */
  method: z.enum(verificationMethods).nullable(),
  /** Status of people who register with the domain: 'active' only for a verified one. */
  admission: z.enum(memberStatuses),
  /** The record that verifies it. */
  txt_name: z.string(),
  txt_value: z.string(),
  verified_at: isoTime.nullable(),
  created_at: isoTime,
});
export type OrganizationDomain = z.output<typeof organizationDomain>;
