import { declareCall } from '../../call.ts';
import { demoRequestBody, formSigns } from '../../entities/demoRequest.ts';
import { emailRule } from '../../validation/email.ts';
import { sanitizeMailingListInput } from '../../validation/mailingList.ts';
import { z } from '../../zod.ts';

/**
 * Requests early access, or asks a question. Repeated requests are stored once; mails leave after the commit. 23505: this address
 * has already requested early access.
 */
export const demoRequests = declareCall({
  access: 'visitor',
  method: 'POST',
  path: '/rest/v1/demo_requests',
  summary: 'Request early access, or contact sales',
  tag: 'Sales',
  input: demoRequestBody,
  output: z.object({ stored: z.literal(true) }),
  errors: ['23505', '42501', '42P01'],
});

/** True when this address has requested early access: the form shows it on blur; the call discloses nothing else. */
export const checkExistingRequest = declareCall({
  access: 'visitor',
  method: 'POST',
  path: '/functions/v1/check-existing-request',
  summary: 'Whether early access was requested',
  tag: 'Sales',
  input: z.object({ email: emailRule }),
  output: z.object({ hasExistingRequest: z.boolean() }),
});

/** Prefilled fields of the early-access form for the signed-in person; `requested` is true after a request. */
export const earlyAccessPerson = declareCall({
  access: 'signed-in',
  method: 'GET',
  path: '/functions/v1/early-access-person',
  summary: 'Early access of the signed-in user',
  tag: 'Sales',
  input: z.object({}),
  output: z.object({
    hasExistingRequest: z.boolean(),
    /** Empty if unknown. */
    first_name: z.string(),
    last_name: z.string(),
    email: z.string(),
    phone: z.string(),
    company_name: z.string(),
    job_title: z.string(),
  }),
});

/** Adds an address to the mailing list. 23505: already listed, which the page treats as success. */
export const mailingList = declareCall({
  access: 'visitor',
  method: 'POST',
  path: '/rest/v1/mailing_list',
  summary: 'Join the mailing list',
  tag: 'Sales',
  input: z.object({ email: z.string().transform(sanitizeMailingListInput).pipe(emailRule), ...formSigns }),
  output: z.object({ stored: z.literal(true) }),
  errors: ['23505', '42501', '42P01'],
});
