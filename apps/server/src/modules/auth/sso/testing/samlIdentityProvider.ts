import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { inflateRawSync } from 'node:zlib';
import { createSamlKey, type SamlKey } from './samlKey.ts';

/** A person at a SAML provider. */
export interface SamlAccount {
  readonly email: string;
  readonly firstName?: string;
  readonly lastName?: string;
  readonly groups?: readonly string[];
  /** The provider's statement of how the person signed in. */
  readonly context?: string;
}

/** A real SAML provider on this machine. It knows each application by the metadata at its entity ID. */
export interface SamlIdentityProvider extends AsyncDisposable {
  readonly origin: string;
  readonly entityId: string;
  readonly metadataUrl: string;
  /** By the provider's name of the person. */
  readonly accounts: Map<string, SamlAccount>;
  /** The person who signs in next, by the provider's name. */
  person: string;
  /** Encrypts assertions. */
  encrypts: boolean;
  /** Refuses everyone. */
  refuses: boolean;
  metadata(): string;
  /** Publishes a further certificate, beside those before. */
  announceKey(): Promise<SamlKey>;
  /** Signs with the newest key; `withdraw` ends the publication of all others. */
  useNewestKey(withdraw?: boolean): void;
  stop(): Promise<void>;
}

interface Entity {
  readonly entityMeta: { getAssertionConsumerService(binding: 'post'): string };
  getMetadata(): string;
}
interface Identity extends Entity {
  parseLoginRequest(
    sp: Entity,
    binding: 'redirect',
    request: object,
  ): Promise<{ extract: { request: { id: string } } }>;
  createLoginResponse(
    sp: Entity,
    request: object,
    binding: 'post',
    user: object,
    fill: () => { id: string; context: string },
  ): Promise<{ context: string }>;
}
/** The part of the library that is used. Its own types would bring those of browsers. */
interface Samlify {
  setSchemaValidator(validator: { validate(): Promise<string> }): void;
  IdentityProvider(settings: object): Identity;
  ServiceProvider(settings: { metadata: string }): Entity;
}
const samlify = createRequire(import.meta.url)('samlify') as Samlify;
samlify.setSchemaValidator({ validate: async () => 'not validated' });

const RESPONSE = `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="{ID}" Version="2.0" IssueInstant="{Now}" Destination="{Acs}" InResponseTo="{Request}"><saml:Issuer>{Issuer}</saml:Issuer><samlp:Status><samlp:StatusCode Value="{Status}"/></samlp:Status>{Assertion}</samlp:Response>`;
const ASSERTION = `<saml:Assertion xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" ID="{AssertionID}" Version="2.0" IssueInstant="{Now}"><saml:Issuer>{Issuer}</saml:Issuer><saml:Subject><saml:NameID Format="urn:oasis:names:tc:SAML:2.0:nameid-format:persistent">{NameID}</saml:NameID><saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData NotOnOrAfter="{Later}" Recipient="{Acs}" InResponseTo="{Request}"/></saml:SubjectConfirmation></saml:Subject><saml:Conditions NotBefore="{Now}" NotOnOrAfter="{Later}"><saml:AudienceRestriction><saml:Audience>{Audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions><saml:AuthnStatement AuthnInstant="{Now}" SessionIndex="{ID}"><saml:AuthnContext><saml:AuthnContextClassRef>{Context}</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement><saml:AttributeStatement>{Attributes}</saml:AttributeStatement></saml:Assertion>`;
const PASSWORD = 'urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport';

