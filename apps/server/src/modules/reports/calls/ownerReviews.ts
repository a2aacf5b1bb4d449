import { contract } from '@scout/contract';
import { DAY } from '@scout/detection/time';
import type { Transaction } from '../../../platform/database/pool.ts';
import { Refusal } from '../../../platform/http/refusal.ts';
import { type ChangeWork, changeAsAdmin, changeAsMember } from '../../auth/index.ts';
import { accountKeyOf } from '../../cases/index.ts';
import { nextReminder } from '../jobs/ownerReviews.ts';
import { askOwners } from '../ownerReviews/askOwners.ts';
import { closeReview } from '../ownerReviews/record.ts';
import type { MemberContext } from '../services.ts';
import { implementCall } from '../services.ts';
import {
  addReview,
  decide,
  findReview,
  hasOpenReview,
  listReviewedAccounts,
  listReviews,
  lockReviews,
} from '../sql/ownerReviews.ts';

const noSuchReview = () => new Refusal('not_found', { message: 'This organization has no such review.' });

async function readReview(tx: Transaction, member: MemberContext['member'], number: number) {
  const [found] = await listReviews(tx, member, number);
  if (found === undefined) throw noSuchReview();
  return found;
}

export const ownerReviews = implementCall(contract.ownerReviews, async (_input, { tx, member }) => ({
  reviews: await listReviews(tx, member),
}));

export const ownerReviewAccounts = implementCall(
  contract.ownerReviewAccounts,
  async (page, { tx, member }) => {
    await readReview(tx, member, page.number);
    return listReviewedAccounts(tx, member, page);
  },
);

export const ownerReviewsStart = implementCall(contract.ownerReviewsStart, async ({ days }, context) => {
  await context.app.rates.consume('ownerReviewsPerOrganization', context.member.tenantId);
  const { mail, origin } = context.app;
  return changeAsAdmin(context, async ({ tx, tenantId, actor, now, log }) => {
    if (await hasOpenReview(tx, tenantId))
      throw new Refusal('review_state', { message: 'Close the open review first.' });
    const due = new Date(now.getTime() + days * DAY);
    const remindAt = nextReminder(now, due, 0);
    const { number, accounts } = await addReview(tx, tenantId, { by: actor, now, due, remindAt });
    const review = await readReview(tx, context.member, number);
    if (review.accounts === review.without_owner)
      throw new Refusal('review_state', {
        message: 'No service account has an owner yet. Enter owners in the register first.',
      });
    const of = { tenantId, number, startedBy: actor, due };
    const mailed = await askOwners(tx, { mail, client: context.client, origin: origin() }, of, 'asked');
    await log({
      action: 'owner_review_started',
      details: {
        review: number,
        accounts,
        asked: mailed,
        without_owner: review.without_owner,
        due: review.due_at,
      },
    });
    return review;
  });
});

export const ownerReviewsDecide = implementCall(
  contract.ownerReviewsDecide,
  ({ number, accounts, decision, comment }, context) => {
    const change = context.member.role === 'admin' ? changeAsAdmin : changeAsMember;
    return change(context, async ({ tx, tenantId, actor, now, log }: ChangeWork) => {
      await requireOpen(tx, tenantId, number);
      const keys = [...new Set(accounts.map(accountKeyOf))];
      const decided = await decide(tx, tenantId, keys, { number, decision, comment, by: actor, now });
      if (decided.length < keys.length)
        throw new Refusal('not_found', {
          message: 'One of these accounts is not yours to decide, or has no owner.',
        });
      for (const { account, asked_email } of decided)
        await log({
          action: 'owner_review_decided',
          details: { review: number, account, decision, comment, as_owner: asked_email === actor },
        });
      return readReview(tx, context.member, number);
    });
  },
);

export const ownerReviewsClose = implementCall(contract.ownerReviewsClose, ({ number }, context) =>
  changeAsAdmin(context, async ({ tx, tenantId, actor, now, log }) => {
    const review = await requireOpen(tx, tenantId, number);
    const { head, undecided } = await closeReview(tx, review, { by: actor, now });
    await log({ action: 'owner_review_closed', details: { review: number, undecided, head } });
    return readReview(tx, context.member, number);
  }),
);

/** The open review of this number, locked until the transaction ends. @throws Refusal not_found or review_state */
async function requireOpen(tx: Transaction, tenantId: string, number: number) {
  await lockReviews(tx, tenantId);
  const review = await findReview(tx, tenantId, number);
  if (review === undefined) throw noSuchReview();
  if (!review.is_open) throw new Refusal('review_state', { message: 'This review is closed.' });
  return review;
}
