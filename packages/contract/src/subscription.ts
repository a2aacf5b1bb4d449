import { DAY } from '@scout/detection/time';
import { limits } from './limits.ts';

/** Stored subscription of an organization; times in milliseconds since the epoch. */
export interface StoredSubscription {
  readonly isSubscribed: boolean;
  /** Null without a running trial. */
  readonly trialEndsAt: number | null;
  /** Days before the end of the trial announced by the last reminder; null before the first. */
  readonly remindedDays: number | null;
  /** Null with a subscription, and after removal of the data. */
  readonly dataUntil: number | null;
}

/** Subscription state of an organization at a given time. */
export type SubscriptionState =
  | { readonly kind: 'subscribed' }
  | { readonly kind: 'trial'; readonly daysLeft: number }
  | { readonly kind: 'ended'; readonly daysKept: number }
  | { readonly kind: 'none' };

/** Whole days until a time, rounded up; 0 in the past. */
export const daysUntil = (moment: number, now: number): number =>
  Math.max(0, Math.ceil((moment - now) / DAY));

/** End of a trial that starts now. */
export const trialEnd = (now: number): number => now + limits.plan.freeTrialDays * DAY;

/** End of data retention for a subscription that ends now. */
export const dataEnd = (now: number): number => now + limits.subscription.dataKeptDays * DAY;

/** A trial that is over but not yet marked as ended has no days left. */
export function subscriptionState(
  { isSubscribed, trialEndsAt, dataUntil }: Omit<StoredSubscription, 'remindedDays'>,
  now: number,
): SubscriptionState {
  if (isSubscribed)
    return trialEndsAt === null
      ? { kind: 'subscribed' }
      : { kind: 'trial', daysLeft: daysUntil(trialEndsAt, now) };
  return dataUntil === null ? { kind: 'none' } : { kind: 'ended', daysKept: daysUntil(dataUntil, now) };
}

/** Next change of a subscription caused by time alone. */
export type SubscriptionStep =
  | { readonly kind: 'remind'; readonly days: number }
  | { readonly kind: 'end_trial' }
  | { readonly kind: 'remove_data' };

/**
 * Returns the step that is due; null without one. Of missed reminders only the last is due, and none after the trial. Applying a
 * step changes the stored state so that the step is no longer due.
 */
export function subscriptionStep(stored: StoredSubscription, now: number): SubscriptionStep | null {
  const { isSubscribed, trialEndsAt, remindedDays, dataUntil } = stored;
  if (!isSubscribed) return dataUntil !== null && dataUntil <= now ? { kind: 'remove_data' } : null;
  if (trialEndsAt === null) return null;
  if (trialEndsAt <= now) return { kind: 'end_trial' };
  const due = limits.subscription.reminderDays.filter((days) => trialEndsAt - days * DAY <= now);
  const days = Math.min(...due);
  return due.length > 0 && (remindedDays === null || days < remindedDays) ? { kind: 'remind', days } : null;
}
