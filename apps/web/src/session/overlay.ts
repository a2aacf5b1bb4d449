import type { IsSubscribed } from './subscription.ts';

/** Set at each sign-in to an organization without a subscription; removed once the overlay is answered. */
const showKey = 'show_subscription_overlay';

export interface OverlaySituation {
  isSubscribed: IsSubscribed;
  inDemoMode: boolean;
  /** The organization's name; null while unknown. */
  company: string | null;
  /** The one-time flag. */
  wanted: boolean;
}

/** Specification section 4: not subscribed, not in demo mode, company known, and the one-time flag is set. */
export function showsOverlay({ isSubscribed, inDemoMode, company, wanted }: OverlaySituation): boolean {
  return isSubscribed === false && !inDemoMode && Boolean(company?.trim()) && wanted;
}

/** Requests the overlay once, for the next dashboard page. */
export function wantOverlay(storage: Pick<Storage, 'setItem'>): void {
  storage.setItem(showKey, 'true');
}

/** True until the overlay has been shown. */
export function isOverlayWanted(storage: Pick<Storage, 'getItem'>): boolean {
  return storage.getItem(showKey) !== null;
}

/** Records that the overlay was answered: it is not shown again before the next sign-in. */
export function overlayAnswered(storage: Pick<Storage, 'removeItem'>): void {
  storage.removeItem(showKey);
}
