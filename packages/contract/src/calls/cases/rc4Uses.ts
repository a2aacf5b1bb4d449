import { declareCall } from '../../call.ts';
import { queryNumber } from '../../entities/fields.ts';
import { rc4UsePage } from '../../entities/rc4Use.ts';
import { limits } from '../../limits.ts';
import { z } from '../../zod.ts';

const { pageRows, pageRowsMax } = limits.rc4;
const { nameMax } = limits.incidents;

/** Position after a use: its account and the hash of its way. */
export const rc4Page = {
  cursor: z
    .string()
    .min(34)
    .max(nameMax + 40)
    .optional(),
  limit: queryNumber.pipe(z.number().int().min(1).max(pageRowsMax)).default(pageRows),
};

/** Uses of RC4 in the last 90 days by account, requester, client and cause, counted from domain controllers' events. */
export const rc4Uses = declareCall({
  access: 'subscriber',
  also: ['analyst', 'auditor'],
  scope: 'accounts:read',
  method: 'GET',
  path: '/api/v1/rc4-uses',
  summary: 'Uses of RC4 by service accounts',
  tag: 'Cases',
  input: z.object({ account: z.string().trim().min(1).max(nameMax).optional(), ...rc4Page }),
  output: rc4UsePage,
});
