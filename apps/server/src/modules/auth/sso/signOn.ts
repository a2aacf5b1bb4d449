import { randomBytes } from 'node:crypto';
import {
  domainOf,
  emailRule,
  limits,
  type SsoFailure,
  type SsoProtocol,
  type SsoTest,
} from '@scout/contract';
import { audit } from '../../../platform/database/audit.ts';
import { type Caller, placeOf } from '../../../platform/http/caller.ts';
import { Refusal } from '../../../platform/http/refusal.ts';
import { type AuthQueries, inAuth } from '../database.ts';
import type { AuthServices } from '../services.ts';
import { auditPerson } from '../sql/people.ts';
import {
  type Attempt,
  addressOf,
  confirmUser,
  endReportedSessions,
  type FoundUser,
  insertAttempt,
  join,
  linkedUser,
  noteTest,
  type SignOnConnection,
  signOnConnection,
  type TakenAttempt,
  takeAttempt,
  tenantOfDomain,
  userOfAddress,
} from '../sql/signOns.ts';
import { addressesOf, samlAddressesOf } from './addresses.ts';
import { giveRoleOfGroups } from './groupsToRole.ts';
import { orProblem, ProviderProblem, SignInDenied } from './problems.ts';
import {
  type AttemptSecrets,
  attemptSecrets,
  discover,
  type ProvenPerson,
  type Provider,
  type SignInProvider,
} from './provider.ts';
import { describeSaml, samlProvider } from './saml/samlProvider.ts';
import { openSecret, UNREADABLE_KEY } from './secret.ts';

/** Address at which a browser continues, and cookies to set. */
export interface Continuation {
  readonly url: string;
  readonly cookies: readonly string[];
}

/** End of a sign-in or of a test. */
export type Ended =
  | { readonly kind: 'signed-in'; readonly cookies: readonly string[] }
  | { readonly kind: 'tested' }
  | { readonly kind: 'failed'; readonly failure: SsoFailure };

/** Milliseconds by which the clock of a provider may be behind when it reports a log-out. */
const LOGOUT_TOLERANCE_MS = 30_000;

/** Random text in an address. */
const newState = () => randomBytes(32).toString('base64url');

async function openIdProvider(app: AuthServices, connection: SignOnConnection): Promise<Provider> {
  const { protocol, issuer, client_id: clientId, sealed } = connection;
  if (protocol !== 'oidc') throw new ProviderProblem('The provider speaks another protocol.');
  const clientSecret = await openSecret(app, sealed, 'The stored client secret cannot be read. Replace it.');
  return discover(app.ssoFetcher, app.clock, { issuer, clientId, clientSecret });
}

async function providerOf(app: AuthServices, connection: SignOnConnection): Promise<SignInProvider> {
  if (connection.protocol === 'oidc') return openIdProvider(app, connection);
  const key = await openSecret(app, connection.sealed, UNREADABLE_KEY);
  const addresses = samlAddressesOf(app.origin(), connection.tenant_id);
  return samlProvider(app, await describeSaml(app, connection), addresses, key);
}

/**
 * Begins a sign-in at the provider of the organization that has verified the address's domain.
 * @throws Refusal rate_limited, sso_unavailable or sso_provider
 */
export async function startSignOn(app: AuthServices, email: string, caller: Caller): Promise<Continuation> {
  await app.rates.consume('ssoStartPerAddress', caller.address);
  const { db } = app.authStore;
  const tenantId = await tenantOfDomain(db, domainOf(email));
  const connection = tenantId === undefined ? undefined : await signOnConnection(db, tenantId);
  if (!connection) throw new Refusal('sso_unavailable');
  await app.rates.consume('ssoStartPerOrganization', connection.tenant_id);
  const provider = await providerOf(app, connection).catch((cause) => {
    throw cause instanceof ProviderProblem ? new Refusal('sso_provider', { cause }) : cause;
  });
  return begin(app, connection, provider, { caller, tester: null, hint: email });
}

/** Begins a test, which signs nobody in. The problems are those of the provider's description. */
export async function startTest(
  app: AuthServices,
  { tenantId, userId }: { tenantId: string; userId: string },
  caller: Caller,
): Promise<{ continuation: Continuation | null; problems: readonly string[] }> {
  const { db } = app.authStore;
  const connection = await signOnConnection(db, tenantId);
  if (!connection) throw new Refusal('not_found', { message: 'Single sign-on is not set up.' });
  const provider = await orProblem(providerOf(app, connection));
  const problems = provider instanceof ProviderProblem ? [provider.message] : provider.problems;
  if (provider instanceof ProviderProblem || problems.length > 0) return { continuation: null, problems };
  const continuation = await begin(app, connection, provider, { caller, tester: userId, hint: null });
  return { continuation, problems };
}

