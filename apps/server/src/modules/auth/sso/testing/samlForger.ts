import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import { SignedXml } from 'xml-crypto';
import { encrypt } from 'xml-encryption';
import { createSamlKey, type SamlKey } from './samlKey.ts';

/** A SAML provider whose key an attacker has, or none at all: it publishes metadata, and signs what it is given. */
export interface SamlForger extends AsyncDisposable {
  readonly entityId: string;
  readonly metadataUrl: string;
  readonly key: SamlKey;
}

export async function startSamlForger(): Promise<SamlForger> {
  const key = await createSamlKey();
  const server = createServer((_request, response) => {
    response
      .writeHead(200, { 'content-type': 'application/xml' })
      .end(`<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${origin}/entity">
        <!-- A comment, as some providers write. -->
        <IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol"><KeyDescriptor>
        <ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data><ds:X509Certificate>${key.certificate}
        </ds:X509Certificate></ds:X509Data></ds:KeyInfo></KeyDescriptor>
        <SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${origin}/sso"/>
        </IDPSSODescriptor></EntityDescriptor>`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    entityId: `${origin}/entity`,
    metadataUrl: `${origin}/metadata`,
    key,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Everything that a response says; what is not given is honest. */
export interface Said {
  readonly issuer: string;
  readonly responseIssuer: string;
  readonly audience: string;
  readonly destination: string;
  readonly recipient: string;
  readonly requestId: string;
  readonly subjectRequestId: string;
  readonly name: string;
  readonly format: string;
  readonly email: string;
  readonly from: number;
  readonly until: number;
  readonly confirmedUntil: number;
  readonly assertionId: string;
  readonly method: string;
  readonly status: string;
}

const NAMESPACES =
  'xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"';

/** An assertion, unsigned. */
export const assertionOf = (said: Said): string =>
  `<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${said.assertionId}" Version="2.0" IssueInstant="${isoOf(0)}"><saml:Issuer>${said.issuer}</saml:Issuer><saml:Subject><saml:NameID Format="${said.format}">${said.name}</saml:NameID><saml:SubjectConfirmation Method="${said.method}"><saml:SubjectConfirmationData NotOnOrAfter="${isoOf(said.confirmedUntil)}" Recipient="${said.recipient}" InResponseTo="${said.subjectRequestId}"/></saml:SubjectConfirmation></saml:Subject><saml:Conditions NotBefore="${isoOf(said.from)}" NotOnOrAfter="${isoOf(said.until)}"><saml:AudienceRestriction><saml:Audience>${said.audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions><saml:AuthnStatement AuthnInstant="${isoOf(0)}"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement><saml:AttributeStatement><saml:Attribute Name="email"><saml:AttributeValue>${said.email}</saml:AttributeValue></saml:Attribute></saml:AttributeStatement></saml:Assertion>`;

/** A response around an assertion. */
export const responseOf = (said: Said, assertion: string, id = '_response'): string =>
  `<samlp:Response ${NAMESPACES} ID="${id}" Version="2.0" IssueInstant="${isoOf(0)}" Destination="${said.destination}" InResponseTo="${said.requestId}"><saml:Issuer>${said.responseIssuer}</saml:Issuer><samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:${said.status}"/></samlp:Status>${assertion}</samlp:Response>`;

const isoOf = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString();

const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const ENVELOPED = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature';

/** Signs the element with an ID, as a provider does. */
export function sign(
  xml: string,
  id: string,
  key: SamlKey,
  {
    algorithm = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    digest = 'http://www.w3.org/2001/04/xmlenc#sha256',
  } = {},
): string {
  const signer = new SignedXml({
    privateKey: key.privateKey,
    signatureAlgorithm: algorithm,
    canonicalizationAlgorithm: EXCLUSIVE,
  });
  const xpath = `//*[@ID='${id}']`;
  signer.addReference({ xpath, transforms: [ENVELOPED, EXCLUSIVE], digestAlgorithm: digest });
  const reference = `${xpath}/*[local-name(.)='Issuer']`;
  signer.computeSignature(xml, { prefix: 'ds', location: { reference, action: 'after' } });
  return signer.getSignedXml();
}

/** Encrypts an assertion for the server that has the certificate. */
export async function encrypted(
  assertion: string,
  certificate: string,
  keyTransport = 'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p',
): Promise<string> {
  const pem = `-----BEGIN CERTIFICATE-----\n${certificate}\n-----END CERTIFICATE-----`;
  const data = await promisify(encrypt)(assertion, {
    rsa_pub: pem,
    warnInsecureAlgorithm: false,
    pem,
    encryptionAlgorithm: 'http://www.w3.org/2009/xmlenc11#aes256-gcm',
    keyEncryptionAlgorithm: keyTransport as 'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p',
  });
  return `<saml:EncryptedAssertion>${data}</saml:EncryptedAssertion>`;
}

const SIGNATURE = /<ds:Signature[\s\S]*<\/ds:Signature>/;

/** The signature in a signed element, and the element without it. */
export const signatureIn = (xml: string): string => SIGNATURE.exec(xml)![0];
export const withoutSignature = (xml: string): string => xml.replace(SIGNATURE, '');
/** Puts XML before the end of an element. */
export const inside = (xml: string, more: string): string => xml.replace(/<\/[\w:]+>$/, (end) => more + end);
