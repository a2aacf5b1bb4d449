import { type Access, accessKinds, type Claims } from '@scout/contract';
import type pg from 'pg';
import { sameSecret } from '../../../platform/crypto/secretText.ts';
import { type Transaction, withRole } from '../../../platform/database/pool.ts';
import { bearerOf } from '../../../platform/http/caller.ts';
import { Refusal } from '../../../platform/http/refusal.ts';
import type { Sessions } from '../sessions.ts';
import { activeMembership } from '../sql/memberships.ts';
import type { Granted, Proven, RequestContext } from './request.ts';
import type { CallServices } from './services.ts';

/**
 * Checks the caller's proof required by the access kind (contract, permissions.ts), before reading any other part of the request.
 * @throws Refusal with a code declared by the access kind
 */
export async function authenticate(
  access: Access,
  app: Pick<CallServices, 'operatorToken' | 'authenticateAgent' | 'verifyToken' | 'sessions'>,
  authorization: string | undefined,
): Promise<Proven> {
  const rule = accessKinds[access];
  switch (rule.proof) {
    case 'none':
      return { access };
    case 'operator': {
      const token = bearerOf(authorization);
      if (!token || !sameSecret(token, app.operatorToken)) throw new Refusal('invalid_operator_token');
      return { access };
    }
    case 'agent':
      return { access, agent: await app.authenticateAgent(authorization) };
    case 'jwt': {
      const claims = await claimsOf(app.verifyToken, authorization);
      await requireSession(app.sessions, claims, rule.secondFactor);
      return { access, claims };
    }
  }
}

/**
 * Permits or refuses an authenticated call, only by the rule of its access kind. For kinds with membership, `proceed` runs inside
 * the tenant's transaction, which commits when it resolves.
 * @throws Refusal with a code declared by the access kind; TypeError when the caller was not authenticated for it
 */
export async function grantAccess<T>(
  access: Access,
  context: RequestContext,
  proceed: (granted: Granted) => Promise<T>,
): Promise<T> {
  const { proven } = context;
  if (proven?.access !== access) throw new TypeError(`The caller was not authenticated for ${access}`);
  const rule = accessKinds[access];
  const { claims, agent } = proven;
  if (claims && rule.membership) return asMember(context, claims, rule, proceed);
  return proceed({ ...(claims && { claims }), ...(agent && { agent }) });
}

async function claimsOf(
  verify: (token: string) => Promise<Claims>,
  authorization: string | undefined,
): Promise<Claims> {
  if (authorization === undefined) throw new Refusal('not_signed_in');
  const token = bearerOf(authorization);
  if (token === undefined) throw new Refusal('malformed_token');
  return verify(token);
}

/** The token is valid for minutes; session state and missing steps come from the database. */
async function requireSession(sessions: Sessions, claims: Claims, secondFactor: boolean): Promise<void> {
  const state = await sessions.stateOf(claims);
  if (!state) throw new Refusal('session_ended');
  if (!secondFactor) return;
  if (state.hasFactor && !state.factorShown) throw new Refusal('second_factor_required');
  if (!state.hasFactor && state.factorRequired) throw new Refusal('second_factor_enrolment_required');
}

async function asMember<T>(
  { app, gone }: RequestContext,
  claims: Claims,
  rule: { admin: boolean; subscribed: boolean },
  proceed: (granted: Granted) => Promise<T>,
): Promise<T> {
  const { tenant_id: tenantId, sub: userId } = claims;
  if (tenantId === undefined) throw new Refusal('no_organization');
  const work = async (tx: Transaction, client: pg.PoolClient) => {
    const membership = await activeMembership(tx, tenantId, userId);
    if (!membership) throw new Refusal('no_organization');
    if (rule.admin && membership.role !== 'admin') throw new Refusal('admin_required');
    if (rule.subscribed && !membership.is_subscribed) throw new Refusal('subscription_required');
    return proceed({ claims, tx, client, member: { tenantId, userId, role: membership.role } });
  };
  const actor = { role: 'scout_member', tenantId, userId } as const;
  return app.memberQueue.within(tenantId, () => withRole(app.pool, actor, work), gone);
}
