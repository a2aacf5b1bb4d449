import { ORPCError } from '@orpc/client';
import { companyEmailMessages, companyEmailProblem } from '@scout/contract';
import { codeOf, messageOf } from '../../../api/error.ts';
import { endDemoMode } from '../../../demo/demoMode.ts';
import { session } from '../../../session/current.ts';
import { wantOverlay } from '../../../session/overlay.ts';
import { rememberSubscription } from '../../../session/subscription.ts';

/** Tells the dashboard that this visit started with a sign-in (spec section 4). */
const justLoggedInKey = 'just_logged_in';

/** Queries are loaded while the person types: they are only needed after the sign-in. */
export const loadOrganization = () => import('../../../session/organization.ts');

/**
 * Signs in with a password. Resolves to false when a second factor is still required; otherwise the sign-in is complete.
 * Throws errors for {@link signInFailure}.
 */
export async function signIn(email: string, password: string): Promise<boolean> {
  await session.signIn(email, password);
  if (session.get().status === 'second-factor') return false;
  await arrive();
  return true;
}

/** Completes every sign-in (spec section 4, login flow), up to the navigation. */
export async function arrive(): Promise<void> {
  endDemoMode(window);
  sessionStorage.setItem(justLoggedInKey, 'true');
  // The protected layout shows failures of this; the sign-in itself succeeded.
  const tenant = await loadOrganization()
    .then(({ fetchOrganization }) => fetchOrganization())
    .catch(() => undefined);
  if (tenant !== undefined) rememberSubscription(window, tenant.is_subscribed);
  if (tenant?.is_subscribed !== true) wantOverlay(sessionStorage);
}

/** True when the password was correct but the address is not confirmed. */
export function isUnconfirmed(error: unknown): boolean {
  return codeOf(error) === 'email_not_confirmed' || /email not confirmed/i.test(messageOf(error));
}

/** The message for a failed sign-in (spec section 8). */
export function signInFailure(error: unknown): string {
  if (error instanceof ORPCError && error.message === '') return 'Login failed. Please try again.';
  return messageOf(error);
}

/** The problem with an address at sign-in, or null (spec section 5, login). */
export function loginEmailProblem(text: string): string | null {
  const problem = companyEmailProblem(text);
  return problem === undefined ? null : problem || companyEmailMessages.fallback;
}
