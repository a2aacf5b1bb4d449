import { limits } from '@scout/contract';
import {
  type StoredSubscription,
  type SubscriptionStep,
  subscriptionStep,
} from '@scout/contract/subscription';
import { DAY } from '@scout/detection/time';
import { sql } from 'kysely';
import type pg from 'pg';
import type { Clock } from '../../../platform/clock.ts';
import { audit } from '../../../platform/database/audit.ts';
import { notifyAtCommit } from '../../../platform/database/notices.ts';
import { type Transaction, withRole } from '../../../platform/database/pool.ts';
import type { Mailer } from '../../../platform/mail/mail.ts';
import { tenantRow } from '../../auth/index.ts';
import { changeSubscription } from '../sql/changeSubscription.ts';
import { mailSubscription } from './mailSubscription.ts';

export interface SubscriptionsContext {
  readonly pool: pg.Pool;
  readonly clock: Clock;
  readonly mail: Mailer;
  origin(): string;
}

/** Organizations per round; the others follow in the next. */
const TAKEN_UP = 100;
const FIRST_REMINDER_MS = Math.max(...limits.subscription.reminderDays) * DAY;

/** Organizations with a possibly due step. */
export async function awaitingSteps(pool: pg.Pool, now: number): Promise<string[]> {
  return withRole(pool, { role: 'scout_operator' }, async (tx) => {
    const rows = await tx
      .selectFrom('tenants')
      .select(['tenant_id', 'is_subscribed', 'trial_ends_at', 'trial_reminded_days', 'data_until'])
      .where((where) =>
        where.or([
          where('trial_ends_at', '<=', new Date(now + FIRST_REMINDER_MS)),
          where.and([where('data_until', '<=', new Date(now)), where('hold_since', 'is', null)]),
        ]),
      )
      .orderBy('tenant_id')
      .execute();
    return rows
      .filter((row) => subscriptionStep(storedSubscription(row), now) !== null)
      .slice(0, TAKEN_UP)
      .map(({ tenant_id }) => tenant_id);
  });
}

/** Applies an organization's due step, in a separate transaction. Returns the step; null without one. */
export async function advanceSubscription(
  { pool, clock, mail, origin }: SubscriptionsContext,
  tenantId: string,
): Promise<SubscriptionStep | null> {
  return withRole(pool, { role: 'scout_operator' }, async (tx, client) => {
    // Before any row is locked: a legal hold that is set now waits for this step, which may remove data.
    const held = await sql<{ is_held: boolean }>`SELECT scout.is_held(${tenantId})`.execute(tx);
    const tenant = await tx
      .selectFrom('tenants')
      .select(['company_name', 'is_subscribed', 'trial_ends_at', 'trial_reminded_days', 'data_until'])
      .where('tenant_id', '=', tenantId)
      .forUpdate()
      // Another server is working on it.
      .skipLocked()
      .executeTakeFirst();
    if (tenant === undefined) return null;
    const now = new Date(clock.now());
    const step = subscriptionStep(storedSubscription(tenant), now.getTime());
    if (step === null || (step.kind === 'remove_data' && held.rows[0]?.is_held)) return null;
    const organization = { tenantId, name: tenant.company_name };
    const mails = { mail, client, origin: origin() };
    switch (step.kind) {
      case 'remind': {
        await tx
          .updateTable('tenants')
          .set({ trial_reminded_days: step.days })
          .where('tenant_id', '=', tenantId)
          .execute();
        await mailSubscription(tx, mails, organization, { kind: 'trial-ending', at: tenant.trial_ends_at! });
        break;
      }
      case 'end_trial':
        await endSubscription(tx, mails, organization, { wasTrial: true, actor: 'system', now });
        break;
      case 'remove_data': {
        await sql`SELECT scout.remove_ended_data(${tenantId}, ${now})`.execute(tx);
        await audit(tx, { tenantId, actor: 'system', action: 'ended_data_removed' });
        await notifyAtCommit(tx, { kind: 'organization', id: tenantId });
      }
    }
    return step;
  });
}

interface Ending {
  readonly wasTrial: boolean;
  /** Actor in the audit log. */
  readonly actor: string;
  readonly now: Date;
}

/** Ends a subscription or trial and mails the admins. No effect on an organization without either. As scout_operator. */
export async function endSubscription(
  tx: Transaction,
  mails: Parameters<typeof mailSubscription>[1],
  organization: Parameters<typeof mailSubscription>[2],
  { wasTrial, actor, now }: Ending,
): Promise<void> {
  const { tenantId } = organization;
  if (!(await changeSubscription(tx, tenantId, false, now))) return;
  const { data_until } = await tenantRow(tx, tenantId, ['data_until']);
  const details = { is_subscribed: false, data_until: data_until?.toISOString() ?? null };
  await audit(tx, { tenantId, actor, action: wasTrial ? 'trial_ended' : 'subscription_changed', details });
  if (data_until !== null)
    await mailSubscription(tx, mails, organization, {
      kind: wasTrial ? 'trial-ended' : 'subscription-ended',
      at: data_until,
    });
}

interface StoredColumns {
  readonly is_subscribed: boolean;
  readonly trial_ends_at: Date | null;
  readonly trial_reminded_days: number | null;
  readonly data_until: Date | null;
}

const storedSubscription = (row: StoredColumns): StoredSubscription => ({
  isSubscribed: row.is_subscribed,
  trialEndsAt: row.trial_ends_at?.getTime() ?? null,
  remindedDays: row.trial_reminded_days,
  dataUntil: row.data_until?.getTime() ?? null,
});
