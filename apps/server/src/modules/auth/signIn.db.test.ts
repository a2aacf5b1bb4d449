import { errors, limits } from '@scout/contract';
import {
  clientOf,
  createClock,
  createOrganization,
  startServer,
  type TestClient,
  type TestOrganization,
  type TestServer,
} from '@scout/testkit';
import { decodeJwt, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const clock = createClock(new Date().toISOString());
let server: TestServer;
let bank: TestOrganization;
let admin: TestClient;

beforeAll(async () => {
  server = await startServer({ clock });
  bank = await createOrganization(server);
  admin = await bank.as('admin');
});
afterAll(() => server.stop());

const signIn = (email: string, password: string, at: TestServer = server) =>
  fetch(`${at.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });

/** The session cookie of a response, as a browser would send it back. */
const cookieOf = (response: Response) => response.headers.getSetCookie()[0]!.split(';')[0]!;

const sessionOf = async (cookie: string) => {
  const response = await fetch(`${server.url}/auth/v1/session`, { headers: { cookie } });
  return (await response.json()) as {
    session: { access_token: string } | null;
    user: { email: string } | null;
  };
};

describe('signing in', () => {
  it('returns a short-lived token with the user, and a cookie that scripts cannot read', async () => {
    const response = await signIn(` ${bank.emailOf('admin').toUpperCase()} `, bank.password);
    expect(response.status).toBe(200);
    const { session, user } = (await response.json()) as Awaited<ReturnType<TestClient['api']['authToken']>>;
    const seconds = Math.floor(clock.now() / 1000);
    expect(session).toMatchObject({ token_type: 'bearer', expires_in: 600, expires_at: seconds + 600 });
    expect(decodeJwt(session.access_token)).toEqual({
      sub: user.id,
      tenant_id: bank.tenantId,
      roles: ['admin'],
      aal: 'aal2',
      session_id: expect.any(String),
      iss: 'scout',
      aud: 'scout',
      iat: seconds,
      exp: seconds + 600,
    });
    expect(user).toMatchObject({
      email: bank.emailOf('admin'),
      last_sign_in_at: new Date(clock.now()).toISOString(),
    });
    const [cookie] = response.headers.getSetCookie();
    expect(cookie).toMatch(/^scout\.session_token=.+; Max-Age=43200; Path=\/; HttpOnly; SameSite=Lax$/);
  });

  describe('over HTTPS', () => {
    let secure: TestServer;
    beforeAll(async () => {
      secure = await startServer({
        database: server.database,
        config: { publicUrl: 'https://scout.example' },
      });
    });
    afterAll(() => secure.stop());

    const cookiesOf = (response: Response) => response.headers.getSetCookie();
    const resume = (cookie: string) => fetch(`${secure.url}/auth/v1/session`, { headers: { cookie } });
    const tokenIn = (cookie: string) => cookie.split(/[=;]/)[1]!;

    it('cookies are bound to this host', async () => {
      const cookies = cookiesOf(await signIn(bank.emailOf('admin'), bank.password, secure));
      expect(cookies).toHaveLength(2);
      for (const cookie of cookies) {
        expect(cookie).toMatch(
          /^__Host-scout\.(session_token|device)=[\w-]{43}; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
        );
      }
      const again = await resume(cookies[0]!.split(';')[0]!);
      expect(cookiesOf(again)[0]).toMatch(/^__Host-scout\.session_token=/);
    });

    it.each(['__Secure-scout', 'scout'])('a current session is not accepted as %s', async (prefix) => {
      const token = tokenIn(cookiesOf(await signIn(bank.emailOf('admin'), bank.password, secure))[0]!);
      const answer = await resume(`${prefix}.session_token=${token}`);
      expect([await answer.json(), cookiesOf(answer)]).toEqual([{ session: null, user: null }, []]);
    });

    it('a browser cookie that another host could have set is ignored', async () => {
      const [, device] = cookiesOf(await signIn(bank.emailOf('admin'), bank.password, secure));
      const planted = `__Secure-scout.device=${tokenIn(device!)}`;
      const response = await fetch(`${secure.url}/auth/v1/token?grant_type=password`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie: planted },
        body: JSON.stringify({ email: bank.emailOf('admin'), password: bank.password }),
      });
      expect(tokenIn(cookiesOf(response)[1]!)).not.toBe(tokenIn(device!));
    });

    it('signing out deletes the cookie', async () => {
      const out = await fetch(`${secure.url}/auth/v1/logout`, { method: 'POST' });
      expect(cookiesOf(out)).toEqual([expect.stringMatching(/^__Host-scout\.session_token=; Max-Age=0; /)]);
    });
  });

  it('gives the same answer for a wrong password and an address without a user', async () => {
    const answers = [];
    for (const email of [bank.emailOf('admin'), 'nobody@northwind.example']) {
      const response = await signIn(email, 'not the password');
      answers.push([response.status, await response.json(), response.headers.getSetCookie()]);
    }
    expect(answers[0]).toEqual([400, { code: 'invalid_login', message: 'Invalid login credentials' }, []]);
    expect(answers[1]).toEqual(answers[0]);
  });

  it('refuses an unconfirmed address, but reveals that only with the right password', async () => {
    await bank.as('member');
    const email = bank.emailOf('member');
    const confirmed = (value: boolean) =>
      server.database.asOwner((owner) =>
        owner.query('UPDATE auth."user" SET email_verified = $1 WHERE email = $2', [value, email]),
      );
    const cookie = cookieOf(await signIn(email, bank.password));
    await confirmed(false);
    const right = await signIn(email, bank.password);
    expect([right.status, await right.json()]).toEqual([
      400,
      { code: 'email_not_confirmed', message: 'Email not confirmed' },
    ]);
    expect(await (await signIn(email, 'not the password')).json()).toMatchObject({ code: 'invalid_login' });
    // An older session ends as well: spec section 4, confirmation gate.
    expect(await sessionOf(cookie)).toEqual({ session: null, user: null });
    await confirmed(true);
  });

  it.each([
    ['grant_type=refresh_token', { email: 'a@b.example', password: 'x' }, 'unsupported_grant_type'],
    ['', { email: 'a@b.example', password: 'x' }, 'invalid_input'],
    ['grant_type=password', { email: 'not an address', password: 'x' }, 'invalid_input'],
    ['grant_type=password', { email: 'a@b.example', password: '' }, 'invalid_input'],
    ['grant_type=password', { email: 'a@b.example', password: 'x'.repeat(200) }, 'invalid_input'],
    ['grant_type=password', { email: { $ne: null }, password: ['x'] }, 'invalid_input'],
    ['grant_type=password', null, 'invalid_input'],
  ])('refuses ?%s %j', async (query, body, code) => {
    const response = await fetch(`${server.url}/auth/v1/token?${query}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect([response.status, await response.json()]).toMatchObject([400, { code }]);
  });

  it('writes neither password nor token nor cookie to the log', async () => {
    const response = await signIn(bank.emailOf('admin'), bank.password);
    const { session } = (await response.json()) as { session: { access_token: string } };
    await fetch(`${server.url}/auth/v1/user?apikey=in-the-query`, {
      headers: { authorization: `Bearer ${session.access_token}` },
    });
    const log = server.logLines.join('');
    expect(log).toContain('/auth/v1/token');
    const secrets = [
      bank.password,
      session.access_token,
      cookieOf(response),
      server.operatorToken,
      'in-the-query',
    ];
    for (const secret of secrets) expect(log).not.toContain(secret);
  });
});

