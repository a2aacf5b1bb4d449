import type { Tenant } from '@scout/contract';
import { type SubscriptionState, subscriptionState } from '@scout/contract/subscription';

type Subscribed = Pick<Tenant, 'is_subscribed' | 'trial_ends_at' | 'data_until'>;

const timeOf = (time: string | null): number | null => (time === null ? null : Date.parse(time));

/** The subscription of an organization at a time, in epoch milliseconds. */
export const stateOfSubscription = (
  { is_subscribed, trial_ends_at, data_until }: Subscribed,
  now: number,
): SubscriptionState =>
  subscriptionState(
    { isSubscribed: is_subscribed, trialEndsAt: timeOf(trial_ends_at), dataUntil: timeOf(data_until) },
    now,
  );

/** `Trial: 12 days left`. */
export const trialWords = (days: number): string =>
  days === 0 ? 'Trial: ends now' : `Trial: ${days} ${days === 1 ? 'day' : 'days'} left`;
