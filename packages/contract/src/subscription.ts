import { limits } from './limits.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** The subscription of an organization as it is stored; times in milliseconds since the epoch. */
export interface StoredSubscription {
  readonly isSubscribed: boolean;
  /** Null unless a trial runs. */
  readonly trialEndsAt: number | null;
  /** Days before the end of the trial that the last reminder told of; null before the first. */
  readonly remindedDays: number | null;
  /** Null with a subscription, and once the data is removed. */
  readonly dataUntil: number | null;
}

/** The subscription of an organization at a moment. */
export type SubscriptionState =
  | { readonly kind: 'subscribed' }
  | { readonly kind: 'trial'; readonly daysLeft: number }
  | { readonly kind: 'ended'; readonly daysKept: number }
  | { readonly kind: 'none' };

/** Whole days until a moment, a started one counted; 0 once it is past. */
export const daysUntil = (moment: number, now: number): number =>
  Math.max(0, Math.ceil((moment - now) / DAY_MS));

/** The end of a trial that starts now. */
export const trialEnd = (now: number): number => now + limits.plan.freeTrialDays * DAY_MS;

/** The time until which data is kept when a subscription ends now. */
export const dataEnd = (now: number): number => now + limits.subscription.dataKeptDays * DAY_MS;

/** A trial that is over, and whose end is not stored yet, has no days left. */
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

/** The next change of a subscription that time alone brings. */
export type SubscriptionStep =
  | { readonly kind: 'remind'; readonly days: number }
  | { readonly kind: 'end_trial' }
  | { readonly kind: 'remove_data' };

/**
 * The step that is due; null when none is. Of reminders that were missed only the last is due, and none once the trial is over. Applying a
 * step changes what is stored so that the step is not due again.
 */
export function subscriptionStep(stored: StoredSubscription, now: number): SubscriptionStep | null {
  const { isSubscribed, trialEndsAt, remindedDays, dataUntil } = stored;
  if (!isSubscribed) return dataUntil !== null && dataUntil <= now ? { kind: 'remove_data' } : null;
  if (trialEndsAt === null) return null;
  if (trialEndsAt <= now) return { kind: 'end_trial' };
  const due = limits.subscription.reminderDays.filter((days) => trialEndsAt - days * DAY_MS <= now);
  const days = Math.min(...due);
  return due.length > 0 && (remindedDays === null || days < remindedDays) ? { kind: 'remind', days } : null;
}
