import { promisify } from 'node:util';
import { SAML, ValidateInResponseTo } from '@node-saml/node-saml';
import { limits } from '@scout/contract';
import { decrypt } from 'xml-encryption';
import { ProviderProblem, SignInDenied } from '../problems.ts';
import { requireBinding } from './assertion.ts';
import { type ProvenAssertion, personIn } from './person.ts';
import { allBelow, childrenOf, ns, parseXml, textIn, type XmlElement } from './xml.ts';

/** The sign-in that a response must match. */
export interface Expected {
  /** Entity ID of the provider, and of this server. */
  readonly issuer: string;
  readonly audience: string;
  /** Address of this server that the response was sent to. */
  readonly acsUrl: string;
  /** ID of the request that it answers. */
  readonly requestId: string;
  /** Certificates of the provider, in DER as base64. */
  readonly certificates: readonly string[];
  /** Private key of this server for the organization, as PEM. */
  readonly key: string;
  /** The server's time, in milliseconds. */
  readonly now: number;
}

const SUCCESS = 'urn:oasis:names:tc:SAML:2.0:status:Success';
const DENIED = /:status:(?:RequestDenied|AuthnFailed|UnknownPrincipal)$/;

/** Everything else is refused, RSA-SHA1 above all, which the library would accept. */
const SIGNATURES = new Set([
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
]);
const DIGESTS = new Set([
  'http://www.w3.org/2001/04/xmlenc#sha256',
  'http://www.w3.org/2001/04/xmlenc#sha512',
]);
/** RSA with PKCS #1 v1.5 padding, and 3DES, are refused. */
const KEY_TRANSPORTS = new Set(['http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p']);
const CIPHERS = new Set([
  'http://www.w3.org/2001/04/xmlenc#aes128-cbc',
  'http://www.w3.org/2001/04/xmlenc#aes256-cbc',
  'http://www.w3.org/2009/xmlenc11#aes128-gcm',
  'http://www.w3.org/2009/xmlenc11#aes256-gcm',
]);
const ENCRYPTION = 'http://www.w3.org/2001/04/xmlenc#';

/**
 * Verifies a response, and reads the person in its signed assertion.
 * @param encoded the response in base64, as the browser brought it
 * @throws ProviderProblem
 */
export async function verifyResponse(encoded: string, expected: Expected): Promise<ProvenAssertion> {
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const response = parseXml(text, 'message');
  if (response.namespaceURI !== ns.protocol || response.localName !== 'Response')
    throw new ProviderProblem('This is not a SAML response.');
  requireSuccess(response);
  requireOwn(response, expected);
  requireOneOfEach(response);
  const encrypted = childrenOf(response, ns.assertion, 'EncryptedAssertion')[0];
  requireAlgorithms(response);
  if (encrypted) await requireInside(encrypted, expected.key);
  const assertion = parseXml(await signedAssertion(encoded, expected), 'message');
  const validUntil = requireBinding(assertion, expected);
  return { ...personIn(assertion), assertionId: assertion.getAttribute('ID'), validUntil };
}

/** Providers do not sign refusals: this one only ends the sign-in. */
function requireSuccess(response: XmlElement): void {
  const status = childrenOf(response, ns.protocol, 'Status')[0];
  const codes = status ? allBelow(status, ns.protocol, 'StatusCode') : [];
  const values = codes.map((each) => each.getAttribute('Value'));
  if (values[0] === SUCCESS) return;
  if (values.some((value) => DENIED.test(value)))
    throw new SignInDenied('The provider did not permit this person to sign in.');
  throw new SignInDenied('The provider reports that the sign-in failed. Its own log has the reason.');
}

/** The part of a response that may not be signed: what it says is checked, and nothing is taken from it. */
function requireOwn(response: XmlElement, { issuer, acsUrl, requestId }: Expected): void {
  const named = childrenOf(response, ns.assertion, 'Issuer')[0];
  if (named && textIn(named) !== issuer)
    throw new ProviderProblem('The response is of another provider (Issuer).');
  const destination = response.getAttribute('Destination');
  if (destination !== '' && destination !== acsUrl)
    throw new ProviderProblem('The response is for another address (Destination).');
  if (response.getAttribute('InResponseTo') !== requestId)
    throw new ProviderProblem('The response is not for this sign-in (InResponseTo).');
}

