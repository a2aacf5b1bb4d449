import type { EvidenceEntry, EvidenceFile } from '@scout/contract';
import type { Transaction } from '../../../platform/database/pool.ts';
import { tenantRow } from '../../auth/index.ts';
import { sealEvidence } from '../evidenceChain.ts';
import { findReview, reviewedAccounts } from '../sql/ownerReviews.ts';

interface Closed {
  readonly closedAt: Date;
  readonly closedBy: string | null;
  /** The organization's name at that time. */
  readonly organization: string;
}

type Review = NonNullable<Awaited<ReturnType<typeof findReview>>>;

/** The record of a review, closed or about to be. Its rows never change afterwards, so neither does its head. */
export async function sealReview(
  tx: Transaction,
  review: Omit<Review, 'closed_at'>,
  { closedAt, closedBy, organization }: Closed,
  { by, now }: { by: string; now: number },
): Promise<EvidenceFile> {
  const { tenant_id: tenantId, number } = review;
  const accounts = await reviewedAccounts(tx, tenantId, number).execute();
  const closed_at = closedAt.toISOString();
  const entries: EvidenceEntry[] = [
    {
      type: 'review',
      at: review.started_at.toISOString(),
      number,
      started_by: review.started_by,
      due: review.due_at.toISOString(),
      reminders: review.reminders,
      closed_at,
      closed_by: closedBy,
    },
    ...accounts.map((row) => ({
      type: 'answer' as const,
      at: row.decided_at?.toISOString() ?? closed_at,
      account: row.account,
      owner: row.owner,
      asked: row.asked_email,
      decision: row.decision,
      comment: row.comment,
      by: row.decided_by,
    })),
  ];
  const about = {
    organization: { id: tenantId, name: organization },
    scope: { review: number },
    left_out: { use: 0, finding: 0, case: 0, decision: 0, exception: 0 },
    made_at: new Date(now).toISOString(),
    made_by: by,
  };
  return sealEvidence(about, entries);
}

/** The record of a closed review; undefined if the organization has no such number. */
export async function reviewEvidence(
  tx: Transaction,
  tenantId: string,
  number: number,
  made: { by: string; now: number },
): Promise<EvidenceFile | undefined> {
  const review = await findReview(tx, tenantId, number);
  if (review?.closed_at == null || review.organization === null) return undefined;
  const { closed_at: closedAt, closed_by: closedBy, organization } = review;
  return sealReview(tx, review, { closedAt, closedBy, organization }, made);
}

/** Closes an open review permanently, under the lock of reviews. Returns its head and the number of undecided accounts with an owner. */
export async function closeReview(
  tx: Transaction,
  review: Review,
  { by, now }: { by: string | null; now: Date },
): Promise<{ head: string; undecided: number }> {
  const { tenant_id: tenantId, number } = review;
  const { company_name: organization } = await tenantRow(tx, tenantId, ['company_name']);
  const closed = { closedAt: now, closedBy: by, organization };
  const { head, entries } = await sealReview(tx, review, closed, { by: by ?? 'system', now: now.getTime() });
  await tx
    .updateTable('owner_reviews')
    .set({ is_open: false, closed_at: now, closed_by: by, organization, head })
    .where('tenant_id', '=', tenantId)
    .where('number', '=', number)
    .executeTakeFirstOrThrow();
  const undecided = entries.filter(
    ({ entry }) => entry.type === 'answer' && entry.owner !== null && entry.decision === null,
  ).length;
  return { head, undecided };
}
