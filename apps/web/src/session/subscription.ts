/** The subscription of the organization as last seen, with when (spec section 4). It only decides what is shown first. */
const subscriptionKey = 'scout_subscription';
const demoModeKey = 'demo_mode';
/** Fired on the window when demo mode was switched on or off. */
export const demoModeUpdated = 'demo-mode-updated';

/** Remembers whether the organization is subscribed. Becoming subscribed ends demo mode. */
export function rememberSubscription(page: Window, isSubscribed: boolean): void {
  const value = isSubscribed ? 'subscribed' : 'not_subscribed';
  page.localStorage.setItem(subscriptionKey, JSON.stringify({ value, at: Date.now() }));
  if (isSubscribed) endDemoMode(page);
}

/** Forgets it, at sign-out. */
export function forgetSubscription(page: Window): void {
  page.localStorage.removeItem(subscriptionKey);
}

/** Whether somebody is looking around in demo mode. */
export function inDemoMode(page: Pick<Window, 'localStorage'>): boolean {
  return page.localStorage.getItem(demoModeKey) !== null;
}

/** Clears the demo flag and tells whoever shows it; at every sign-in. */
export function endDemoMode(page: Window): void {
  page.localStorage.removeItem(demoModeKey);
  page.dispatchEvent(new Event(demoModeUpdated));
}
