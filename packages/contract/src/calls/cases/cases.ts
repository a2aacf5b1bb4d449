import { declareCall } from '../../call.ts';
import {
  assessment,
  caseClosings,
  caseFile,
  caseNumber,
  caseRow,
  caseSeverities,
  caseStatuses,
} from '../../entities/case.ts';
import { email, isoDate, queryNumber, timeZone } from '../../entities/fields.ts';
import { changeNumber } from '../../entities/ticket.ts';
import { moment } from '../../entities/window.ts';
import { limits } from '../../limits.ts';
import { z } from '../../zod.ts';

const { pageRows, pageRowsMax, reasonMax, commentMax, cursorMax } = limits.cases;
const { nameMax } = limits.incidents;

const inPath = z.object({ number: queryNumber.pipe(caseNumber) });

/** The properties by which lists and counts of cases are narrowed. */
export const caseNarrowing = {
  /** `active`: open or acknowledged; `excused`: permitted by exceptions, and in no other status. */
  status: z.enum([...caseStatuses, 'active', 'excused']).optional(),
  severity: z.enum(caseSeverities).optional(),
  kind: z
    .string()
    .regex(/^[a-z][a-z0-9-]{0,63}$/, 'must be a kind of findings')
    .optional(),
  /** Case-insensitive. */
  account: z.string().trim().min(1).max(nameMax).optional(),
  /** Parts of the names of accounts, people, sources and servers, case-insensitive, or the number of a case. */
  text: z.string().trim().min(1).max(limits.names.textMax).optional(),
  /** A member's address; `none` for unassigned cases. */
  assignee: z.union([z.literal('none'), email]).optional(),
  /** Opened on these days in the time zone `tz`, both included. */
  opened_from: isoDate.optional(),
  opened_to: isoDate.optional(),
  tz: timeZone.default('UTC'),
};
/** True when the first day is not after the last. */
export const opensInOrder = (of: { opened_from?: string | undefined; opened_to?: string | undefined }) =>
  !of.opened_from || !of.opened_to || of.opened_from <= of.opened_to;
export const openedFault = { message: 'must not be later than opened_to', path: ['opened_from'] };

/**
 * A page of the organization's cases, most severe first, then newest; `next` is the next page's `cursor`, null on the last page.
 * With `since`, only cases changed at or after that time, earliest change first; `next` is then present on the last page too, so
 * that a later request returns subsequent changes. With `format`, `documents` holds the page's cases in that schema and order,
 * and `cases` is empty.
 */
export const cases = declareCall({
  access: 'subscriber',
  also: ['analyst', 'auditor', 'owner'],
  scope: 'cases:read',
  method: 'GET',
  path: '/api/v1/cases',
  summary: "The organization's cases",
  tag: 'Cases',
  input: z
    .object({
      ...caseNarrowing,
      since: moment.optional(),
      /** Documents of the Elastic Common Schema, or Detection Findings of OCSF (docs/siem.md). */
      format: z.enum(['ecs', 'ocsf']).optional(),
      cursor: z
        .string()
        .max(cursorMax)
        .regex(/^(?:[1-4]_-?[0-9]{1,15}|c_[0-9]{1,19})_[0-9]{1,10}$/, 'must be the next of an earlier page')
        .optional(),
      limit: queryNumber.pipe(z.number().int().min(1).max(pageRowsMax)).default(pageRows),
    })
    .refine(opensInOrder, openedFault),
  output: z.object({
    cases: z.array(caseRow).max(pageRowsMax),
    documents: z.array(z.record(z.string(), z.unknown())).max(pageRowsMax).optional(),
    next: z.string().nullable(),
    /** Counts for the whole organization. */
    counts: z.object({
      open: z.number().int().nonnegative(),
      acknowledged: z.number().int().nonnegative(),
      closed: z.number().int().nonnegative(),
      excused: z.number().int().nonnegative(),
    }),
    assessment,
  }),
});

/** One case with its findings, the events behind them, comments and history. */
export const casesRead = declareCall({
  access: 'subscriber',
  also: ['analyst', 'auditor', 'owner'],
  scope: 'cases:read',
  method: 'GET',
  path: '/api/v1/cases/{number}',
  summary: 'One case with its evidence and history',
  tag: 'Cases',
  input: inPath,
  output: caseFile,
  errors: ['not_found'],
});

/**
 * Acknowledges an open case: somebody is investigating, the caller unless it is assigned, and nobody if an organization's token
 * calls. Idempotent.
 */
export const casesAcknowledge = declareCall({
  access: 'subscriber',
  also: ['analyst'],
  scope: 'cases:write',
  method: 'POST',
  path: '/api/v1/cases/{number}/acknowledge',
  summary: 'Acknowledge a case',
  tag: 'Cases',
  input: inPath,
  output: caseFile,
  errors: ['not_found', 'case_state', 'case_comments_full'],
});

/** Closes a case with its outcome and reason. Admins only: a member may be the person under investigation. */
export const casesClose = declareCall({
  access: 'subscriber-admin',
  also: ['analyst'],
  scope: 'cases:write',
  method: 'POST',
  path: '/api/v1/cases/{number}/close',
  summary: 'Close a case',
  tag: 'Cases',
  input: inPath
    .extend({
      as: z.enum(caseClosings),
      reason: z.string().trim().min(1, 'Enter a reason for closing the case').max(reasonMax),
      /** Number of the change that made the use expected. Checked in the connected Jira or ServiceNow, if there is one. */
      change: changeNumber.optional(),
    })
    .refine(({ as, change }) => change === undefined || as === 'expected', {
      message: 'Only for a case that is closed as expected use.',
      path: ['change'],
    }),
  output: caseFile,
  errors: ['not_found', 'case_state', 'case_comments_full', 'change_refused'],
});

/** Reopens a closed or acknowledged case. */
export const casesReopen = declareCall({
  access: 'subscriber',
  also: ['analyst'],
  scope: 'cases:write',
  method: 'POST',
  path: '/api/v1/cases/{number}/reopen',
  summary: 'Reopen a case',
  tag: 'Cases',
  input: inPath,
  output: caseFile,
  errors: ['not_found', 'case_state', 'case_comments_full'],
});

/** Assigns a case to an active member, or to nobody. */
export const casesAssign = declareCall({
  access: 'subscriber',
  also: ['analyst'],
  scope: 'cases:write',
  method: 'POST',
  path: '/api/v1/cases/{number}/assign',
  summary: 'Assign a case',
  tag: 'Cases',
  input: inPath.extend({ assignee: email.nullable() }),
  output: caseFile,
  errors: ['not_found', 'not_assignable', 'case_comments_full'],
});

/** Adds a comment, which cannot be changed or removed. */
export const casesComment = declareCall({
  access: 'subscriber',
  also: ['analyst'],
  scope: 'cases:write',
  method: 'POST',
  path: '/api/v1/cases/{number}/comments',
  summary: 'Comment on a case',
  tag: 'Cases',
  input: inPath.extend({ text: z.string().trim().min(1, 'Write a comment first').max(commentMax) }),
  output: caseFile,
  errors: ['not_found', 'case_comments_full'],
});

/** The organization's active members, by address, as possible assignees. */
export const casesAssignees = declareCall({
  access: 'subscriber',
  also: ['analyst', 'auditor'],
  scope: 'cases:read',
  method: 'GET',
  path: '/api/v1/case-assignees',
  summary: 'Members to whom a case can be assigned',
  tag: 'Cases',
  input: z.object({}),
  output: z.array(z.object({ email: z.string(), full_name: z.string() })).max(limits.organization.members),
});
