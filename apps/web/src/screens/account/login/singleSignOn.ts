import { ssoFailures } from '@scout/contract';
import { api } from '../../../session/current.ts';

/** Parameter of the screen's address in which the server says how a sign-in at an identity provider ended. */
export const ssoParameter = 'sso';
/** Its value after a success. */
export const ssoDone = 'done';

/** The message for a sign-in that failed at the provider; null for none, and for a reason that no server names. */
export const ssoFailure = (reason: string | null): string | null =>
  reason !== null && Object.hasOwn(ssoFailures, reason)
    ? ssoFailures[reason as keyof typeof ssoFailures]
    : null;

/** The address at the identity provider of an email address's organization, on which a sign-in continues. */
export async function providerAddress(email: string): Promise<string> {
  return (await api.ssoStart({ email })).url;
}
