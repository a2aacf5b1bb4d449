import { declareCall } from '../../call.ts';
import { queryNumber } from '../../entities/fields.ts';
import { ownerDecisions, ownerReview, reviewedAccount, reviewNumber } from '../../entities/ownerReview.ts';
import { limits } from '../../limits.ts';
import { z } from '../../zod.ts';

const most = limits.ownerReviews;
const { nameMax } = limits.incidents;
const inPath = z.object({ number: queryNumber.pipe(reviewNumber) });

/** The newest reviews of service accounts by their owners; at most one is open. */
export const ownerReviews = declareCall({
  access: 'subscriber',
  also: ['analyst', 'auditor', 'owner'],
  scope: 'reports:read',
  method: 'GET',
  path: '/api/v1/owner-reviews',
  summary: 'Reviews of service accounts by their owners',
  tag: 'Cases',
  input: z.object({}),
  output: z.object({ reviews: z.array(ownerReview).max(most.listed) }),
});

/** Accounts of a review, accounts with an owner first, then by name; `only=own`: accounts that the caller was asked to review. */
export const ownerReviewAccounts = declareCall({
  access: 'subscriber',
  also: ['analyst', 'auditor', 'owner'],
  scope: 'reports:read',
  method: 'GET',
  path: '/api/v1/owner-reviews/{number}/accounts',
  summary: 'Accounts of a review, with decisions',
  tag: 'Cases',
  input: inPath.extend({
    only: z.enum(['own']).optional(),
    /** `next` of the previous page. */
    cursor: queryNumber.pipe(z.number().int().min(1).max(most.accounts)).optional(),
    limit: queryNumber.pipe(z.number().int().min(1).max(most.pageRowsMax)).default(most.pageRows),
  }),
  output: z.object({
    accounts: z.array(reviewedAccount).max(most.pageRowsMax),
    next: z.number().int().nullable(),
  }),
  errors: ['not_found'],
});

/** Starts a review of all accounts and mails the owners who are active members. */
export const ownerReviewsStart = declareCall({
  access: 'subscriber-admin',
  method: 'POST',
  path: '/api/v1/owner-reviews',
  summary: 'Begin a review of service accounts by their owners',
  tag: 'Cases',
  input: z.object({ days: z.number().int().min(most.daysMin).max(most.daysMax).default(most.days) }),
  output: ownerReview,
  errors: ['review_state', 'rate_limited'],
});

/**
 * Records decisions about accounts of an open review: owners for their own accounts, admins for any account with an owner. A
 * later decision replaces an earlier one.
 */
export const ownerReviewsDecide = declareCall({
  access: 'subscriber',
  also: ['analyst', 'owner'],
  method: 'POST',
  path: '/api/v1/owner-reviews/{number}/decisions',
  summary: 'Decide about accounts of a review',
  tag: 'Cases',
  input: inPath.extend({
    accounts: z.array(z.string().trim().min(1).max(nameMax)).min(1).max(most.decidedAtOnce),
    decision: z.enum(ownerDecisions),
    comment: z
      .string()
      .trim()
      .max(most.commentMax)
      .transform((text) => text || null)
      .nullable()
      .default(null),
  }),
  output: ownerReview,
  errors: ['not_found', 'review_state'],
});

/** Closes a review permanently. Its record keeps undecided accounts as undecided. */
export const ownerReviewsClose = declareCall({
  access: 'subscriber-admin',
  method: 'POST',
  path: '/api/v1/owner-reviews/{number}/close',
  summary: 'Close a review',
  tag: 'Cases',
  input: inPath,
  output: ownerReview,
  errors: ['not_found', 'review_state'],
});
