import type { Caller } from '../../../../platform/http/caller.ts';
import { Refusal } from '../../../../platform/http/refusal.ts';
import { inAuth } from '../../database.ts';
import type { AuthServices } from '../../services.ts';
import { awaitingAttempt, keepProven, useAssertion } from '../../sql/samlResponses.ts';
import { type ProvenResponse, type SignOnConnection, signOnConnection } from '../../sql/signOns.ts';
import { samlAddressesOf } from '../addresses.ts';
import { orProblem, ProviderProblem, SignInDenied } from '../problems.ts';
import { openSecret, UNREADABLE_KEY } from '../secret.ts';
import { pemOf } from './ownKey.ts';
import { ownMetadata } from './ownMetadata.ts';
import type { ProvenAssertion } from './person.ts';
import { describeSaml, requestIdOf } from './samlProvider.ts';

/** The form that a browser brings from a provider. */
export interface ResponseForm {
  readonly response: string;
  /** The state of the sign-in, which the request took there. */
  readonly relayState: string;
}

/** The next step of the browser: the sign-in with this state, or a screen with the reason. */
export type Received = { readonly state: string } | { readonly failure: 'unsolicited' | 'expired' | 'off' };

/**
 * Verifies the response of a provider, and keeps what it proves for the browser that began the sign-in: browsers send no cookie with a
 * form of another site, so that anyone may send this.
 */
export async function receiveResponse(
  app: AuthServices,
  tenantId: string,
  { response, relayState: state }: ResponseForm,
  caller: Caller,
): Promise<Received> {
  await app.rates.consume('ssoCallbackPerAddress', caller.address);
  // A sign-in begins here alone: one that the provider begins would be anyone's in any browser.
  if (!/^[\w-]{43}$/.test(state)) return { failure: 'unsolicited' };
  const { db } = app.authStore;
  const attempt = await awaitingAttempt(db, { tenantId, state, now: app.clock.now() });
  if (!attempt) return { failure: 'expired' };
  const connection = await signOnConnection(db, tenantId);
  if (connection?.connection_id !== attempt.connection_id || connection.protocol !== 'saml')
    return { failure: 'off' };
  const person = await orProblem(verified(app, connection, response, state));
  await inAuth(app.pool, async (_tx, queries) =>
    keepProven(queries, state, await provenOf(queries, tenantId, person)),
  );
  return { state };
}

async function verified(
  app: AuthServices,
  connection: SignOnConnection,
  response: string,
  state: string,
): Promise<ProvenAssertion> {
  const { entityId: issuer, certificates } = await describeSaml(app, connection);
  const key = await openSecret(app, connection.sealed, UNREADABLE_KEY);
  const { entity_id, acs_url } = samlAddressesOf(app.origin(), connection.tenant_id);
  return app.samlReader.person(connection.tenant_id, response, {
    issuer,
    audience: entity_id,
    acsUrl: acs_url,
    requestId: requestIdOf(state),
    certificates,
    key: pemOf(key),
    now: app.clock.now(),
  });
}

async function provenOf(
  db: Parameters<typeof useAssertion>[0],
  tenantId: string,
  person: ProvenAssertion | ProviderProblem,
): Promise<ProvenResponse> {
  if (person instanceof ProviderProblem)
    return { problem: person.message, isDenied: person instanceof SignInDenied };
  const { assertionId: id, validUntil, ...proven } = person;
  if (await useAssertion(db, { tenantId, id, validUntil })) return { person: proven };
  return { problem: 'The assertion was used before.', isDenied: false };
}

/** This server's metadata for an organization's provider. @throws Refusal not_found */
export async function metadataFor(app: AuthServices, tenantId: string, caller: Caller): Promise<string> {
  await app.rates.consume('ssoCallbackPerAddress', caller.address);
  const connection = await signOnConnection(app.authStore.db, tenantId);
  if (!connection?.certificate) throw new Refusal('not_found');
  return ownMetadata(samlAddressesOf(app.origin(), tenantId), connection.certificate);
}