describe('a session', () => {
  it('gives a new token for its cookie, and none after signing out', async () => {
    const cookie = cookieOf(await signIn(bank.emailOf('admin'), bank.password));
    const { session, user } = await sessionOf(cookie);
    expect(user?.email).toBe(bank.emailOf('admin'));
    await expect(clientOf(server, session?.access_token).api.agents({})).resolves.toBeInstanceOf(Array);

    const out = await fetch(`${server.url}/auth/v1/logout`, { method: 'POST', headers: { cookie } });
    expect(out.status).toBe(200);
    expect(out.headers.getSetCookie()[0]).toMatch(/^scout\.session_token=; Max-Age=0/);
    expect(await sessionOf(cookie)).toEqual({ session: null, user: null });
  });

  it.each(['scout.session_token=made.up', 'scout.session_token=', 'other=1'])(
    'does not exist for %s',
    async (cookie) => {
      expect(await sessionOf(cookie)).toEqual({ session: null, user: null });
    },
  );
});

describe('an access token', () => {
  const withToken = async (token: string) => {
    const response = await fetch(`${server.url}/auth/v1/user`, {
      headers: { authorization: `Bearer ${token}` },
    });
    return [response.status, await response.json()];
  };
  const refusal = (code: keyof typeof errors) => [401, { code, message: errors[code].message }];

  it('is valid until it expires', async () => {
    const token = admin.bearer;
    await using _ = { [Symbol.asyncDispose]: async () => clock.set(start) };
    const start = clock.now();
    clock.advance((limits.session.accessTokenSeconds - 60) * 1000);
    expect(await withToken(token)).toMatchObject([200, { email: bank.emailOf('admin') }]);
    clock.advance(120_000);
    expect(await withToken(token)).toEqual(refusal('token_expired'));
  });

  it("is refused with 'Invalid JWT signature' when anything in it was changed", async () => {
    const [header, payload, signature] = admin.bearer.split('.') as [string, string, string];
    const forged = Buffer.from(
      JSON.stringify({ ...decodeJwt(admin.bearer), tenant_id: crypto.randomUUID() }),
    ).toString('base64url');
    const flipped = `${signature[0] === 'A' ? 'B' : 'A'}${signature.slice(1)}`;
    for (const token of [`${header}.${forged}.${signature}`, `${header}.${payload}.${flipped}`]) {
      expect(await withToken(token)).toEqual(refusal('invalid_signature'));
    }
    expect(errors.invalid_signature.message).toBe('Invalid JWT signature');
  });

  it('is refused when another key, or none, signed it', async () => {
    const { privateKey } = await generateKeyPair('EdDSA');
    const claims = decodeJwt(admin.bearer);
    const own = JSON.parse(Buffer.from(admin.bearer.split('.')[0]!, 'base64url').toString());
    for (const kid of [own.kid, 'unknown']) {
      const token = await new SignJWT(claims).setProtectedHeader({ alg: 'EdDSA', kid }).sign(privateKey);
      expect(await withToken(token)).toEqual(refusal('invalid_signature'));
    }
    const none = Buffer.from(JSON.stringify({ alg: 'none' })).toString('base64url');
    expect(await withToken(`${none}.${admin.bearer.split('.')[1]}.`)).toEqual(refusal('invalid_signature'));
    const symmetric = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256', kid: own.kid })
      .sign(new TextEncoder().encode('the public key, say, as a secret'));
    expect(await withToken(symmetric)).toEqual(refusal('invalid_signature'));
  });

  it.each(['x', 'a.b.c', '..', 'scout_agent_x', '💥'.replace(/./gu, '')])(
    'is malformed as %j',
    async (token) => {
      const response = await fetch(`${server.url}/auth/v1/user`, {
        headers: { authorization: `Bearer ${token}` },
      });
      expect([response.status, await response.json()]).toEqual(refusal('malformed_token'));
    },
  );

  it('is missing without the header, and malformed in another scheme', async () => {
    const plain = await fetch(`${server.url}/auth/v1/user`);
    expect(await plain.json()).toMatchObject({ code: 'not_signed_in' });
    const basic = await fetch(`${server.url}/auth/v1/user`, { headers: { authorization: 'Basic YTpi' } });
    expect(await basic.json()).toMatchObject({ code: 'malformed_token' });
  });

  it('is verified with the published keys, which contain no private part', async () => {
    const { keys } = await clientOf(server).api.jwks({});
    expect(keys.length).toBeGreaterThan(0);
    for (const key of keys) {
      expect(key).toMatchObject({ kty: 'OKP', crv: 'Ed25519', alg: 'EdDSA', use: 'sig' });
      expect(key).not.toHaveProperty('d');
    }
  });

  it('is valid on every server of one database, even with a new key', async () => {
    await using other = await startServer({ database: server.database });
    await expect(clientOf(other, admin.bearer).api.authUser({})).resolves.toBeDefined();

    await server.database.asOwner((owner) => owner.query('DELETE FROM auth.jwks'));
    const response = await signIn(bank.emailOf('admin'), bank.password, other);
    const { session } = (await response.json()) as { session: { access_token: string } };
    expect(session.access_token.split('.')[0]).not.toBe(admin.bearer.split('.')[0]);
    // This server has cached the deleted key and reads keys at most every five seconds.
    clock.advance(6_000);
    expect(await withToken(session.access_token)).toMatchObject([200, { email: bank.emailOf('admin') }]);
  });
});

