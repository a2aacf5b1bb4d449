import { codeOf, messageOf } from '../../../api/error.ts';
import { api, session } from '../../../session/current.ts';
import { arrive } from '../login/signIn.ts';

/** Confirms an address by its code, and signs in. Throws errors for {@link confirmFailure}. */
export async function confirmByCode(email: string, token: string): Promise<void> {
  session.enter(await api.authVerify({ email, token, type: 'signup' }));
  await arrive();
}

/** Confirms an address by the link's token, and signs in. Throws errors for {@link linkFailure}. */
export async function confirmByLink(token_hash: string, type: 'signup' | 'email'): Promise<void> {
  session.enter(await api.authVerify({ token_hash, type }));
  await arrive();
}

const ownMessages = new Set(['invalid_code', 'invalid_input', 'rate_limited', 'invalid_confirmation_link']);

/** Message for a rejected code (spec section 8). */
export function confirmFailure(error: unknown): string {
  return ownMessages.has(codeOf(error) ?? '') ? messageOf(error) : 'Verification failed. Please try again.';
}

/** Message for a failed link (spec section 8). */
export function linkFailure(error: unknown): string {
  return ownMessages.has(codeOf(error) ?? '')
    ? messageOf(error)
    : 'An unexpected error occurred. Please try again.';
}
