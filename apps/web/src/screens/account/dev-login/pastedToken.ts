import { limits, errors as refusals, type User } from '@scout/contract';
import { readClaims } from '../../../session/claims.ts';
import type { SessionAnswer } from '../../../session/session.ts';

/**
 * Creates a session from a pasted access token, valid as long as the token.
 * @param tenant the expected tenant; empty for the token's own
 * @param whose requests the token's user, or throws the server's refusal: 'Invalid JWT signature', 'JWT expired'
 * @throws Error for an invalid token, or one of another tenant
 */
export async function sessionOf(
  token: string,
  tenant: string,
  whose: (token: string) => Promise<User>,
  now: number,
): Promise<SessionAnswer> {
  const claims = readClaims(token);
  if (claims === null) throw new Error(refusals.malformed_token.message);
  if (tenant !== '' && tenant !== claims.tenantId) throw new Error('The token belongs to another tenant.');
  const user = await whose(token);
  const expires_in = limits.session.accessTokenSeconds;
  const expires_at = Math.floor(now / 1_000) + expires_in;
  return { session: { access_token: token, token_type: 'bearer', expires_in, expires_at }, user };
}
