import { inflateRawSync } from 'node:zlib';
import { createOrganization, startServer, type TestServer } from '@scout/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SsoOrganization, sessionOf, startOf, verifyDomain } from './testing/organizations.ts';
import {
  assertionOf,
  encrypted,
  responseOf,
  type Said,
  type SamlForger,
  sign,
  startSamlForger,
} from './testing/samlForger.ts';
import { createSamlKey } from './testing/samlKey.ts';
import { submit } from './testing/samlOrganizations.ts';
import { wrappings } from './testing/samlWrapping.ts';
import { createTraveler, type Traveler } from './testing/traveler.ts';

type Organization = Pick<SsoOrganization, 'tenantId' | 'emailOf' | 'as' | 'domain'>;

let server: TestServer;
let forger: SamlForger;
let rivalForger: SamlForger;
let bank: Organization;
let rival: Organization;
let certificate: string;

beforeAll(async () => {
  server = await startServer({ config: { ssoNetworks: ['127.0.0.0/8'] } });
  forger = await startSamlForger();
  rivalForger = await startSamlForger();
  bank = await withForger(forger, 'Northwind Bank');
  rival = await withForger(rivalForger, 'Meridian Defense');
  const metadata = await (await fetch(`${pathOf(bank)}/metadata`)).text();
  certificate = /<ds:X509Certificate>([^<]+)</.exec(metadata)![1]!;
});
afterAll(async () => {
  await server?.stop();
  await forger?.[Symbol.asyncDispose]();
  await rivalForger?.[Symbol.asyncDispose]();
});

/** An organization with a forger as its provider, whose test counts as passed. */
async function withForger({ metadataUrl }: SamlForger, company: string): Promise<Organization> {
  const organization = await createOrganization(server, company);
  const { tenantId, password } = organization;
  const domain = organization.emailOf('admin').split('@')[1]!;
  await verifyDomain(server, tenantId, domain);
  await organization.as('member');
  const { api } = await organization.as('admin');
  await api.ssoSamlCreate({ metadata_url: metadataUrl, password });
  await server.database.asOwner((owner) =>
    owner.query('UPDATE scout.sso_connections SET tested_at = $2 WHERE tenant_id = $1', [
      tenantId,
      new Date(),
    ]),
  );
  await api.ssoUpdate({ state: 'on', admission: 'active' });
  return { ...organization, domain };
}

const pathOf = ({ tenantId }: Organization) => `${server.url}/auth/v1/sso/${tenantId}`;

/** A sign-in that waits for its provider, in a browser. */
async function begun(organization = bank, traveler: Traveler = createTraveler()) {
  const { searchParams } = new URL(await startOf(server, organization.emailOf('member'), traveler));
  const request = inflateRawSync(Buffer.from(searchParams.get('SAMLRequest')!, 'base64')).toString();
  return { traveler, state: searchParams.get('RelayState')!, requestId: / ID="([^"]+)"/.exec(request)![1]! };
}
let made = 0;
/** An honest provider's statement about a member. */
const honest = (requestId: string): Said => ({
  issuer: forger.entityId,
  responseIssuer: forger.entityId,
  audience: `${pathOf(bank)}/metadata`,
  destination: `${pathOf(bank)}/acs`,
  recipient: `${pathOf(bank)}/acs`,
  requestId,
  subjectRequestId: requestId,
  name: 'member-1',
  format: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
  email: bank.emailOf('member'),
  from: -1,
  until: 300,
  confirmedUntil: 300,
  assertionId: `_assertion-${made++}`,
  method: 'urn:oasis:names:tc:SAML:2.0:cm:bearer',
  status: 'Success',
});
/** A victim's name under somebody's signature. */
const evilOf = (said: Said): Said => ({ ...said, name: 'admin-1', email: bank.emailOf('admin') });
const signed = (said: Said, key = forger.key, algorithms = {}) =>
  responseOf(said, sign(assertionOf(said), said.assertionId, key, algorithms));

const finish = (traveler: Traveler, xml: string, state: string, organization = bank) =>
  submit(server, traveler, {
    action: `${pathOf(organization)}/acs`,
    fields: { SAMLResponse: Buffer.from(xml).toString('base64'), RelayState: state },
  });

const SHA1 = {
  algorithm: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1',
  digest: 'http://www.w3.org/2000/09/xmldsig#sha1',
};
const LAUGHS = `<!DOCTYPE r [<!ENTITY a "ha">${Array.from({ length: 20 }, (_, n) => `<!ENTITY ${String.fromCharCode(98 + n)} "${`&${String.fromCharCode(97 + n)};`.repeat(10)}">`).join('')}]>`;

