import { declareCall } from '../../call.ts';
import { queryNumber } from '../../entities/fields.ts';
import { ownerDecisions, ownerReview, reviewedAccount, reviewNumber } from '../../entities/ownerReview.ts';
import { limits } from '../../limits.ts';
import { z } from '../../zod.ts';

const most = limits.ownerReviews;
const { nameMax } = limits.incidents;
const inPath = z.object({ number: queryNumber.pipe(reviewNumber) });

/** The newest reviews of service accounts by their owners; at most one of them is open. */
export const ownerReviews = declareCall({
  access: 'subscriber',
  method: 'GET',
  path: '/api/v1/owner-reviews',
  summary: 'Reviews of service accounts by their owners',
  tag: 'Cases',
  input: z.object({}),
  output: z.object({ reviews: z.array(ownerReview).max(most.listed) }),
});

/** The accounts of a review, those with an owner first, then by name; `only=own`: those that the caller was asked about. */
export const ownerReviewAccounts = declareCall({
  access: 'subscriber',
  method: 'GET',
  path: '/api/v1/owner-reviews/{number}/accounts',
  summary: 'Accounts of a review, with what was decided',
  tag: 'Cases',
  input: inPath.extend({
    only: z.enum(['own']).optional(),
    /** `next` of the page before. */
    cursor: queryNumber.pipe(z.number().int().min(1).max(most.accounts)).optional(),
    limit: queryNumber.pipe(z.number().int().min(1).max(most.pageRowsMax)).default(most.pageRows),
  }),
  output: z.object({
    accounts: z.array(reviewedAccount).max(most.pageRowsMax),
    next: z.number().int().nullable(),
  }),
  errors: ['not_found'],
});

/** Begins a review of all accounts, and asks the owners who are active members by mail. */
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

/** Decides about accounts of an open review: owners about theirs, admins about any with an owner. A later decision replaces it. */
export const ownerReviewsDecide = declareCall({
  access: 'subscriber',
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

/** Closes a review for good. What nobody has decided stays undecided in its record. */
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