async function begin(
  app: AuthServices,
  connection: SignOnConnection,
  provider: SignInProvider,
  { caller, tester, hint }: { caller: Caller; tester: string | null; hint: string | null },
): Promise<Continuation> {
  const state = newState();
  // Several tabs of a browser share the cookie.
  const browser = app.cookies.readSignOn(caller.cookie) ?? newState();
  const { redirect_uri } = addressesOf(app.origin(), connection.tenant_id);
  const url = await provider.signInUrl(attemptSecrets(state, browser), redirect_uri, hint);
  const { tenant_id, connection_id } = connection;
  const attempt = { tenant_id, connection_id, tester };
  await insertAttempt(app.authStore.db, attempt, { state, browser, now: app.clock.now() });
  return { url, cookies: [app.cookies.signOn(browser)] };
}

/** Ends what {@link startSignOn} or {@link startTest} began, with the query that the browser brings from the provider. */
export async function endSignOn(
  app: AuthServices,
  tenantId: string,
  query: URLSearchParams,
  caller: Caller,
): Promise<Ended> {
  await app.rates.consume('ssoCallbackPerAddress', caller.address);
  const [state, browser] = [query.get('state'), app.cookies.readSignOn(caller.cookie)];
  const { db } = app.authStore;
  const now = app.clock.now();
  const attempt =
    state !== null && browser !== undefined
      ? await takeAttempt(db, { tenantId, state, browser, now })
      : undefined;
  if (!attempt || state === null || browser === undefined) return { kind: 'failed', failure: 'expired' };
  const connection = await signOnConnection(db, tenantId);
  if (connection?.connection_id !== attempt.connection_id) return { kind: 'failed', failure: 'off' };
  const proven =
    connection.protocol === 'saml'
      ? provenBefore(attempt)
      : await provenByCode(app, connection, query, attemptSecrets(state, browser));
  if (proven === undefined) return { kind: 'failed', failure: 'expired' };
  if (proven instanceof ProviderProblem) {
    const nothing = { claims: [], email: null, problems: [proven.message] };
    if (attempt.tester !== null) return endTest(app, attempt, nothing);
    const isRefused = proven instanceof SignInDenied || query.has('error');
    return refuse(app, attempt, isRefused ? 'refused' : 'provider', caller, proven);
  }
  if (attempt.tester !== null) return endTest(app, attempt, testOf(proven.person, connection.protocol));
  return signIn(app, connection, proven, caller);
}

/** A person whom a provider has signed in. */
interface Proven {
  readonly person: ProvenPerson;
  readonly endSessionUrl: string | null;
}

async function provenByCode(
  app: AuthServices,
  connection: SignOnConnection,
  query: URLSearchParams,
  secrets: AttemptSecrets,
): Promise<Proven | ProviderProblem> {
  const { redirect_uri, post_logout_redirect_uri } = addressesOf(app.origin(), connection.tenant_id);
  const callback = new URL(redirect_uri);
  callback.search = query.toString();
  return orProblem(
    openIdProvider(app, connection).then(async (provider) => ({
      person: await provider.personOf(callback, secrets),
      endSessionUrl: provider.endSessionUrl(post_logout_redirect_uri),
    })),
  );
}

/** The person that a SAML response proved; undefined: no response has come. */
function provenBefore({ proven }: TakenAttempt): Proven | ProviderProblem | undefined {
  if (proven === null) return undefined;
  if ('person' in proven) return { person: proven.person, endSessionUrl: null };
  return proven.isDenied ? new SignInDenied(proven.problem) : new ProviderProblem(proven.problem);
}

/** Result of a test: the claims about the person, and everything that a sign-in would lack. */
function testOf(person: ProvenPerson, protocol: SsoProtocol): Pick<SsoTest, 'claims' | 'email' | 'problems'> {
  const address = emailRule.safeParse(person.email ?? '');
  const [name, email] = protocol === 'saml' ? ['NameID', 'attribute'] : ['claim sub', 'claim'];
  return {
    claims: person.claims.slice(0, limits.sso.claimsListed).map((name) => name.slice(0, 60)),
    email: address.success ? address.data : null,
    problems: [
      ...(person.subject === '' ? [`No name of the person came (${name}), or one that is too long.`] : []),
      ...(address.success ? [] : [`No email address came (${email} email).`]),
      ...(person.emailVerified === false
        ? ['The provider says that the email address is not verified (claim email_verified).']
        : []),
    ],
  };
}

