import { X509Certificate } from 'node:crypto';
import { limits } from '@scout/contract';
import { ProviderProblem } from '../problems.ts';
import { allBelow, childrenOf, ns, parseXml, textIn, type XmlElement } from './xml.ts';

/** A provider's description of itself. */
export interface SamlDescription {
  readonly entityId: string;
  /** Address at which browsers begin a sign-in (HTTP-Redirect). */
  readonly signInUrl: string;
  /** Certificates of its signatures, in DER as base64: several while it changes its key. */
  readonly certificates: readonly string[];
}

const REDIRECT = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';
const RSA_BITS = 2048;

/** Reads a provider's metadata. @throws ProviderProblem */
export function describedIn(text: string, now: number): SamlDescription {
  const root = providerIn(parseXml(text, 'description'));
  const [provider, another] = childrenOf(root, ns.metadata, 'IDPSSODescriptor').filter((each) =>
    each.getAttribute('protocolSupportEnumeration').split(/\s+/).includes(ns.protocol),
  );
  if (!provider || another)
    throw new ProviderProblem(
      'The metadata must describe one identity provider with SAML 2.0 (IDPSSODescriptor).',
    );
  for (const until of [root, provider].map((each) => each.getAttribute('validUntil')))
    if (until !== '' && !(Date.parse(until) > now))
      throw new ProviderProblem('The metadata are no longer valid (validUntil).');
  const entityId = root.getAttribute('entityID');
  if (!new RegExp(`^[\\x21-\\x7e]{1,${limits.sso.issuerMax}}$`).test(entityId))
    throw new ProviderProblem('The metadata name no entity ID, or one that is too long.');
  return { entityId, signInUrl: signInUrlIn(provider), certificates: certificatesIn(provider) };
}

/** The description itself, or the only one in a list. */
function providerIn(root: XmlElement): XmlElement {
  const [only, another] =
    root.localName === 'EntitiesDescriptor' ? childrenOf(root, ns.metadata, 'EntityDescriptor') : [root];
  if (another) throw new ProviderProblem('The metadata describe several providers. Give those of one.');
  if (only?.namespaceURI !== ns.metadata || only.localName !== 'EntityDescriptor')
    throw new ProviderProblem('This is not the SAML metadata of a provider (EntityDescriptor).');
  return only;
}

function signInUrlIn(provider: XmlElement): string {
  const service = childrenOf(provider, ns.metadata, 'SingleSignOnService').find(
    (each) => each.getAttribute('Binding') === REDIRECT,
  );
  const address = service?.getAttribute('Location') ?? '';
  if (!URL.canParse(address) || address.length > limits.sso.urlMax)
    throw new ProviderProblem('The metadata name no address for sign-ins by redirect (HTTP-Redirect).');
  return address;
}

/** Expired ones count: what is in the metadata is what the provider answers for. */
function certificatesIn(provider: XmlElement): string[] {
  const all = childrenOf(provider, ns.metadata, 'KeyDescriptor')
    .filter((each) => ['', 'signing'].includes(each.getAttribute('use')))
    .flatMap((each) => allBelow(each, ns.signature, 'X509Certificate'))
    .map((each) => textIn(each).replace(/\s/g, ''));
  const usable = [...new Set(all)].filter(isUsable);
  if (usable.length === 0)
    throw new ProviderProblem(
      `The metadata have no certificate for signatures with an RSA key of ${RSA_BITS} bits or more.`,
    );
  if (usable.length > limits.sso.certificates)
    throw new ProviderProblem('The metadata have too many certificates.');
  return usable;
}

function isUsable(certificate: string): boolean {
  try {
    const { publicKey } = new X509Certificate(Buffer.from(certificate, 'base64'));
    return (
      publicKey.asymmetricKeyType === 'rsa' && publicKey.asymmetricKeyDetails!.modulusLength! >= RSA_BITS
    );
  } catch {
    return false;
  }
}
