import { startServer, type TestServer } from '@scout/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Forger, signed, startForger, unsigned } from './testing/forger.ts';
import { SECRET } from './testing/identityProvider.ts';
import {
  end,
  type SsoOrganization,
  sessionOf,
  startOf,
  verifyDomain,
  withForger,
} from './testing/organizations.ts';
import { createTraveler, type Traveler } from './testing/traveler.ts';

let server: TestServer;
let forger: Forger;
let rivalForger: Forger;
let bank: SsoOrganization;
let rival: SsoOrganization;

beforeAll(async () => {
  server = await startServer({ config: { ssoNetworks: ['127.0.0.0/8'] } });
  forger = await startForger();
  rivalForger = await startForger();
  bank = await withForger(server, forger, 'Northwind Bank');
  rival = await withForger(server, rivalForger, 'Meridian Defense');
});
afterAll(async () => {
  await server?.stop();
  await forger?.stop();
  await rivalForger?.stop();
});
beforeEach(() => {
  for (const each of [forger, rivalForger])
    Object.assign(each, { description: {}, userInfo: {}, idToken: null });
});

const clientId = () => `scout-${bank.tenantId}`;
const seconds = (after = 0) => Math.floor(Date.now() / 1000) + after;

/** A sign-in that waits for its provider, in a browser. */
async function begun(organization = bank, traveler: Traveler = createTraveler()) {
  const address = new URL(await startOf(server, organization.emailOf('member'), traveler));
  const [state, nonce] = ['state', 'nonce'].map((name) => address.searchParams.get(name)!);
  return { traveler, state: state!, nonce: nonce! };
}
/** Claims of an honest provider about a member. */
const honest = (nonce: string, more: object = {}) => ({
  iss: forger.issuer,
  aud: clientId(),
  sub: 'member-1',
  nonce,
  iat: seconds(),
  exp: seconds(300),
  email: bank.emailOf('member'),
  email_verified: true,
  ...more,
});
const without = (claims: object, name: string) =>
  Object.fromEntries(Object.entries(claims).filter(([each]) => each !== name));
const callback = (organization: SsoOrganization, query: Record<string, string>) =>
  `${server.url}/auth/v1/sso/${organization.tenantId}/callback?${new URLSearchParams(query)}`;
const finish = (traveler: Traveler, query: Record<string, string>, organization = bank) =>
  end(server, traveler, callback(organization, query));

type Forge = (nonce: string) => string | null | Promise<string | null>;