describe('sign-in attempts', () => {
  it('are limited per user and address, across servers, whether the user exists or not; others continue', async () => {
    await using other = await startServer({ database: server.database });
    const known = 'limited@northwind.example';
    const operator = clientOf(server, server.operatorToken);
    const person = { tenant_id: bank.tenantId, email: known, password: bank.password };
    await operator.api.operatorUsersCreate(person);
    for (const email of ['nobody@meridian.example', known]) {
      const { attempts } = limits.rates.signInPerPlace;
      // At the same time: each refusal waits for its least time.
      const answers = await Promise.all(
        Array.from({ length: attempts }, (_, attempt) =>
          signIn(email, 'not the password', attempt % 2 === 0 ? server : other),
        ),
      );
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 400));
      const refused = await signIn(email, bank.password, other);
      expect([refused.status, await refused.json()]).toMatchObject([429, { code: 'rate_limited' }]);
      const retryAfter = Number(refused.headers.get('retry-after'));
      expect(retryAfter).toBeGreaterThan(0);
      expect(retryAfter).toBeLessThanOrEqual(limits.rates.signInPerPlace.windowSeconds);
    }
    expect((await signIn(bank.emailOf('admin'), bank.password)).status).toBe(200);
  });

  it('start over after a success', async () => {
    const email = bank.emailOf('admin');
    const { attempts } = limits.rates.signInPerPlace;
    await Promise.all(Array.from({ length: attempts - 1 }, () => signIn(email, 'not the password')));
    expect((await signIn(email, bank.password)).status).toBe(200);
    expect((await signIn(email, 'not the password')).status).toBe(400);
  });

  it('store no address in cleartext', async () => {
    const rows = await server.database.asOwner((owner) => owner.query('SELECT key FROM auth.rate_limits'));
    expect(rows.rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows.rows)).not.toMatch(/@|127\.0\.0\.1/);
  });
});
