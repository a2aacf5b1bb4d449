import { keyOf, stripAccount, stripHost } from '@scout/detection';
import { declareCall } from '../../call.ts';
import { caseException } from '../../entities/caseException.ts';
import { exceptionTrial } from '../../entities/exceptionTrial.ts';
import { offsetTime, queryNumber } from '../../entities/fields.ts';
import { limits } from '../../limits.ts';
import { z } from '../../zod.ts';

const { pageRows, pageRowsMax, namesMax, nameMax, reasonMax, approverMax } = limits.exceptions;

const pattern = z.string().trim().min(1, 'Leave no name empty').max(nameMax);
const patterns = (key: (name: string) => string) =>
  z
    .array(pattern.transform((name) => keyOf(key(name))))
    .max(namesMax)
    .transform((names) => [...new Set(names)])
    .default([]);
/** Findings name machines without a domain. A dot in a pattern may belong to an address. */
const bareHost = (name: string) => (name.includes('*') ? name : stripHost(name));

/** The parts of an exception that say what it permits. */
const permitted = {
  /** A name, or a pattern with `*`. */
  account: pattern
    .transform((name) => keyOf(stripAccount(name)))
    .pipe(z.string().regex(/[\p{L}\p{N}]/u, 'Enter an account; * alone would permit everything')),
  kinds: patterns((kind) => kind),
  sources: patterns(bareHost),
  destinations: patterns(bareHost),
  persons: patterns(stripAccount),
};

/** A page of the organization's exceptions, newest first; `next` is the next page's `cursor`, null on the last page. */
export const exceptions = declareCall({
  access: 'subscriber',
  also: ['analyst', 'auditor'],
  scope: 'exceptions:read',
  method: 'GET',
  path: '/api/v1/exceptions',
  summary: 'Exceptions and break-glass windows',
  tag: 'Cases',
  input: z.object({
    /** `current`: active or upcoming; `over`: expired or ended. */
    state: z.enum(['current', 'over']).optional(),
    cursor: z.uuid().optional(),
    limit: queryNumber.pipe(z.number().int().min(1).max(pageRowsMax)).default(pageRows),
  }),
  output: z.object({
    exceptions: z.array(caseException).max(pageRowsMax),
    next: z.string().nullable(),
  }),
});

/**
 * Permits for a limited time what would otherwise be a case. Matching findings are excused immediately, including past ones, and
 * stay linked to the exception. An exception that names only an account lasts for hours, any other for days.
 */
export const exceptionsCreate = declareCall({
  access: 'subscriber-admin',
  also: ['analyst'],
  scope: 'exceptions:write',
  method: 'POST',
  path: '/api/v1/exceptions',
  summary: 'Create exception',
  tag: 'Cases',
  input: z.object({
    ...permitted,
    /** Defaults to now. */
    starts_at: offsetTime.optional(),
    ends_at: offsetTime,
    reason: z.string().trim().min(1, 'Enter a reason').max(reasonMax),
    approved_by: z.string().trim().min(1, 'Enter the approver').max(approverMax),
  }),
  output: caseException,
  errors: ['exception_period', 'exception_limit'],
});

/** Findings that an exception would have excused in the last 90 days. Nothing is saved. */
export const exceptionsTry = declareCall({
  access: 'subscriber-admin',
  also: ['analyst'],
  scope: 'exceptions:write',
  trial: true,
  method: 'POST',
  path: '/api/v1/exceptions/try',
  summary: 'Try an exception on stored findings',
  tag: 'Cases',
  input: z.object(permitted),
  output: exceptionTrial,
});

/** Ends an exception now: findings from now on are reported again. */
export const exceptionsEnd = declareCall({
  access: 'subscriber-admin',
  also: ['analyst'],
  scope: 'exceptions:write',
  method: 'POST',
  path: '/api/v1/exceptions/{id}/end',
  summary: 'End an exception',
  tag: 'Cases',
  input: z.object({ id: z.uuid() }),
  output: caseException,
  errors: ['not_found', 'exception_over'],
});
