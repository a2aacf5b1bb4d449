import { limits } from '../limits.ts';
import { z } from '../zod.ts';
import { companyEmailMessages, isEducationalDomain, isPersonalDomain } from './companyEmail.ts';

export const domainMessages = {
  invalid: 'Please enter a domain such as company.example',
} as const;

const name = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/;

/** First fault of a company's domain (in lower case, trimmed), or undefined. */
export function domainProblem(domain: string): string | undefined {
  if (domain.length > limits.domains.nameMax || !name.test(domain)) return domainMessages.invalid;
  if (isEducationalDomain(domain)) return companyEmailMessages.educational;
  if (isPersonalDomain(domain)) return companyEmailMessages.personal;
  return undefined;
}

/** A domain added by an admin; the output is trimmed and in lower case. */
export const domainRule = z
  .string()
  .max(1000, domainMessages.invalid)
  .transform((text) => text.trim().toLowerCase())
  .superRefine((domain, context) => {
    const message = domainProblem(domain);
    if (message) context.addIssue({ code: 'custom', message });
  });

/** A domain that is already in the list. */
export const listedDomain = z
  .string()
  .max(limits.domains.nameMax)
  .transform((text) => text.toLowerCase());
