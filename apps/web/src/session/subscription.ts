import { endDemoMode } from '../demo/demoMode.ts';

/**
 * The last known subscription of the organization, with its time (spec section 4). Only used for the first render; also read by
 * public/theme.js.
 */
const subscriptionKey = 'scout_subscription';

/** Null until profile and tenant are loaded. */
export type IsSubscribed = boolean | null;

/** Stores the subscription. Becoming subscribed ends demo mode. */
export function rememberSubscription(page: Window, isSubscribed: boolean): void {
  const value = isSubscribed ? 'subscribed' : 'not_subscribed';
  page.localStorage.setItem(subscriptionKey, JSON.stringify({ value, at: Date.now() }));
  if (isSubscribed) endDemoMode(page);
}

/** The stored subscription, for the bar of a loading page; null when missing or invalid. */
export function rememberedSubscription(storage: Pick<Storage, 'getItem'>): IsSubscribed {
  try {
    const { value } = JSON.parse(storage.getItem(subscriptionKey) ?? '{}') as { value?: unknown };
    if (value === 'subscribed') return true;
    return value === 'not_subscribed' ? false : null;
  } catch {
    return null;
  }
}

/** Removes it on sign-out. */
export function forgetSubscription(page: Window): void {
  page.localStorage.removeItem(subscriptionKey);
}
