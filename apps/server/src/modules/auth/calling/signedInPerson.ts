import { Refusal } from '../../../platform/http/refusal.ts';
import type { FactorOwner } from '../factorOwner.ts';
import type { RequestContext, SignedInContext } from './request.ts';

/** The person and session of the access token. @throws Refusal session_ended */
export async function signedInPerson({
  app,
  claims,
}: RequestContext & Partial<SignedInContext>): Promise<FactorOwner> {
  const user = claims && (await app.users.userOf(claims));
  if (!user) throw new Refusal('session_ended');
  return { id: user.id, email: user.email, sessionId: claims.session_id };
}