/** Tokens of a provider or of someone between, by what is wrong with them, and the screen on which they end. */
const forged: Readonly<Record<string, readonly [Forge, string]>> = {
  'nothing, so that the others fail for their reason': [
    (nonce) => signed(honest(nonce), forger.key),
    '/login?sso=done',
  ],
  'another audience': [
    (nonce) => signed(honest(nonce, { aud: `scout-${rival.tenantId}` }), forger.key),
    '/login?sso=provider',
  ],
  'several audiences, and another party that was asked': [
    (nonce) => signed(honest(nonce, { aud: [clientId(), 'other'], azp: 'other' }), forger.key),
    '/login?sso=provider',
  ],
  'another issuer': [
    (nonce) => signed(honest(nonce, { iss: rivalForger.issuer }), forger.key),
    '/login?sso=provider',
  ],
  'no issuer': [(nonce) => signed(without(honest(nonce), 'iss'), forger.key), '/login?sso=provider'],
  'no nonce': [(nonce) => signed(without(honest(nonce), 'nonce'), forger.key), '/login?sso=provider'],
  'the nonce of another sign-in': [() => signed(honest('another'), forger.key), '/login?sso=provider'],
  expired: [
    (nonce) => signed(honest(nonce, { iat: seconds(-900), exp: seconds(-600) }), forger.key),
    '/login?sso=provider',
  ],
  'no end': [(nonce) => signed(without(honest(nonce), 'exp'), forger.key), '/login?sso=provider'],
  'not valid yet': [
    (nonce) => signed(honest(nonce, { nbf: seconds(600) }), forger.key),
    '/login?sso=provider',
  ],
  'no signature (alg: none)': [(nonce) => unsigned(honest(nonce)), '/login?sso=provider'],
  'a signature cut off': [
    async (nonce) => (await signed(honest(nonce), forger.key)).replace(/[^.]+$/, ''),
    '/login?sso=provider',
  ],
  'claims replaced under a signature': [
    async (nonce) => {
      const [header, , signature] = (await signed(honest(nonce), forger.key)).split('.');
      const claims = Buffer.from(JSON.stringify(honest(nonce, { sub: 'admin' }))).toString('base64url');
      return `${header}.${claims}.${signature}`;
    },
    '/login?sso=provider',
  ],
  'a key that the provider does not publish': [
    (nonce) => signed(honest(nonce), forger.otherKey),
    '/login?sso=provider',
  ],
  'an unknown key id': [(nonce) => signed(honest(nonce), forger.key, 'RS256', 'k2'), '/login?sso=provider'],
  'the client secret as key (HS256)': [
    (nonce) => signed(honest(nonce), new TextEncoder().encode(SECRET), 'HS256'),
    '/login?sso=provider',
  ],
  'the public key as secret (HS256)': [
    (nonce) => signed(honest(nonce), new TextEncoder().encode(forger.publicKey), 'HS256'),
    '/login?sso=provider',
  ],
  'no name of the person': [
    (nonce) => signed(without(honest(nonce), 'sub'), forger.key),
    '/login?sso=provider',
  ],
  'an endless name of the person': [
    (nonce) => signed(honest(nonce, { sub: 'x'.repeat(300) }), forger.key),
    '/login?sso=provider',
  ],
  'a name of the person that the database does not store': [
    (nonce) => signed(honest(nonce, { sub: 'member\u0000' }), forger.key),
    '/login?sso=provider',
  ],
  'a name of a claim, a session and a person that it does not store': [
    (nonce) => signed(honest(nonce, { 'x\u0000': 1, sid: '\ud800', given_name: 'A\u0000' }), forger.key),
    '/login?sso=done',
  ],
  'a code that was used before': [() => null, '/login?sso=provider'],
  'an address that is not verified': [
    (nonce) => signed(honest(nonce, { sub: 's2', email_verified: false }), forger.key),
    '/login?sso=email',
  ],
  'an address that is none': [
    (nonce) => signed(honest(nonce, { sub: 's3', email: ['member@northwind-bank.example'] }), forger.key),
    '/login?sso=email',
  ],
  'no address, and another person’s at the userinfo endpoint': [
    (nonce) => {
      forger.userInfo = { sub: 'someone else', email: bank.emailOf('admin') };
      return signed(without(honest(nonce, { sub: 's4' }), 'email'), forger.key);
    },
    '/login?sso=provider',
  ],
  'an address of another organization’s domain': [
    (nonce) => signed(honest(nonce, { sub: 's5', email: rival.emailOf('admin') }), forger.key),
    '/login?sso=domain',
  ],
  'an address of a domain that nobody verified': [
    (nonce) => signed(honest(nonce, { sub: 's6', email: 'ada@nowhere.example' }), forger.key),
    '/login?sso=domain',
  ],
  'the address of a member who is known by another name': [
    (nonce) => signed(honest(nonce, { sub: 'recycled' }), forger.key),
    '/login?sso=identity',
  ],
};

