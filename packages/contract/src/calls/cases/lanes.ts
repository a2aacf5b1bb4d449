import { declareCall } from '../../call.ts';
import { accountLanes, laneFilters } from '../../entities/accountLane.ts';
import { queryNumber, timeZone } from '../../entities/fields.ts';
import { limits } from '../../limits.ts';
import { z } from '../../zod.ts';

const { listed } = limits.accountLanes;

/** Accounts with active cases, each with its most severe case and its activity on each of the last 30 days. */
export const casesLanes = declareCall({
  access: 'subscriber',
  also: ['analyst', 'auditor'],
  scope: 'cases:read',
  method: 'GET',
  path: '/api/v1/case-lanes',
  summary: 'Accounts with active cases, and their activity by day',
  tag: 'Cases',
  input: z.object({
    tz: timeZone.default('UTC'),
    /** Includes only accounts with activity of this kind in these days. */
    only: z.enum(laneFilters).optional(),
    limit: queryNumber.pipe(z.number().int().min(1).max(listed)).default(listed),
  }),
  output: accountLanes,
});
