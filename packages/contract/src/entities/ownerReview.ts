import { limits } from '../limits.ts';
import { z } from '../zod.ts';
import { isoTime } from './fields.ts';

/** An owner's decision about an account: keep it, keep it with a change, or remove it. */
export const ownerDecisions = ['keep', 'change', 'remove'] as const;
export type OwnerDecision = (typeof ownerDecisions)[number];

export const ownerDecisionTitles: Readonly<Record<OwnerDecision, string>> = {
  keep: 'Keep',
  change: 'Change needed',
  remove: 'Remove',
};

export const reviewNumber = z.number().int().positive().max(2_147_483_647);

const count = z.number().int().nonnegative();

/** A review of service accounts by their owners, with counts. */
export const ownerReview = z.object({
  number: reviewNumber,
  started_at: isoTime,
  started_by: z.string(),
  due_at: isoTime,
  closed_at: isoTime.nullable(),
  /** The admin; null while open, and after automatic closing. */
  closed_by: z.string().nullable(),
  /** Last hash of its record; null while it is open. */
  head: z.string().nullable(),
  /** Rounds of reminders. */
  reminders: count,
  accounts: count,
  without_owner: count,
  /** Members who were asked by mail. */
  asked: count,
  decided: z.object({ keep: count, change: count, remove: count }),
  /** Undecided accounts with an owner. */
  undecided: count,
  /** Undecided accounts that the caller was asked to review. */
  undecided_own: count,
  /** Accounts beyond the limit of a review. */
  left_out: count,
});
export type OwnerReview = z.output<typeof ownerReview>;

/** An account of a review. */
export const reviewedAccount = z.object({
  account: z.string(),
  /** Owner in the register at the review's start; null: none, and nothing is decided. */
  owner: z.string().nullable(),
  /** Member who was asked by mail; null: the owner is not an active member, so an admin decides. */
  asked: z.string().nullable(),
  /** True when the caller is that member. */
  is_own: z.boolean(),
  decision: z.enum(ownerDecisions).nullable(),
  comment: z.string().max(limits.ownerReviews.commentMax).nullable(),
  decided_at: isoTime.nullable(),
  decided_by: z.string().nullable(),
});
export type ReviewedAccount = z.output<typeof reviewedAccount>;
