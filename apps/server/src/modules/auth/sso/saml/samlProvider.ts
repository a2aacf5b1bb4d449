import { createHash } from 'node:crypto';
import { SAML } from '@node-saml/node-saml';
import type { Fetcher } from '../../../../platform/outgoing/fetch.ts';
import type { SignOnConnection } from '../../sql/signOns.ts';
import type { samlAddressesOf } from '../addresses.ts';
import { ProviderProblem, problemOf } from '../problems.ts';
import type { SignInProvider } from '../provider.ts';
import type { SamlDescription } from './metadata.ts';
import { pemOf } from './ownKey.ts';
import type { SamlReader } from './reader.ts';

/** Services for asking a SAML provider. */
export interface SamlTools {
  readonly ssoFetcher: Fetcher;
  readonly samlReader: SamlReader;
  readonly clock: { now(): number };
}

/** ID of the request of a sign-in, which its response names: derived from the state, so that it is not stored. */
export const requestIdOf = (state: string): string =>
  `_${createHash('sha256').update(`saml request ${state}`).digest('hex')}`;

/** Fetches a provider's metadata. @throws ProviderProblem */
export async function fetchDescription(
  { ssoFetcher, samlReader, clock }: SamlTools,
  tenantId: string,
  address: string,
): Promise<SamlDescription> {
  let text: string;
  try {
    const response = await ssoFetcher.fetch(address, {});
    if (response.status !== 200)
      throw new ProviderProblem('There are no metadata at the address of the provider.');
    text = await response.text();
  } catch (error) {
    throw problemOf(error);
  }
  return samlReader.description(tenantId, text, clock.now());
}

/** The description of a connection's provider, read anew if it is published: its certificates may have changed. @throws ProviderProblem */
export async function describeSaml(
  tools: SamlTools,
  {
    tenant_id,
    issuer,
    metadata_url,
    metadata,
  }: Pick<SignOnConnection, 'tenant_id' | 'issuer' | 'metadata_url' | 'metadata'>,
): Promise<SamlDescription> {
  const description =
    metadata_url === null ? metadata! : await fetchDescription(tools, tenant_id, metadata_url);
  if (description.entityId !== issuer)
    throw new ProviderProblem('The metadata are of another provider (entityID).');
  return description;
}

/** Browsers go to a provider's address as this server may: with TLS, or where the operator permits it without. @throws ProviderProblem */
export function requireSafe(fetcher: Fetcher, { signInUrl }: SamlDescription): void {
  const url = new URL(signInUrl);
  if (url.protocol === 'https:') return;
  try {
    fetcher.check(url);
  } catch (cause) {
    throw new ProviderProblem('The provider names an address without TLS.', { cause });
  }
}

/**
 * A provider to which browsers are sent with a signed request.
 * @param key the server's key for the organization, in cleartext
 * @throws ProviderProblem
 */
export function samlProvider(
  { ssoFetcher }: SamlTools,
  description: SamlDescription,
  { entity_id, acs_url }: ReturnType<typeof samlAddressesOf>,
  key: string,
): SignInProvider {
  const { signInUrl, certificates } = description;
  requireSafe(ssoFetcher, description);
  return {
    problems: [],
    signInUrl({ state }) {
      const saml = new SAML({
        entryPoint: signInUrl,
        issuer: entity_id,
        callbackUrl: acs_url,
        idpCert: [...certificates],
        privateKey: pemOf(key),
        signatureAlgorithm: 'sha256',
        // The provider knows better which name it has, and how it asks for a second factor.
        identifierFormat: null,
        disableRequestedAuthnContext: true,
        generateUniqueId: () => requestIdOf(state),
      });
      return saml.getAuthorizeUrlAsync(state, undefined, {});
    },
    endSessionUrl: () => null,
  };
}
