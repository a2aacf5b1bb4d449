import { declareCall } from '../../call.ts';
import { queryNumber } from '../../entities/fields.ts';
import { posturePage } from '../../entities/posture.ts';
import { accountPostures } from '../../entities/serviceAccount.ts';
import { limits } from '../../limits.ts';
import { z } from '../../zod.ts';

const { pageRows, pageRowsMax } = limits.postures;

/** Weaknesses of the register's accounts, by account: what directories and events of the last 30 days show. */
export const postures = declareCall({
  access: 'subscriber',
  also: ['analyst', 'auditor'],
  scope: 'accounts:read',
  method: 'GET',
  path: '/api/v1/postures',
  summary: 'Postures of service accounts',
  tag: 'Cases',
  input: z.object({
    posture: z.enum(accountPostures).optional(),
    /** Key of the last account of the page before. */
    cursor: z.string().min(1).max(limits.incidents.nameMax).optional(),
    limit: queryNumber.pipe(z.number().int().min(1).max(pageRowsMax)).default(pageRows),
  }),
  output: posturePage,
});