/** One assertion in one place, and no ID twice: a signature covers what is read, or nothing. */
function requireOneOfEach(root: XmlElement): void {
  const wrapped = 'The response does not have exactly one assertion.';
  const places = ['Assertion', 'EncryptedAssertion'].flatMap((name) => childrenOf(root, ns.assertion, name));
  const everywhere = [
    ...allBelow(root, '*', 'Assertion'),
    ...allBelow(root, '*', 'EncryptedAssertion'),
    ...allBelow(root, '*', 'Response'),
  ];
  if (places.length !== 1 || everywhere.length !== 1) throw new ProviderProblem(wrapped);
  requireUniqueIds(root);
}

function requireUniqueIds(root: XmlElement): void {
  const ids = [root, ...allBelow(root, '*', '*')].flatMap((each) =>
    ['ID', 'Id', 'id'].map((name) => each.getAttribute(name)).filter((id) => id !== ''),
  );
  if (new Set(ids).size < ids.length) throw new ProviderProblem('The response has an ID twice.');
}

function requireAlgorithms(root: XmlElement): void {
  const named = (namespace: string, name: string) =>
    allBelow(root, namespace, name).map((each) => each.getAttribute('Algorithm'));
  const signatures = named(ns.signature, 'SignatureMethod');
  // Digests of encrypted keys are parameters of RSA-OAEP, which needs no resistance to collisions.
  const digests = allBelow(root, ns.signature, 'Reference').flatMap((each) =>
    allBelow(each, ns.signature, 'DigestMethod').map((digest) => digest.getAttribute('Algorithm')),
  );
  if (signatures.some((each) => !SIGNATURES.has(each)) || digests.some((each) => !DIGESTS.has(each)))
    throw new ProviderProblem(
      'The response is signed with an algorithm that is not accepted. Use RSA-SHA256.',
    );
}

/** An encrypted assertion meets the same rules before the library reads it. */
async function requireInside(encrypted: XmlElement, key: string): Promise<void> {
  const methods = allBelow(encrypted, ENCRYPTION, 'EncryptionMethod').map((each) =>
    each.getAttribute('Algorithm'),
  );
  if (methods.some((each) => !KEY_TRANSPORTS.has(each) && !CIPHERS.has(each)))
    throw new ProviderProblem(
      'The assertion is encrypted with an algorithm that is not accepted. Use AES-GCM and RSA-OAEP.',
    );
  const inside = await promisify(decrypt)(encrypted.toString(), { key }).catch((cause) => {
    throw new ProviderProblem(
      'The assertion is encrypted for another key. Give the provider the metadata of Scout again.',
      {
        cause,
      },
    );
  });
  const root = parseXml(String(inside), 'message');
  if (
    root.namespaceURI !== ns.assertion ||
    root.localName !== 'Assertion' ||
    allBelow(root, '*', 'Assertion').length > 0
  )
    throw new ProviderProblem('The response does not have exactly one assertion.');
  requireUniqueIds(root);
  requireAlgorithms(root);
}

/** The bytes that a signature of the provider covers, and nothing else of the response. */
async function signedAssertion(encoded: string, expected: Expected): Promise<string> {
  const { audience, acsUrl, certificates, key } = expected;
  const saml = new SAML({
    issuer: audience,
    callbackUrl: acsUrl,
    idpCert: [...certificates],
    decryptionPvk: key,
    wantAssertionsSigned: true,
    wantAuthnResponseSigned: false,
    validateInResponseTo: ValidateInResponseTo.never,
    // Times and audience are verified in the signed bytes, by the server's clock.
    acceptedClockSkewMs: -1,
    audience: false,
  });
  const { profile } = await saml.validatePostResponseAsync({ SAMLResponse: encoded }).catch((cause) => {
    throw new ProviderProblem(
      'The assertion is not signed with a certificate in the metadata of the provider, or was changed.',
      { cause },
    );
  });
  const signed = profile?.getAssertionXml?.();
  if (signed === undefined || signed.length > limits.sso.metadataBytes)
    throw new ProviderProblem('The response has no assertion.');
  return signed;
}