/** @param host name of the provider in addresses; for browsers, `localhost` is another site than `127.0.0.1` */
export async function startSamlProvider(host = '127.0.0.1'): Promise<SamlIdentityProvider> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://${host}:${(server.address() as AddressInfo).port}`;
  const entityId = `${origin}/entity`;
  let keys = [await createSamlKey()];
  let current = keys[0]!;

  const identity = (certificates = [current]) =>
    samlify.IdentityProvider({
      entityID: entityId,
      privateKey: current.privateKey,
      signingCert: certificates.map((key) => key.certificate),
      wantAuthnRequestsSigned: true,
      isAssertionEncrypted: idp.encrypts,
      requestSignatureAlgorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
      dataEncryptionAlgorithm: 'http://www.w3.org/2009/xmlenc11#aes256-gcm',
      keyEncryptionAlgorithm: 'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p',
      // Without one, the library writes to the console.
      singleLogoutService: [
        { Binding: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect', Location: `${origin}/slo` },
      ],
      singleSignOnService: [
        { Binding: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect', Location: `${origin}/sso` },
      ],
    });

  async function signIn(url: URL): Promise<string> {
    const [SAMLRequest, RelayState, SigAlg, Signature] = [
      'SAMLRequest',
      'RelayState',
      'SigAlg',
      'Signature',
    ].map((name) => url.searchParams.get(name) ?? '');
    const request = inflateRawSync(Buffer.from(SAMLRequest!, 'base64')).toString();
    const entity = /<saml:Issuer[^>]*>([^<]+)</.exec(request)![1]!;
    const published = await fetch(entity);
    const sp = samlify.ServiceProvider({ metadata: await published.text() });
    const octetString = ['SAMLRequest', 'RelayState', 'SigAlg']
      .map((name) => `${name}=${encodeURIComponent(url.searchParams.get(name)!)}`)
      .join('&');
    const query = { SAMLRequest, RelayState, SigAlg, Signature };
    // Throws if the request is not signed with the key in the application's metadata.
    const { extract } = await identity().parseLoginRequest(sp, 'redirect', { query, octetString });
    const { id: requestId } = extract.request;
    const acs = sp.entityMeta.getAssertionConsumerService('post');
    const { context } = await identity().createLoginResponse(sp, { extract }, 'post', {}, () =>
      responseTo({ requestId, acs, audience: entity }),
    );
    const quoted = (text: string) => text.replace(/"/g, '&quot;');
    return `<!doctype html><title>Provider</title><form method="post" action="${quoted(acs)}">
      <input type="hidden" name="SAMLResponse" value="${context}"><input type="hidden" name="RelayState" value="${quoted(RelayState!)}">
      <button>Continue to Scout</button></form>`;
  }

  function responseTo(request: { requestId: string; acs: string; audience: string }) {
    const { email, firstName, lastName, groups, context } = idp.accounts.get(idp.person)!;
    const attribute = (name: string, ...given: readonly (string | undefined)[]) => {
      const found = given.filter((value) => value !== undefined);
      const texts = found.map(
        (value) => `<saml:AttributeValue xsi:type="xs:string">${value}</saml:AttributeValue>`,
      );
      return found.length === 0 ? '' : `<saml:Attribute Name="${name}">${texts.join('')}</saml:Attribute>`;
    };
    const id = `_${randomUUID()}`;
    const values = {
      ID: id,
      AssertionID: `_${randomUUID()}`,
      Issuer: entityId,
      Now: new Date().toISOString(),
      Later: new Date(Date.now() + 300_000).toISOString(),
      Acs: request.acs,
      Audience: request.audience,
      Request: request.requestId,
      NameID: idp.person,
      Context: context ?? PASSWORD,
      Status: `urn:oasis:names:tc:SAML:2.0:status:${idp.refuses ? 'Requester' : 'Success'}`,
      Attributes: [
        attribute('email', email),
        attribute('givenName', firstName),
        attribute('sn', lastName),
        attribute('memberOf', ...(groups ?? [])),
      ].join(''),
    };
    const filled = (template: string, more: Record<string, string> = {}) =>
      template.replace(/\{(\w+)\}/g, (_all, name: string) => ({ ...values, ...more })[name] ?? '');
    return { id, context: filled(RESPONSE, { Assertion: filled(ASSERTION) }) };
  }

  server.on('request', async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url!, origin);
    try {
      const pages: Record<string, () => Promise<readonly [string, string]>> = {
        '/metadata': async () => ['application/xml', idp.metadata()],
        '/sso': async () => ['text/html', await signIn(url)],
      };
      const page = await pages[url.pathname]?.();
      if (page) response.writeHead(200, { 'content-type': page[0] }).end(page[1]);
      else response.writeHead(404).end();
    } catch (error) {
      response.writeHead(400, { 'content-type': 'text/plain' }).end(String(error));
    }
  });

  async function stop(): Promise<void> {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
  const idp: SamlIdentityProvider = {
    origin,
    entityId,
    metadataUrl: `${origin}/metadata`,
    accounts: new Map(),
    person: 'tester',
    encrypts: false,
    refuses: false,
    metadata: () => identity(keys).getMetadata(),
    async announceKey() {
      const key = await createSamlKey();
      keys = [...keys, key];
      return key;
    },
    useNewestKey(withdraw = false) {
      current = keys.at(-1)!;
      if (withdraw) keys = [current];
    },
    stop,
    [Symbol.asyncDispose]: stop,
  };
  return idp;
}