describe('a token with', () => {
  it.each(Object.entries(forged))('%s', async (_name, [forge, expected]) => {
    const { traveler, state, nonce } = await begun();
    forger.idToken = await forge(nonce);
    expect(await finish(traveler, { code: 'c', state })).toBe(expected);
    expect((await sessionOf(server, traveler)).session === null).toBe(expected !== '/login?sso=done');
  });

  it('the name of a member of another organization signs nobody in there', async () => {
    await rival.as('admin');
    const { traveler, state, nonce } = await begun();
    forger.idToken = await signed(honest(nonce, { sub: 's7', email: rival.emailOf('admin') }), forger.key);
    expect(await finish(traveler, { code: 'c', state })).toBe('/login?sso=domain');
    // Not even after the bank has verified a domain of a person who is active elsewhere.
    await verifyDomain(server, bank.tenantId, 'shared.example');
    await server.database.asOwner((owner) =>
      owner.query(
        `WITH u AS (INSERT INTO auth."user" (id, name, email, email_verified, created_at, updated_at)
           VALUES ('shared', 'Sam', 'sam@shared.example', true, now(), now()) RETURNING id, email)
         INSERT INTO scout.memberships (tenant_id, email, user_id, role, status) SELECT $1, email, id, 'member', 'active' FROM u`,
        [rival.tenantId],
      ),
    );
    const again = await begun();
    forger.idToken = await signed(
      honest(again.nonce, { sub: 's8', email: 'sam@shared.example' }),
      forger.key,
    );
    expect(await finish(again.traveler, { code: 'c', state: again.state })).toBe(
      '/login?sso=other_organization',
    );
  });

  it('a person who joins elsewhere later has no access there with this session', async () => {
    const { traveler, state, nonce } = await begun();
    const email = 'moves@northwind-bank.example';
    forger.idToken = await signed(honest(nonce, { sub: 'moves', email }), forger.key);
    expect(await finish(traveler, { code: 'c', state })).toBe('/login?sso=done');
    await server.database.asOwner(async (owner) => {
      await owner.query('DELETE FROM scout.memberships WHERE email = $1', [email]);
      await owner.query(
        `INSERT INTO scout.memberships (tenant_id, email, user_id, role, status)
         SELECT $1, email, id, 'member', 'active' FROM auth."user" WHERE email = $2`,
        [rival.tenantId, email],
      );
    });
    const { client } = await sessionOf(server, traveler);
    await expect(client.api.members({})).rejects.toMatchObject({ code: 'no_organization' });
  });
});

describe('an address that a browser opens', () => {
  it('was begun in another browser (state fixation)', async () => {
    const { traveler: attacker, state, nonce } = await begun();
    forger.idToken = await signed(honest(nonce), forger.key);
    const { traveler: victim } = await begun();
    for (const browser of [createTraveler(), victim])
      expect(await finish(browser, { code: 'c', state })).toBe('/login?sso=expired');
    expect((await sessionOf(server, victim)).session).toBeNull();
    // Nobody ends the sign-in of someone else, either.
    expect(await finish(attacker, { code: 'c', state })).toBe('/login?sso=done');
  });

  it('counts once (replay), and for a quarter of an hour', async () => {
    const { traveler, state, nonce } = await begun();
    forger.idToken = await signed(honest(nonce), forger.key);
    expect(await finish(traveler, { code: 'c', state })).toBe('/login?sso=done');
    expect(await finish(traveler, { code: 'c', state })).toBe('/login?sso=expired');
    const old = await begun();
    await server.database.asOwner((owner) => owner.query('UPDATE auth.sso_attempts SET expires_at = now()'));
    expect(await finish(old.traveler, { code: 'c', state: old.state })).toBe('/login?sso=expired');
  });

  it('comes from another organization’s provider (mix-up)', async () => {
    const { traveler, state, nonce } = await begun();
    rivalForger.idToken = await signed(honest(nonce), rivalForger.key);
    expect(await finish(traveler, { code: 'c', state }, rival)).toBe('/login?sso=expired');
    forger.idToken = await signed(honest(nonce), forger.key);
    expect(await finish(traveler, { code: 'c', state, iss: rivalForger.issuer })).toBe('/login?sso=provider');
  });

  it('has no state, or what the provider refused, and leads nowhere else (open redirect)', async () => {
    const traveler = createTraveler();
    expect(await finish(traveler, { code: 'c' })).toBe('/login?sso=expired');
    const { traveler: refused, state } = await begun();
    expect(await finish(refused, { error: 'access_denied', state })).toBe('/login?sso=refused');
    const open = await begun();
    forger.idToken = await signed(honest(open.nonce), forger.key);
    const elsewhere = {
      return_to: 'https://evil.example',
      redirect_uri: 'https://evil.example',
      next: '//evil.example',
    };
    expect(await finish(open.traveler, { code: 'c', state: open.state, ...elsewhere })).toBe(
      '/login?sso=done',
    );
  });
});