const REFUSED = '/login?sso=provider';
/** Responses by what is wrong with them: what the provider, or someone between, made of what was honest, and where the browser ends. */
type Forge = (said: Said) => string | Promise<string>;
const forged: Readonly<Record<string, readonly [Forge, string]>> = {
  'nothing wrong, so that the others fail for their reason': [(said) => signed(said), '/login?sso=done'],
  'nothing wrong, with a signed response around it': [
    (said) => sign(signed(said), '_response', forger.key),
    '/login?sso=done',
  ],
  'nothing wrong, encrypted': [
    async (said) =>
      responseOf(said, await encrypted(sign(assertionOf(said), said.assertionId, forger.key), certificate)),
    '/login?sso=done',
  ],
  'no signature': [(said) => responseOf(said, assertionOf(said)), REFUSED],
  'no signature, encrypted': [
    async (said) => responseOf(said, await encrypted(assertionOf(said), certificate)),
    REFUSED,
  ],
  'a signature of the response alone': [
    (said) => sign(responseOf(said, assertionOf(said)), '_response', forger.key),
    REFUSED,
  ],
  'a signature of the response alone, around an encrypted assertion': [
    async (said) =>
      sign(responseOf(said, await encrypted(assertionOf(said), certificate)), '_response', forger.key),
    REFUSED,
  ],
  'an empty signature': [
    (said) => signed(said).replace(/<ds:SignatureValue>[^<]+/, '<ds:SignatureValue>'),
    REFUSED,
  ],
  'a name replaced under the signature': [(said) => signed(said).replace('>member-1<', '>admin-1<'), REFUSED],
  'a key that the metadata do not have': [async (said) => signed(said, await createSamlKey()), REFUSED],
  'the key of the rival’s provider, with the certificate in the response': [
    (said) =>
      signed(evilOf(said), rivalForger.key).replace(
        '</ds:Signature>',
        `<ds:KeyInfo><ds:X509Data><ds:X509Certificate>${rivalForger.key.certificate}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></ds:Signature>`,
      ),
    REFUSED,
  ],
  'RSA-SHA1': [(said) => signed(said, forger.key, SHA1), REFUSED],
  'RSA-SHA1, encrypted': [
    async (said) =>
      responseOf(
        said,
        await encrypted(sign(assertionOf(said), said.assertionId, forger.key, SHA1), certificate),
      ),
    REFUSED,
  ],
  'a digest with SHA-1': [(said) => signed(said, forger.key, { digest: SHA1.digest }), REFUSED],
  'a key encrypted with RSA PKCS #1 v1.5': [
    async (said) =>
      responseOf(
        said,
        await encrypted(
          sign(assertionOf(said), said.assertionId, forger.key),
          certificate,
          'http://www.w3.org/2001/04/xmlenc#rsa-1_5',
        ),
      ),
    REFUSED,
  ],
  'an assertion encrypted for another key': [
    async (said) =>
      responseOf(
        said,
        await encrypted(
          sign(assertionOf(said), said.assertionId, forger.key),
          (await createSamlKey()).certificate,
        ),
      ),
    REFUSED,
  ],
  'a comment in the name': [
    (said) => signed({ ...said, name: 'admin-1<!-- -->.evil' }).replace('<!---->', '<!-- -->'),
    REFUSED,
  ],
  'a comment put into the name under the signature': [
    (said) => signed({ ...said, name: 'admin-1.evil' }).replace('admin-1.evil', 'admin-1<!-- -->.evil'),
    REFUSED,
  ],
  'a comment in the encrypted name': [
    async (said) =>
      responseOf(
        said,
        await encrypted(
          sign(assertionOf({ ...said, name: 'admin-1.evil' }), said.assertionId, forger.key).replace(
            'admin-1.evil',
            'admin-1<!-- -->.evil',
          ),
          certificate,
        ),
      ),
    REFUSED,
  ],
  'a processing instruction in the name': [
    (said) => signed({ ...said, name: 'admin-1.evil' }).replace('admin-1.evil', 'admin-1<?x ?>.evil'),
    REFUSED,
  ],
  'another audience': [(said) => signed({ ...said, audience: `${pathOf(rival)}/metadata` }), REFUSED],
  'no audience': [(said) => signed({ ...said, audience: '' }), REFUSED],
  'another issuer of the assertion': [(said) => signed({ ...said, issuer: rivalForger.entityId }), REFUSED],
  'another issuer of the response': [
    (said) => signed({ ...said, responseIssuer: rivalForger.entityId }),
    REFUSED,
  ],
  'another recipient': [(said) => signed({ ...said, recipient: `${pathOf(rival)}/acs` }), REFUSED],
  'another destination': [(said) => signed({ ...said, destination: `${pathOf(rival)}/acs` }), REFUSED],
  'another confirmation than of a bearer': [
    (said) => signed({ ...said, method: 'urn:oasis:names:tc:SAML:2.0:cm:sender-vouches' }),
    REFUSED,
  ],
  expired: [(said) => signed({ ...said, from: -900, until: -600 }), REFUSED],
  'an expired confirmation': [(said) => signed({ ...said, confirmedUntil: -120 }), REFUSED],
  'not valid yet': [(said) => signed({ ...said, from: 120 }), REFUSED],
  'clocks that differ by half a minute': [
    (said) => signed({ ...said, from: 30, until: 300 }),
    '/login?sso=done',
  ],
  'no request in the response': [(said) => signed({ ...said, requestId: '' }), REFUSED],
  'the request of another sign-in': [
    (said) => signed({ ...said, requestId: '_other', subjectRequestId: '_other' }),
    REFUSED,
  ],
  'the request of another sign-in in the assertion alone': [
    (said) => signed({ ...said, subjectRequestId: '_other' }),
    REFUSED,
  ],
  'no success': [(said) => signed({ ...said, status: 'Responder' }), '/login?sso=refused'],
  'a name that changes with each sign-in': [
    (said) => signed({ ...said, format: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient' }),
    REFUSED,
  ],
  'no name': [(said) => signed({ ...said, name: '' }), REFUSED],
  'an endless name': [(said) => signed({ ...said, name: 'x'.repeat(300) }), REFUSED],
  'an address of another organization’s domain': [
    (said) => signed({ ...said, name: 's1', email: rival.emailOf('admin') }),
    '/login?sso=domain',
  ],
  'the address of a member who is known by another name': [
    (said) => signed({ ...said, name: 'recycled' }),
    '/login?sso=identity',
  ],
  'a document type': [(said) => `<!DOCTYPE r>${signed(said)}`, REFUSED],
  'entities that multiply (billion laughs)': [
    (said) => LAUGHS + signed(said).replace('>member-1<', '>&u;<'),
    REFUSED,
  ],
  'an entity from a file': [
    (said) =>
      `<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]>${signed(said).replace('>member-1<', '>&x;<')}`,
    REFUSED,
  ],
  'a document type in an encrypted assertion': [
    async (said) =>
      responseOf(
        said,
        await encrypted(LAUGHS + sign(assertionOf(said), said.assertionId, forger.key), certificate),
      ),
    REFUSED,
  ],
  'elements nested too deeply': [
    (said) =>
      signed(said).replace('</samlp:Status>', `${'<a>'.repeat(1_900)}${'</a>'.repeat(1_900)}</samlp:Status>`),
    REFUSED,
  ],
  'too many elements': [
    (said) => signed(said).replace('</samlp:Status>', `${'<a/>'.repeat(4_000)}</samlp:Status>`),
    REFUSED,
  ],
  'too many attributes': [
    (said) => {
      const attributes = Array.from({ length: 9_000 }, (_, n) => `a${n}="1"`).join(' ');
      return signed(said).replace('</samlp:Status>', `<a ${attributes}/></samlp:Status>`);
    },
    REFUSED,
  ],
  'no XML': [() => 'SAML', REFUSED],
  nothing: [() => '', REFUSED],
};

describe('a response with', () => {
  it.each(Object.entries(forged))('%s', async (_name, [forge, expected]) => {
    const { traveler, state, requestId } = await begun();
    expect(await finish(traveler, await forge(honest(requestId)), state)).toBe(expected);
    expect((await sessionOf(server, traveler)).session === null).toBe(expected !== '/login?sso=done');
  });

  it.each(Object.entries(wrappings))('%s', async (_name, wrap) => {
    const { traveler, state, requestId } = await begun();
    const said = honest(requestId);
    const xml = wrap({ said, evil: evilOf(said), key: forger.key });
    expect(xml).toContain('>admin-1<');
    expect(await finish(traveler, xml, state)).toBe(REFUSED);
    expect((await sessionOf(server, traveler)).session).toBeNull();
  });

  it('the name of a member of another organization signs nobody in there', async () => {
    // The provider of the rival says at its own organization that the bank's admin is there.
    const { traveler, state, requestId } = await begun(rival);
    const path = pathOf(rival);
    const said: Said = {
      ...evilOf(honest(requestId)),
      issuer: rivalForger.entityId,
      responseIssuer: rivalForger.entityId,
      audience: `${path}/metadata`,
      destination: `${path}/acs`,
      recipient: `${path}/acs`,
    };
    expect(await finish(traveler, signed(said, rivalForger.key), state, rival)).toBe('/login?sso=domain');
    // And at the bank, signed with its own key.
    const atBank = await begun();
    const xml = signed({ ...evilOf(honest(atBank.requestId)) }, rivalForger.key);
    expect(await finish(atBank.traveler, xml, atBank.state)).toBe(REFUSED);
  });
});

describe('a response', () => {
  it('for the sign-in of another browser signs nobody in (state fixation)', async () => {
    const { traveler: attacker, state, requestId } = await begun();
    const { traveler: victim, state: waiting } = await begun();
    const xml = signed(honest(requestId));
    // Under the victim's own sign-in, it answers another request.
    expect(await finish(victim, xml, waiting)).toBe(REFUSED);
    expect(await finish(createTraveler(), xml, state)).toBe('/login?sso=expired');
    expect((await sessionOf(server, victim)).session).toBeNull();
    // Nobody ends the sign-in of someone else, either: it is the attacker's own browser that finishes.
    const { url } = await attacker.go(
      `${pathOf(bank)}/callback?state=${state}`,
      ({ pathname }) => pathname === '/login',
    );
    expect(url.search).toBe('?sso=done');
  });

  it('counts once (replay), for its sign-in and for any other', async () => {
    const first = await begun();
    const said = honest(first.requestId);
    expect(await finish(first.traveler, signed(said), first.state)).toBe('/login?sso=done');
    expect(await finish(first.traveler, signed(said), first.state)).toBe('/login?sso=expired');
    const second = await begun();
    expect(await finish(second.traveler, signed(said), second.state)).toBe(REFUSED);
    // The provider itself repeats an assertion's ID.
    const third = await begun();
    const { assertionId } = said;
    expect(
      await finish(third.traveler, signed({ ...honest(third.requestId), assertionId }), third.state),
    ).toBe(REFUSED);
    const { rows } = await server.database.asOwner((owner) =>
      owner.query(
        `SELECT details->>'problem' AS problem FROM scout.audit_logs ORDER BY sequence DESC LIMIT 1`,
      ),
    );
    expect(rows).toEqual([{ problem: 'The assertion was used before.' }]);
  });

  it('counts for a quarter of an hour, and only the first one of a sign-in', async () => {
    const old = await begun();
    await server.database.asOwner((owner) => owner.query('UPDATE auth.sso_attempts SET expires_at = now()'));
    expect(await finish(old.traveler, signed(honest(old.requestId)), old.state)).toBe('/login?sso=expired');
    const { traveler, state, requestId } = await begun();
    expect(await finish(createTraveler(), signed({ ...honest(requestId), audience: 'other' }), state)).toBe(
      '/login?sso=expired',
    );
    expect(await finish(traveler, signed(honest(requestId)), state)).toBe('/login?sso=expired');
  });

  it('of another organization’s provider is refused (mix-up)', async () => {
    const { traveler, state, requestId } = await begun();
    const xml = signed(honest(requestId));
    expect(await finish(traveler, xml, state, rival)).toBe('/login?sso=expired');
    const mixed = await begun(rival, traveler);
    expect(await finish(traveler, xml, mixed.state, rival)).toBe(REFUSED);
    expect(await finish(traveler, xml, state)).toBe('/login?sso=done');
  });

  it('leads nowhere else (open redirect), and begins nothing by itself', async () => {
    const { traveler, requestId } = await begun();
    for (const place of [
      'https://evil.example',
      '//evil.example',
      '/\\evil.example',
      'javascript:alert(1)',
      '',
    ])
      expect(await finish(traveler, signed(honest(requestId)), place)).toBe('/login?sso=unsolicited');
    expect(await finish(traveler, signed({ ...honest(''), requestId: '' }), 'x'.repeat(43))).toBe(
      '/login?sso=expired',
    );
  });

  it('larger than is read is refused before it is parsed', async () => {
    const response = await fetch(`${pathOf(bank)}/acs`, {
      method: 'POST',
      body: new URLSearchParams({ SAMLResponse: 'A'.repeat(400_000), RelayState: 'x' }),
    });
    expect(response.status).toBe(413);
  });

  it('is no way for other sites to use the rest of the server', async () => {
    const response = await fetch(`${server.url}/auth/v1/sso/start`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: 'https://evil.example' },
      body: JSON.stringify({ email: bank.emailOf('member') }),
    });
    expect(await response.json()).toMatchObject({ code: 'cross_site' });
  });
});
