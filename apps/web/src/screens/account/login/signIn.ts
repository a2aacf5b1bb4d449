import { ORPCError } from '@orpc/client';
import { codeOf, messageOf } from '../../../api/error.ts';
import { queryClient } from '../../../api/queryClient.ts';
import { session } from '../../../session/current.ts';
import { endDemoMode } from '../../../session/demoMode.ts';
import { profilesQuery, tenantsQuery } from '../../../session/organization.ts';
import { wantOverlay } from '../../../session/overlay.ts';
import { rememberSubscription } from '../../../session/subscription.ts';

/** Left for the dashboard: this visit began with a sign-in (spec section 4). */
const justLoggedInKey = 'just_logged_in';

/**
 * Signs in with a password. Resolves to false when a second factor is still to be shown; otherwise it has arrived.
 * Throws what {@link signInFailure} words.
 */
export async function signIn(email: string, password: string): Promise<boolean> {
  await session.signIn(email, password);
  if (session.getState().status === 'second-factor') return false;
  await arrive();
  return true;
}

/** What follows every sign-in (spec section 4, login flow), up to where the next page opens. */
export async function arrive(): Promise<void> {
  endDemoMode(window);
  sessionStorage.setItem(justLoggedInKey, 'true');
  // The protected layout says what went wrong when one of these fails; a sign-in that worked stays one.
  const [tenants] = await Promise.allSettled([
    queryClient.fetchQuery({ ...tenantsQuery(), retry: false }),
    queryClient.fetchQuery({ ...profilesQuery(), retry: false }),
  ]);
  const tenant = tenants.status === 'fulfilled' ? tenants.value[0] : undefined;
  if (tenant !== undefined) rememberSubscription(window, tenant.is_subscribed);
  if (tenant?.is_subscribed !== true) wantOverlay(sessionStorage);
}

/** Whether the password was right and the address is still to be confirmed. */
export function isUnconfirmed(error: unknown): boolean {
  return codeOf(error) === 'email_not_confirmed' || /email not confirmed/i.test(messageOf(error));
}

/** The sentence for a failed sign-in (spec section 8). */
export function signInFailure(error: unknown): string {
  if (error instanceof ORPCError && error.message === '') return 'Login failed. Please try again.';
  return messageOf(error);
}
