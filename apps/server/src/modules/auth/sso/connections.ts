import { limits, type SsoConnection, type SsoState } from '@scout/contract';
import type { Seal } from '../../../platform/crypto/seal.ts';
import { changedDetails } from '../../../platform/database/audit.ts';
import { Refusal } from '../../../platform/http/refusal.ts';
import { AddressRefusedError } from '../../../platform/outgoing/guard.ts';
import type { ChangeWork } from '../calling/asAdmin.ts';
import { lockMemberships, type Membership } from '../sql/memberships.ts';
import {
  changeConnection,
  deleteConnection,
  insertConnection,
  type MetadataSource,
  readConnection,
  replaceBreakGlass,
  replaceMetadata,
  replaceSecret,
  verifiedDomains,
  withPassword,
} from '../sql/ssoConnections.ts';
import { samlAddressesOf } from './addresses.ts';
import { type GivenMetadata, readGiven } from './saml/given.ts';
import { createOwnKey } from './saml/ownKey.ts';
import type { SamlTools } from './saml/samlProvider.ts';

/** Services for setting up connections to identity providers. */
export interface SsoTools extends SamlTools {
  /** Encrypts the secrets of connections. */
  readonly ssoSeal: Seal;
  origin(): string;
}

/** A client at a provider, with its secret in cleartext. */
export interface OidcClient {
  readonly issuer: string;
  readonly client_id: string;
  readonly client_secret: string;
}

/** A connection to set up, whose provider was asked and whose secret is sealed: nothing of it needs time any more. */
export interface PreparedConnection {
  readonly issuer: string;
  readonly client_id: string;
  readonly sealed: string;
  readonly saml?: MetadataSource & { readonly certificate: string };
}

/** @throws Refusal sso_address */
export async function prepareOidc(
  { ssoFetcher, ssoSeal }: Pick<SsoTools, 'ssoFetcher' | 'ssoSeal'>,
  { issuer, client_id, client_secret }: OidcClient,
): Promise<PreparedConnection> {
  try {
    ssoFetcher.check(new URL(issuer));
  } catch (cause) {
    if (cause instanceof AddressRefusedError) throw new Refusal('sso_address');
    throw cause;
  }
  return { issuer, client_id, sealed: await ssoSeal.seal(client_secret) };
}

/** @throws Refusal sso_address or sso_metadata */
export async function prepareSaml(
  tools: SsoTools,
  tenantId: string,
  given: GivenMetadata,
): Promise<PreparedConnection> {
  return prepareDescribed(tools, tenantId, await readGiven(tools, tenantId, given));
}

/** A SAML connection whose metadata were read, with a key of its own. */
export async function prepareDescribed(
  tools: SsoTools,
  tenantId: string,
  { issuer, source }: { readonly issuer: string; readonly source: MetadataSource },
): Promise<PreparedConnection> {
  const { key, certificate } = await createOwnKey(tools.clock.now());
  const { entity_id: client_id } = samlAddressesOf(tools.origin(), tenantId);
  return {
    issuer,
    client_id,
    sealed: await tools.ssoSeal.seal(key),
    saml: { ...source, certificate },
  };
}

/** Sets a connection up, off. @throws Refusal sso_exists */
export async function addConnection(
  { tx, tenantId, actor, now, log }: ChangeWork,
  { issuer, client_id, sealed, saml }: PreparedConnection,
): Promise<void> {
  if (await readConnection(tx, tenantId)) throw new Refusal('sso_exists');
  await insertConnection(tx, tenantId, { issuer, client_id, sealed, actor, now }, saml);
  await log({
    action: 'single_sign_on_added',
    details: { ...(saml && { protocol: 'saml' }), issuer, client_id },
  });
}

/** A change of the present connection; what is not given stays. */
export interface ConnectionChange {
  readonly state?: SsoState | undefined;
  readonly admission?: SsoConnection['admission'] | undefined;
  readonly break_glass?: readonly string[] | undefined;
  readonly sealed?: string | undefined;
  readonly given?: { readonly issuer: string; readonly source: MetadataSource } | undefined;
}

