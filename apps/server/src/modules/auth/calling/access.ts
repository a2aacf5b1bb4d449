import { accessKinds, type Claims, type Role } from '@scout/contract';
import type pg from 'pg';
import { looksLikeApiToken, sameSecret } from '../../../platform/crypto/secretText.ts';
import { type Transaction, withRole } from '../../../platform/database/pool.ts';
import { bearerOf } from '../../../platform/http/caller.ts';
import { Refusal } from '../../../platform/http/refusal.ts';
import type { Sessions } from '../sessions.ts';
import { activeMembership } from '../sql/memberships.ts';
import { narrowTransaction } from '../sql/narrowTransaction.ts';
import { tenantRow } from '../sql/tenantRow.ts';
import type { ActiveMembership, CallRule, Granted, Proven, RequestContext } from './request.ts';
import type { CallServices } from './services.ts';

/**
 * Checks the caller's proof required by the access kind (contract, permissions.ts), before reading any other part of the request.
 * @throws Refusal with a code declared by the access kind
 */
export async function authenticate(
  { access, scope }: CallRule,
  app: Pick<
    CallServices,
    'operatorToken' | 'authenticateAgent' | 'verifyToken' | 'sessions' | 'apiTokenProof'
  >,
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
      const token = bearerOf(authorization);
      if (token && looksLikeApiToken(token)) {
        return { access, apiToken: await app.apiTokenProof.authenticate(token, scope) };
      }
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
  { access, roles }: Pick<CallRule, 'access' | 'roles'>,
  context: RequestContext,
  proceed: (granted: Granted) => Promise<T>,
): Promise<T> {
  const { proven } = context;
  if (proven?.access !== access) throw new TypeError(`The caller was not authenticated for ${access}`);
  const rule = accessKinds[access];
  const { claims, apiToken, agent } = proven;
  if (rule.membership && (claims || apiToken)) return asMember(context, proven, { ...rule, roles }, proceed);
  // Authentication refuses tokens for other kinds.
  if (apiToken) throw new TypeError(`An API token came to a call of ${access}`);
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
  if (!state.hasFactor && state.factorRequired && !state.factorShown)
    throw new Refusal('second_factor_enrolment_required');
}

/** The organization that a proven caller belongs to, by the caller's proof. */
export const tenantOf = (proven: Proven | undefined): string | undefined =>
  proven?.apiToken?.tenantId ?? proven?.claims?.tenant_id;

async function asMember<T>(
  { app, gone }: RequestContext,
  proven: Proven,
  rule: { admin: boolean; subscribed: boolean; roles: readonly Role[] },
  proceed: (granted: Granted) => Promise<T>,
): Promise<T> {
  const { claims, apiToken } = proven;
  const tenantId = tenantOf(proven);
  if (tenantId === undefined) throw new Refusal('no_organization');
  // The id of an organization's token is no person's, so that the policies show it nothing of a person's own.
  const userId = claims?.sub ?? apiToken?.userId ?? apiToken!.tokenId;
  const work = async (tx: Transaction, client: pg.PoolClient) => {
    const standing = await standingOf(tx, { tenantId, userId, apiToken });
    if (!standing) throw new Refusal('no_organization');
    requireRole(standing.role, rule);
    if (rule.subscribed && !standing.is_subscribed) throw new Refusal('subscription_required');
    await narrowTransaction(tx, standing.role);
    const asAdmin: readonly Role[] = rule.admin ? rule.roles : ['admin'];
    const member: ActiveMembership = { tenantId, userId, role: standing.role, asAdmin, apiToken };
    return proceed({ ...(claims && { claims }), tx, client, member });
  };
  const actor = { role: 'scout_member', tenantId, userId } as const;
  return app.memberQueue.within(tenantId, () => withRole(app.pool, actor, work), gone);
}

/** @throws Refusal admin_required or role_not_permitted */
function requireRole(role: Role, rule: { admin: boolean; roles: readonly Role[] }): void {
  if (rule.roles.includes(role)) return;
  throw new Refusal(rule.admin && role === 'member' ? 'admin_required' : 'role_not_permitted');
}

/** A person's membership now, also behind a token; an organization's token is limited by its scopes alone. */
async function standingOf(
  tx: Transaction,
  { tenantId, userId, apiToken }: Omit<ActiveMembership, 'role' | 'asAdmin'>,
): Promise<{ role: Role; is_subscribed: boolean } | undefined> {
  if (!apiToken || apiToken.userId !== null) return activeMembership(tx, tenantId, userId);
  const { is_subscribed } = await tenantRow(tx, tenantId, ['is_subscribed']);
  return { role: 'admin', is_subscribed };
}
