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
import { email, queryNumber } from '../../entities/fields.ts';
import { moment } from '../../entities/window.ts';
import { limits } from '../../limits.ts';
import { z } from '../../zod.ts';

const { pageRows, pageRowsMax, reasonMax, commentMax, cursorMax } = limits.cases;
const { nameMax } = limits.incidents;

const inPath = z.object({ number: queryNumber.pipe(caseNumber) });

/**
 * The organization's cases, the gravest first and of those the newest, a page at a time; `next` is the `cursor` of the page after
 * this one, null on the last. With `since` those that changed at or after that moment, the earliest change first; `next` is then
 * there as well when the page is the last: asked with it later, the call tells what changed in the meantime.
 * With `format` the page's cases are told as `documents` of that schema, in their order, and `cases` is empty.
 */
export const cases = declareCall({
  access: 'subscriber',
  method: 'GET',
  path: '/api/v1/cases',
  summary: "The organization's cases",
  tag: 'Cases',
  input: z.object({
    /** `active`: open or acknowledged; `excused`: permitted by exceptions, and none of these. */
    status: z.enum([...caseStatuses, 'active', 'excused']).optional(),
    severity: z.enum(caseSeverities).optional(),
    /** Compares without case. */
    account: z.string().trim().min(1).max(nameMax).optional(),
    /** A member's address; `none` for cases that nobody has. */
    assignee: z.union([z.literal('none'), email]).optional(),
    since: moment.optional(),
    /** Documents of the Elastic Common Schema, or Detection Findings of OCSF (docs/siem.md). */
    format: z.enum(['ecs', 'ocsf']).optional(),
    cursor: z
      .string()
      .max(cursorMax)
      .regex(/^(?:[1-4]_-?[0-9]{1,15}|c_[0-9]{1,19})_[0-9]{1,10}$/, 'must be the next of an earlier page')
      .optional(),
    limit: queryNumber.pipe(z.number().int().min(1).max(pageRowsMax)).default(pageRows),
  }),
  output: z.object({
    cases: z.array(caseRow).max(pageRowsMax),
    documents: z.array(z.record(z.string(), z.unknown())).max(pageRowsMax).optional(),
    next: z.string().nullable(),
    /** Of the whole organization. */
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
  method: 'GET',
  path: '/api/v1/cases/{number}',
  summary: 'One case with its evidence and history',
  tag: 'Cases',
  input: inPath,
  output: caseFile,
  errors: ['not_found'],
});

/** Says that somebody looks into an open case. Harmless when repeated. */
export const casesAcknowledge = declareCall({
  access: 'subscriber',
  method: 'POST',
  path: '/api/v1/cases/{number}/acknowledge',
  summary: 'Acknowledge a case',
  tag: 'Cases',
  input: inPath,
  output: caseFile,
  errors: ['not_found', 'case_state', 'case_comments_full'],
});

/** Closes a case, with what it was and why. For admins: a member may be the very person whom the case is about. */
export const casesClose = declareCall({
  access: 'subscriber-admin',
  method: 'POST',
  path: '/api/v1/cases/{number}/close',
  summary: 'Close a case',
  tag: 'Cases',
  input: inPath.extend({
    as: z.enum(caseClosings),
    reason: z.string().trim().min(1, 'Say why the case is closed').max(reasonMax),
  }),
  output: caseFile,
  errors: ['not_found', 'case_state', 'case_comments_full'],
});

/** Opens a closed or acknowledged case again. */
export const casesReopen = declareCall({
  access: 'subscriber',
  method: 'POST',
  path: '/api/v1/cases/{number}/reopen',
  summary: 'Open a case again',
  tag: 'Cases',
  input: inPath,
  output: caseFile,
  errors: ['not_found', 'case_state', 'case_comments_full'],
});

/** Gives a case to an active member, or to nobody. */
export const casesAssign = declareCall({
  access: 'subscriber',
  method: 'POST',
  path: '/api/v1/cases/{number}/assign',
  summary: 'Assign a case',
  tag: 'Cases',
  input: inPath.extend({ assignee: email.nullable() }),
  output: caseFile,
  errors: ['not_found', 'not_assignable', 'case_comments_full'],
});

/** Adds a comment, which nobody can change or remove. */
export const casesComment = declareCall({
  access: 'subscriber',
  method: 'POST',
  path: '/api/v1/cases/{number}/comments',
  summary: 'Comment on a case',
  tag: 'Cases',
  input: inPath.extend({ text: z.string().trim().min(1, 'Write a comment first').max(commentMax) }),
  output: caseFile,
  errors: ['not_found', 'case_comments_full'],
});

/** The active members of the organization, to whom a case can be given, by address. */
export const casesAssignees = declareCall({
  access: 'subscriber',
  method: 'GET',
  path: '/api/v1/case-assignees',
  summary: 'Members to whom a case can be assigned',
  tag: 'Cases',
  input: z.object({}),
  output: z.array(z.object({ email: z.string(), full_name: z.string() })).max(limits.organization.members),
});
