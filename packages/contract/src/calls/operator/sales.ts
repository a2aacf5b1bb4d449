import { declareCall } from '../../call.ts';
import { demoRequest, mailingListEntry } from '../../entities/demoRequest.ts';
import { queryNumber } from '../../entities/fields.ts';
import { limits } from '../../limits.ts';
import { demoRequestKinds } from '../../validation/demoRequest.ts';
import { z } from '../../zod.ts';

const { pageRows } = limits.demoRequest;

/** A page of early-access requests and messages to sales, newest first. */
export const operatorDemoRequestsList = declareCall({
  access: 'operator',
  method: 'GET',
  path: '/operator/v1/demo_requests',
  summary: 'List requests and messages',
  tag: 'Operator',
  input: z.object({
    kind: z.enum(demoRequestKinds).optional(),
    /** True: only requests suspected to be spam; false: only the others. */
    suspected: z.enum(['true', 'false']).default('false'),
    /** Last request_id of the previous page. */
    after: z.uuid().optional(),
    limit: queryNumber.pipe(z.number().int().min(1).max(pageRows)).default(pageRows),
  }),
  output: z.array(demoRequest).max(pageRows),
});

/** A page of the mailing list, by address. */
export const operatorMailingList = declareCall({
  access: 'operator',
  method: 'GET',
  path: '/operator/v1/mailing_list',
  summary: 'List the mailing list',
  tag: 'Operator',
  input: z.object({
    /** Last address of the previous page. */
    after: z.string().max(limits.user.emailMax).optional(),
    limit: queryNumber.pipe(z.number().int().min(1).max(pageRows)).default(pageRows),
  }),
  output: z.array(mailingListEntry).max(pageRows),
});
