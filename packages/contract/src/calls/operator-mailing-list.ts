import { declareCall } from '../call.ts';
import { mailingListEntry } from '../entities/demo-request.ts';
import { queryNumber } from '../entities/fields.ts';
import { limits } from '../limits.ts';
import { z } from '../zod.ts';

const { pageRows } = limits.demoRequest;

/** The mailing list by address, a page at a time. */
export const operatorMailingList = declareCall({
  access: 'operator',
  method: 'GET',
  path: '/operator/v1/mailing_list',
  summary: 'List the mailing list',
  tag: 'Operator',
  input: z.object({
    /** The last address of the page before. */
    after: z.string().max(limits.account.emailMax).optional(),
    limit: queryNumber.pipe(z.number().int().min(1).max(pageRows)).default(pageRows),
  }),
  output: z.array(mailingListEntry).max(pageRows),
});
