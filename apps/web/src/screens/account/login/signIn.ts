import { ORPCError } from '@orpc/client';
import { messageOf } from '../../../api/error.ts';
import { queryClient } from '../../../api/queryClient.ts';
import { session } from '../../../session/current.ts';
import { profilesQuery, tenantsQuery } from '../../../session/organization.ts';
import { endDemoMode, rememberSubscription } from '../../../session/subscription.ts';

/** Left for the dashboard: this visit began with a sign-in (spec section 4). */
const justLoggedInKey = 'just_logged_in';

/** The login flow of spec section 4, up to where the dashboard opens. Throws what {@link signInFailure} words. */
export async function signIn(email: string, password: string): Promise<void> {
  await session.signIn(email, password);
  endDemoMode(window);
  sessionStorage.setItem(justLoggedInKey, 'true');
  // The protected layout says what went wrong when one of these fails; a sign-in that worked stays one.
  const [tenants] = await Promise.allSettled([
    queryClient.fetchQuery({ ...tenantsQuery(), retry: false }),
    queryClient.fetchQuery({ ...profilesQuery(), retry: false }),
  ]);
  const tenant = tenants.status === 'fulfilled' ? tenants.value[0] : undefined;
  if (tenant !== undefined) rememberSubscription(window, tenant.is_subscribed);
}

/** The sentence for a failed sign-in (spec section 8). */
export function signInFailure(error: unknown): string {
  if (error instanceof ORPCError && error.message === '') return 'Login failed. Please try again.';
  return messageOf(error);
}
