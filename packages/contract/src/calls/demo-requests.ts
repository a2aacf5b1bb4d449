import { declareCall } from '../call.ts';
import { demoRequestBody } from '../entities/demo-request.ts';
import { z } from '../zod.ts';

/**
 * Requests early access, or asks a question. Stored once however often it is sent; the mails leave after the commit.
 * 23505: early access was requested with this address before.
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