async function endTest(
  app: AuthServices,
  attempt: Attempt,
  test: Pick<SsoTest, 'claims' | 'email' | 'problems'>,
): Promise<Ended> {
  await inAuth(app.pool, async (tx, db) => {
    const by = (await addressOf(db, attempt.tester!)) ?? 'system';
    await noteTest(db, attempt, { ...test, at: new Date(app.clock.now()).toISOString(), by });
    await audit(tx, {
      tenantId: attempt.tenant_id,
      actor: by,
      action: 'single_sign_on_tested',
      details: { problems: test.problems.join(' ').slice(0, 500) },
    });
  });
  return { kind: 'tested' };
}

/** Undoes the transaction of a sign-in that the organization does not permit. */
class NotPermitted extends Error {
  override name = 'NotPermitted';
  readonly failure: SsoFailure;
  constructor(failure: SsoFailure) {
    super(failure);
    this.failure = failure;
  }
}

async function signIn(
  app: AuthServices,
  connection: SignOnConnection,
  { person: proven, endSessionUrl }: Proven,
  caller: Caller,
): Promise<Ended> {
  const { tenant_id: tenantId, connection_id: connectionId } = connection;
  const now = new Date(app.clock.now());
  try {
    const begun = await inAuth(app.pool, async (tx, db) => {
      const user = await userOf(connection, proven, now, db);
      const { subject, sid, firstName, lastName, secondFactor } = proven;
      const joined = await join(
        db,
        connection,
        { id: user.id, email: user.email, domain: domainOf(user.email), subject, firstName, lastName },
        now,
      );
      if (typeof joined === 'string') throw new NotPermitted(joined);
      if (!user.email_verified) await confirmUser(db, user.id, { firstName, lastName }, now);
      if (joined.isNew) {
        const action = joined.outcome === 'pending' ? 'membership_requested' : 'member_joined';
        const details = { single_sign_on: true };
        await audit(tx, { tenantId, actor: user.email, action, details, ...placeOf(caller) });
      }
      await giveRoleOfGroups(tx, db, { tenantId, email: user.email, groups: proven.groups }, { now, caller });
      const proof = { tenantId, connectionId, subject, sid, endSessionUrl, secondFactor };
      return app.users.begin(tx, db, user, caller, proof);
    });
    return { kind: 'signed-in', cookies: begun.cookies };
  } catch (error) {
    if (error instanceof NotPermitted)
      return refuse(app, connection, error.failure, caller, undefined, proven);
    throw error;
  }
}

/** The person behind a provider's name: linked before, or found by the address that the provider confirms. */
async function userOf(
  connection: SignOnConnection,
  { subject, email, emailVerified, firstName, lastName }: ProvenPerson,
  now: Date,
  db: AuthQueries,
): Promise<FoundUser> {
  if (subject === '') throw new NotPermitted('provider');
  const linked = await linkedUser(db, connection, subject);
  if (linked) return linked;
  const address = emailRule.safeParse(email ?? '');
  if (!address.success || emailVerified === false) throw new NotPermitted('email');
  return userOfAddress(db, address.data, { firstName, lastName }, now);
}

/** Records a sign-in that failed in the organization's log. */
async function refuse(
  app: AuthServices,
  { tenant_id: tenantId }: Pick<Attempt, 'tenant_id'>,
  failure: SsoFailure,
  caller: Caller,
  problem?: ProviderProblem,
  proven?: ProvenPerson,
): Promise<Ended> {
  const address = emailRule.safeParse(proven?.email ?? '');
  await inAuth(app.pool, (tx) =>
    audit(tx, {
      tenantId,
      actor: 'system',
      action: 'single_sign_on_failed',
      details: {
        reason: failure,
        ...(problem && { problem: problem.message }),
        ...(address.success && { email: address.data }),
      },
      ...placeOf(caller),
    }),
  );
  return { kind: 'failed', failure };
}

/**
 * Ends the sessions that a provider reports to have ended.
 * @throws Refusal rate_limited or invalid_logout_token
 */
export async function endReported(
  app: AuthServices,
  tenantId: string,
  token: string,
  caller: Caller,
): Promise<void> {
  await app.rates.consume('ssoCallbackPerAddress', caller.address);
  const connection = await signOnConnection(app.authStore.db, tenantId);
  if (!connection) throw new Refusal('invalid_logout_token');
  await app.rates.consume('ssoLogoutPerOrganization', tenantId);
  const report = await orProblem(
    openIdProvider(app, connection).then((provider) => provider.logoutOf(token)),
  );
  if (report instanceof ProviderProblem) throw new Refusal('invalid_logout_token');
  await inAuth(app.pool, async (tx, db) => {
    for (const id of await endReportedSessions(tx, db, connection, report, LOGOUT_TOLERANCE_MS)) {
      const email = await addressOf(db, id);
      if (email !== undefined)
        await auditPerson(tx, { id, email }, 'signed_out', caller, { single_sign_on: true });
    }
  });
}
