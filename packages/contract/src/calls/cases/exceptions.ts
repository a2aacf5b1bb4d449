import { declareCall } from '../../call.ts';
import { caseException, newException, permittedUse } from '../../entities/caseException.ts';
import { exceptionTrial } from '../../entities/exceptionTrial.ts';
import { queryNumber } from '../../entities/fields.ts';
import { limits } from '../../limits.ts';
import { z } from '../../zod.ts';

const { pageRows, pageRowsMax } = limits.exceptions;

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
  input: newException,
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
  input: permittedUse,
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