/** @throws Refusal not_found, sso_break_glass, sso_metadata, sso_not_tested, sso_protocol or domain_not_verified */
export async function changePresent(
  work: ChangeWork,
  { state, admission, break_glass, sealed, given }: ConnectionChange,
): Promise<void> {
  const { tx, tenantId, now, log } = work;
  const before = await readConnection(tx, tenantId);
  if (!before) throw new Refusal('not_found', { message: 'Single sign-on is not set up.' });
  requireProtocol(before, { saml: given !== undefined, oidc: sealed !== undefined });
  if (given && given.issuer !== before.issuer)
    throw new Refusal('sso_metadata', {
      message: 'The metadata are of another provider. Remove this one first.',
    });
  const everybody = await lockMemberships(tx, tenantId, {
    emails: [...before.break_glass, ...(break_glass ?? [])],
  });
  if (break_glass !== undefined)
    await replaceBreakGlass(tx, tenantId, await exempted(work, break_glass, everybody));
  const exempt = (await readConnection(tx, tenantId))!.break_glass;
  const wanted = state ?? before.state;
  if (wanted !== 'off' && before.tested_at === null) throw new Refusal('sso_not_tested');
  if (wanted !== 'off' && before.state === 'off' && (await verifiedDomains(tx, tenantId)).length === 0)
    throw new Refusal('domain_not_verified', { message: 'Verify a domain of the organization first.' });
  if (wanted === 'required' && !(await isExempted(work, exempt, everybody)))
    throw new Refusal('sso_break_glass');
  await changeConnection(tx, tenantId, {
    ...(state !== undefined && { state }),
    ...(admission !== undefined && { admission }),
  });
  if (sealed !== undefined) await replaceSecret(tx, tenantId, sealed, now);
  if (given) await replaceMetadata(tx, tenantId, given.source);
  await log({
    action: 'single_sign_on_changed',
    details: {
      issuer: before.issuer,
      ...changedDetails(
        { state: before.state, admission: before.admission, break_glass: before.break_glass.join(', ') },
        { state: wanted, admission: admission ?? before.admission, break_glass: exempt.join(', ') },
      ),
      ...(sealed !== undefined && { client_secret: 'replaced' }),
      ...(given && { metadata: given.source.metadata_url ?? 'replaced' }),
    },
  });
}

/** @throws Refusal not_found */
export async function removePresent({ tx, tenantId, log }: ChangeWork): Promise<void> {
  const before = await readConnection(tx, tenantId);
  if (!before) throw new Refusal('not_found', { message: 'Single sign-on is not set up.' });
  await deleteConnection(tx, tenantId);
  const { issuer, client_id, state } = before;
  await log({ action: 'single_sign_on_removed', details: { issuer, client_id, state } });
}

/** @throws Refusal sso_protocol for a setting that the connection does not have */
function requireProtocol(
  { protocol }: SsoConnection,
  given: Record<SsoConnection['protocol'], boolean>,
): void {
  if (given[protocol === 'saml' ? 'oidc' : 'saml']) throw new Refusal('sso_protocol');
}

/** The members behind addresses: each must be able to let the others in when the provider fails. @throws Refusal sso_break_glass */
async function exempted(
  { tx }: ChangeWork,
  addresses: readonly string[],
  everybody: readonly Membership[],
): Promise<{ email: string; user_id: string }[]> {
  const wanted = [...new Set(addresses)].slice(0, limits.sso.breakGlass);
  const admins = everybody.flatMap(({ email, user_id, role, status }) =>
    wanted.includes(email) && role === 'admin' && status === 'active' && user_id !== null
      ? [{ email, user_id }]
      : [],
  );
  const able = await withPassword(
    tx,
    admins.map(({ user_id }) => user_id),
  );
  if (admins.length < wanted.length || admins.some(({ user_id }) => !able.has(user_id)))
    throw new Refusal('sso_break_glass');
  return admins;
}

/** True when a break-glass account can still sign in: one that was named may have lost its role or its password since. */
async function isExempted(
  work: ChangeWork,
  addresses: readonly string[],
  everybody: readonly Membership[],
): Promise<boolean> {
  const still = await Promise.all(
    addresses.map((email) =>
      exempted(work, [email], everybody).then(
        () => true,
        () => false,
      ),
    ),
  );
  return still.includes(true);
}
