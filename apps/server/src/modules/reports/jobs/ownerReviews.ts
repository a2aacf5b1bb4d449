import { limits } from '@scout/contract';
import { DAY, MINUTE } from '@scout/detection/time';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import type { Clock } from '../../../platform/clock.ts';
import { audit } from '../../../platform/database/audit.ts';
import { withRole } from '../../../platform/database/pool.ts';
import type { Job } from '../../../platform/jobs/rounds.ts';
import { scheduleSteps } from '../../../platform/jobs/steps.ts';
import type { Mailer } from '../../../platform/mail/mail.ts';
import { tenantRow } from '../../auth/index.ts';
import { askOwners } from '../ownerReviews/askOwners.ts';
import { closeReview } from '../ownerReviews/record.ts';
import { findReview, lockReviews } from '../sql/ownerReviews.ts';

export interface OwnerReviewsContext {
  readonly pool: pg.Pool;
  readonly clock: Clock;
  readonly mail: Mailer;
  origin(): string;
}

const { reminderDays, remindersMax, correctionMinutes } = limits.ownerReviews;

/** Everything with an owner is decided, and nothing was corrected for a while; $1 is the limit. */
const DECIDED = `NOT EXISTS (SELECT FROM scout.owner_review_accounts a WHERE a.tenant_id = r.tenant_id AND a.number = r.number
    AND a.owner IS NOT NULL AND a.decision IS NULL)
  AND (SELECT max(a.decided_at) FROM scout.owner_review_accounts a WHERE a.tenant_id = r.tenant_id AND a.number = r.number) <= $1`;

/** Organizations with a review to close or to send reminders for. */
export async function awaitingReviews(pool: pg.Pool, now: number): Promise<string[]> {
  return withRole(pool, { role: 'scout_alerts' }, async (_tx, client) => {
    const { rows } = await client.query<{ tenant_id: string }>(
      `SELECT r.tenant_id FROM scout.owner_reviews r WHERE r.is_open AND (r.remind_at <= $2 OR ${DECIDED})`,
      [new Date(now - correctionMinutes * MINUTE), new Date(now)],
    );
    return rows.map(({ tenant_id }) => tenant_id);
  });
}

/**
 * Closes an organization's open review once everything is decided, or sends a due reminder, in the transaction that records it,
 * so that neither happens twice. Returns the action; null: none.
 */
export async function advanceReview(
  { pool, clock, mail, origin }: OwnerReviewsContext,
  tenantId: string,
): Promise<'closed' | 'reminded' | null> {
  return withRole(pool, { role: 'scout_alerts', tenantId }, async (tx, client) => {
    const now = new Date(clock.now());
    await lockReviews(tx, tenantId);
    const { rows } = await client.query<{ number: number; decided: boolean }>(
      `SELECT r.number, ${DECIDED} AS decided FROM scout.owner_reviews r
       WHERE r.tenant_id = $2 AND r.is_open`,
      [new Date(now.getTime() - correctionMinutes * MINUTE), tenantId],
    );
    const [found] = rows;
    if (found === undefined) return null;
    const review = (await findReview(tx, tenantId, found.number))!;
    if (found.decided) {
      const { head } = await closeReview(tx, review, { by: null, now });
      const details = { review: review.number, undecided: 0, head };
      await audit(tx, { tenantId, actor: 'system', action: 'owner_review_closed', details });
      return 'closed';
    }
    if (review.remind_at === null || review.remind_at > now) return null;
    const reminders = review.reminders + 1;
    await tx
      .updateTable('owner_reviews')
      .set({ reminders, remind_at: nextReminder(now, review.due_at, reminders) })
      .where('tenant_id', '=', tenantId)
      .where('number', '=', review.number)
      .execute();
    const { is_subscribed } = await tenantRow(tx, tenantId, ['is_subscribed']);
    const of = { tenantId, number: review.number, startedBy: review.started_by, due: review.due_at };
    const mailed =
      is_subscribed && now < review.due_at
        ? await askOwners(tx, { mail, client, origin: origin() }, of, 'reminder')
        : 0;
    const details = { review: review.number, asked: mailed };
    await audit(tx, { tenantId, actor: 'system', action: 'owner_review_reminded', details });
    return 'reminded';
  });
}

/** Time of the next reminder; null above the maximum, or after the review's due date. */
export function nextReminder(now: Date, due: Date, reminders: number): Date | null {
  const next = new Date(now.getTime() + reminderDays * DAY);
  return reminders < remindersMax && next < due ? next : null;
}

/** Sends reminders and closes reviews when due, until `stop` is called. Safe in any number of processes. */
export function scheduleOwnerReviews(
  context: OwnerReviewsContext & { readonly log: Pick<FastifyBaseLogger, 'error'> },
): Job {
  return scheduleSteps({
    waiting: () => awaitingReviews(context.pool, context.clock.now()),
    step: async (tenantId) => ((await advanceReview(context, tenantId)) === null ? 'idle' : 'done'),
    onError: (error, tenant_id) =>
      context.log.error(
        { err: error, tenant_id },
        'a review by owners was not brought up to date; it is retried',
      ),
  });
}