describe('a provider that', () => {
  const test = async () => (await (await bank.as('admin')).api.ssoTest({})).problems;

  it('answers for every customer of its maker, or names another issuer, is not used', async () => {
    forger.description = { issuer: `${forger.issuer}/{tenantid}/v2.0` };
    expect(await test()).toEqual([
      'The provider names itself otherwise. Give the issuer exactly as the provider does.',
    ]);
    expect(await startOf(server, bank.emailOf('member'), createTraveler())).toBe('sso_provider');
  });

  it('sends the server into a closed network is not followed', async () => {
    const { traveler, state, nonce } = await begun();
    forger.idToken = await signed(honest(nonce), forger.key);
    for (const description of [
      { token_endpoint: 'http://169.254.169.254/token' },
      { jwks_uri: 'http://10.0.0.1/jwks' },
      { jwks_uri: 'file:///etc/passwd' },
    ]) {
      forger.description = description;
      const { traveler: each, state: at } = await begun();
      expect(await finish(each, { code: 'c', state: at }), JSON.stringify(description)).toBe(
        '/login?sso=provider',
      );
    }
    forger.description = {};
    expect(await finish(traveler, { code: 'c', state })).toBe('/login?sso=done');
  });

  it('supports less than is needed is told so', async () => {
    forger.description = {
      id_token_signing_alg_values_supported: ['HS256'],
      code_challenge_methods_supported: ['plain'],
      jwks_uri: undefined,
    };
    expect(await test()).toHaveLength(3);
    forger.description = { authorization_endpoint: 'javascript:alert(1)' };
    expect(await test()).toEqual(['The provider names an address without TLS.']);
  });
});

describe('a report of a log-out', () => {
  const report = (more: object = {}) => ({
    iss: forger.issuer,
    aud: clientId(),
    sub: 'member-1',
    iat: seconds(),
    jti: 'j1',
    events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
    ...more,
  });
  const send = (token: string, organization = bank) =>
    fetch(`${server.url}/auth/v1/sso/${organization.tenantId}/backchannel-logout`, {
      method: 'POST',
      body: new URLSearchParams({ logout_token: token }),
    });

  it('that is forged or old ends nothing, an honest one ends its sessions, and a repeated one no later ones', async () => {
    const signIn = async () => {
      const { traveler, state, nonce } = await begun();
      forger.idToken = await signed(honest(nonce), forger.key);
      await finish(traveler, { code: 'c', state });
      return traveler;
    };
    const traveler = await signIn();
    const wrong = [
      await signed(report({ aud: 'other' }), forger.key),
      await signed(report({ iss: rivalForger.issuer }), forger.key),
      await signed(report({ nonce: 'n' }), forger.key),
      await signed(report({ events: {} }), forger.key),
      await signed(report({ iat: seconds(-600) }), forger.key),
      await signed(without(report(), 'jti'), forger.key),
      await signed(without(report(), 'sub'), forger.key),
      await signed(report(), forger.otherKey),
      await signed(report(), new TextEncoder().encode(SECRET), 'HS256'),
      unsigned(report()),
      'no token',
    ];
    for (const token of wrong) {
      const response = await send(token);
      expect([response.status, await response.json()]).toMatchObject([400, { code: 'invalid_logout_token' }]);
    }
    // The rival's provider knows a person by the same name.
    rivalForger.idToken = null;
    const rivals = { iss: rivalForger.issuer, aud: `scout-${rival.tenantId}` };
    expect((await send(await signed(report(rivals), rivalForger.key), rival)).status).toBe(200);
    expect((await sessionOf(server, traveler)).session).not.toBeNull();
    const token = await signed(report({ iat: seconds(-60) }), forger.key);
    expect((await send(token)).status).toBe(200);
    expect((await sessionOf(server, traveler)).session, 'begun after the report').not.toBeNull();
    expect((await send(await signed(report(), forger.key))).status).toBe(200);
    expect((await sessionOf(server, traveler)).session).toBeNull();
  });
});
