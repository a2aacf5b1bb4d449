import { endDemoMode } from './demoMode.ts';

/**
 * The subscription of the organization as last seen, with when (spec section 4). It only decides what is shown first;
 * public/theme.js looks at it too.
 */
const subscriptionKey = 'scout_subscription';

/** Null until profile and tenant are loaded. */
export type IsSubscribed = boolean | null;

/** Remembers whether the organization is subscribed. Becoming subscribed ends demo mode. */
export function rememberSubscription(page: Window, isSubscribed: boolean): void {
  const value = isSubscribed ? 'subscribed' : 'not_subscribed';
  page.localStorage.setItem(subscriptionKey, JSON.stringify({ value, at: Date.now() }));
  if (isSubscribed) endDemoMode(page);
}

/** What was remembered, for the bar of a page that is loading; null when nothing was, or nothing that can be read. */
export function rememberedSubscription(storage: Pick<Storage, 'getItem'>): IsSubscribed {
  try {
    const { value } = JSON.parse(storage.getItem(subscriptionKey) ?? '{}') as { value?: unknown };
    if (value === 'subscribed') return true;
    return value === 'not_subscribed' ? false : null;
  } catch {
    return null;
  }
}

/** Forgets it, at sign-out. */
export function forgetSubscription(page: Window): void {
  page.localStorage.removeItem(subscriptionKey);
}
