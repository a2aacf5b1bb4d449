import { declareCall } from '../../call.ts';
import { caseEvent, caseNumber } from '../../entities/case.ts';
import { caseActivity, caseDependent, caseRun, caseSignIn } from '../../entities/caseActivity.ts';
import { isoTime, queryNumber } from '../../entities/fields.ts';
import { isOrdered, moment, orderFault, windowFields } from '../../entities/window.ts';
import { limits } from '../../limits.ts';
import { z } from '../../zod.ts';

const { runs, runEvents, signIns, dependents } = limits.cases;
const name = z.string().trim().min(1).max(limits.incidents.nameMax);

/** Filters by person, source machine or target machine. Names compare without case; `-` matches events without a name. */
const narrowed = {
  number: queryNumber.pipe(caseNumber),
  person: name.optional(),
  source: name.optional(),
  server: name.optional(),
};

/** Activity of a case's accounts, starting two weeks before the case, by hour and way; 90 days at most. */
export const casesActivity = declareCall({
  access: 'subscriber',
  also: ['analyst', 'auditor', 'owner'],
  scope: 'cases:read',
  method: 'GET',
  path: '/api/v1/cases/{number}/activity',
  summary: 'Activity of a case’s accounts around it',
  tag: 'Cases',
  input: z.object(narrowed),
  output: caseActivity,
  errors: ['not_found'],
});

/** Events of a case grouped into runs, newest first; `total` includes unlisted runs. */
export const casesRuns = declareCall({
  access: 'subscriber',
  also: ['analyst', 'auditor', 'owner'],
  scope: 'cases:read',
  method: 'GET',
  path: '/api/v1/cases/{number}/runs',
  summary: 'Events of a case, grouped by path',
  tag: 'Cases',
  input: z.object({ ...narrowed, ...windowFields }).refine(isOrdered, orderFault),
  output: z.object({
    runs: z.array(caseRun).max(runs),
    total: z.number().int().nonnegative(),
    events: z.number().int().nonnegative(),
  }),
  errors: ['not_found'],
});

/**
 * A page of a run's events, newest first. `next` is the next page's `before`, null on the last page; a page before the last may
 * be shorter or even empty.
 */
export const casesRunEvents = declareCall({
  access: 'subscriber',
  also: ['analyst', 'auditor', 'owner'],
  scope: 'cases:read',
  method: 'GET',
  path: '/api/v1/cases/{number}/events',
  summary: 'The events of one run of a case',
  tag: 'Cases',
  input: z
    .object({
      number: queryNumber.pipe(caseNumber),
      account: name,
      kind: z
        .string()
        .trim()
        .min(1)
        .max(limits.accountContracts.kindMax * 2),
      person: name.optional(),
      source: name.optional(),
      server: name.optional(),
      program: name.optional(),
      from: moment,
      to: moment,
      before: z
        .string()
        .regex(
          /^[0-9]{1,13}_[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}-[0-9]{6}$/,
          'must be the next of an earlier page',
        )
        .optional(),
    })
    .refine(isOrdered, orderFault),
  output: z.object({
    events: z.array(caseEvent).max(runEvents),
    next: z.string().nullable(),
    /** Time up to which this page searched. */
    reached: isoTime,
  }),
  errors: ['not_found'],
});

/**
 * Sign-ins of a case's people at its sources around its newest findings, newest first. None when the case names
 * no person or no source.
 */
export const casesSignIns = declareCall({
  access: 'subscriber',
  also: ['analyst', 'auditor'],
  scope: 'cases:read',
  method: 'GET',
  path: '/api/v1/cases/{number}/sign-ins',
  summary: 'Sign-ins of the people of a case at its sources',
  tag: 'Cases',
  input: z.object({ number: queryNumber.pipe(caseNumber) }),
  output: z.object({
    sign_ins: z.array(caseSignIn).max(signIns.listed),
    /** Sign-ins found, including unlisted ones. */
    total: z.number().int().nonnegative(),
    /** True when the hours around every finding were searched; a busy organization has more than are searched. */
    complete: z.boolean(),
  }),
  errors: ['not_found'],
});

/**
 * Machines that used the account of a case in the last 30 days, most frequent first, without refusals and without cases that are
 * open or were misuse: what stops when the account is disabled. `total` includes unlisted machines.
 */
export const casesDependents = declareCall({
  access: 'subscriber',
  also: ['analyst', 'auditor', 'owner'],
  scope: 'cases:read',
  method: 'GET',
  path: '/api/v1/cases/{number}/dependents',
  summary: 'Dependencies of a case’s account',
  tag: 'Cases',
  input: z.object({ number: queryNumber.pipe(caseNumber) }),
  output: z.object({
    dependents: z.array(caseDependent).max(dependents.listed),
    total: z.number().int().nonnegative(),
  }),
  errors: ['not_found'],
});
