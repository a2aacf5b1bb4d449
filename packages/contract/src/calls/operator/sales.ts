import { declareCall } from '../../call.ts';
import { demoRequest, mailingListEntry } from '../../entities/demoRequest.ts';
import { queryNumber } from '../../entities/fields.ts';
import { limits } from '../../limits.ts';
import { demoRequestKinds } from '../../validation/demoRequest.ts';
import { z } from '../../zod.ts';

const { pageRows } = limits.demoRequest;

/** Requests for early access and messages to sales, newest first, a page at a time. */
export const operatorDemoRequestsList = declareCall({
  access: 'operator',
  method: 'GET',
  path: '/operator/v1/demo_requests',
  summary: 'List requests and messages',
  tag: 'Operator',
  input: z.object({
    kind: z.enum(demoRequestKinds).optional(),
    /** Only those that programs are suspected of; otherwise only the others. */
    suspected: z.enum(['true', 'false']).default('false'),
    /** The last request_id of the page before. */
    after: z.uuid().optional(),
    limit: queryNumber.pipe(z.number().int().min(1).max(pageRows)).default(pageRows),
  }),
  output: z.array(demoRequest).max(pageRows),
});

/** The mailing list by address, a page at a time. */
export const operatorMailingList = declareCall({
  access: 'operator',
  method: 'GET',
  path: '/operator/v1/mailing_list',
  summary: 'List the mailing list',
  tag: 'Operator',
  input: z.object({
    /** The last address of the page before. */
    after: z.string().max(limits.user.emailMax).optional(),
    limit: queryNumber.pipe(z.number().int().min(1).max(pageRows)).default(pageRows),
  }),
  output: z.array(mailingListEntry).max(pageRows),
});
