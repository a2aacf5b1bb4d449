import { createClock, createDatabase, startServer, type TestDatabase } from '@scout/testkit';
import { decodeProtectedHeader } from 'jose';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPasswordHashing } from '../../platform/crypto/password.ts';
import { storedToken } from './sessions.ts';
import { decryptSigningKey, encryptSigningKey } from './sql/signingKey.ts';
import { openBrowser, signIn } from './testing/browser.ts';

/** Values of a database, with hashes, keys and tokens made by Better Auth 1.7.5: every release has to read them. */
const kept = {
  secret: 'the authentication secret of an installation of version 0.1',
  userId: 'fMuwN9OBOrb6jsnGD7yWMbykMa7fASoO',
  sessionId: 'IrVMdm1VWFB2h4qDCrX3T2AAWFVHRPVj',
  password: 'Cafe\u0301 \ufb01nance 2026!',
  hash: 'a8b57866b25cc41d5021b74c16d3dc5e:5a406f97f9a6e3a48e3d461237a8a3ad5dc70916bfd9fcb3d6d2b489ee78e47f8cc08a0d048caba4eff649baef6f8530c2383c0da49c68dd7ef7f5bb53c05810',
  token:
    'eyJhbGciOiJFZERTQSIsImtpZCI6InlGWkZMbXFvNTFtSTRENnJja3RJdHBaeXBBYlhNeGxnIn0.eyJzdWIiOiJmTXV3TjlPQk9yYjZqc25HRDd5V01ieWtNYTdmQVNvTyIsInJvbGVzIjpbXSwiYWFsIjoiYWFsMiIsInNlc3Npb25faWQiOiJJclZNZG0xVldGQjJoNHFEQ3JYM1QyQUFXRlZIUlBWaiIsImlhdCI6MTc5NTMzODAwMCwiZXhwIjoxNzk1MzM4NjAwLCJpc3MiOiJzY291dCIsImF1ZCI6InNjb3V0In0.6T8Vr_DsK8a1f5cZUKPXTcU2crYkotZ-suOiT3eNEJ0sP6twh838ir9vHVuZp_GhtcTWHTKuq1LhXGVQ8MVjDQ',
  key: {
    id: 'yFZFLmqo51mI4D6rcktItpZypAbXMxlg',
    publicKey: '{"kty":"OKP","crv":"Ed25519","x":"lG1Vah1YzzrIbIbxWYaTcYIZZAdPqFQoP1nsQPp9V64"}',
    privateKey:
      '"fb0feb01cf8e773dd79b917d6dc49488b8c2d149b9118dc21241bef4948194697dc938e7c7724efba97629e107d0a50204029de94d5b84de9f46f908c9d710f47777086d030b2e816f703fb21f0d65ff8ca6e27ff12743e93bd8950e3e84eb3940aa2b78eef70a11c8a8a1ecc7a0e43ecde07029070d07d37e554427e315033f7acdda1e0454b6f897e1af837e082707492f46176c01c23e44ade0f0192ebddd50c97f70eb8843968e"',
  },
};

const email = 'ada@northwind.example';
const cookie = 'Jm3wE1v0Xq8cT5yR2uN7bK4hL9pS6dFaG1oZ3iVxQeM';
const clock = createClock('2026-11-22T09:05:00.000Z');

let database: TestDatabase;
beforeAll(async () => {
  database = await createDatabase();
  const { userId, sessionId, hash, key } = kept;
  await database.asOwner(async (owner) => {
    const now = new Date(clock.now());
    await owner.query(
      `INSERT INTO auth."user" (id, name, email, email_verified, email_confirmed_at, created_at, updated_at)
       VALUES ($1, 'Ada Berg', $2, true, $3, now(), now())`,
      [userId, email, now],
    );
    await owner.query(
      `INSERT INTO auth.account (id, account_id, provider_id, user_id, password) VALUES ('a1', $1, 'credential', $1, $2)`,
      [userId, hash],
    );
    await owner.query(
      `INSERT INTO auth.session (id, user_id, token, expires_at, created_at, updated_at) VALUES ($1, $2, $3, $4, $5, $5)`,
      [sessionId, userId, storedToken(cookie), new Date(clock.now() + 3_600_000), now],
    );
    await owner.query(
      `INSERT INTO auth.jwks (id, public_key, private_key, alg, crv, created_at) VALUES ($1, $2, $3, 'EdDSA', 'Ed25519', $4)`,
      [key.id, key.publicKey, key.privateKey, new Date('2026-11-01T00:00:00.000Z')],
    );
  });
});
afterAll(() => database.drop());

it('stored passwords, sessions, access tokens and signing keys are read as they were written', async () => {
  await using server = await startServer({ database, clock, config: { authSecret: kept.secret } });

  const withToken = await fetch(`${server.url}/auth/v1/user`, {
    headers: { authorization: `Bearer ${kept.token}` },
  });
  expect(withToken.status).toBe(200);
  expect(await withToken.json()).toMatchObject({ id: kept.userId, email });

  const withCookie = openBrowser(server);
  (withCookie.cookies as Map<string, string>).set('scout.session_token', cookie);
  expect((await withCookie.get('/auth/v1/session')).body.user).toMatchObject({ id: kept.userId });

  const browser = openBrowser(server);
  expect((await signIn(browser, email, 'not her password')).status).toBe(400);
  expect((await signIn(browser, email, kept.password)).status).toBe(200);
  expect(decodeProtectedHeader(browser.token!)).toEqual({ alg: 'EdDSA', kid: kept.key.id });
  const { rows } = await database.asOwner((owner) => owner.query('SELECT id, private_key FROM auth.jwks'));
  expect(rows).toEqual([{ id: kept.key.id, private_key: kept.key.privateKey }]);
});

it('a password matches in any Unicode form, and a damaged hash is an error', async () => {
  const { fits, hash: hashOf } = createPasswordHashing();
  const composed = kept.password.normalize('NFKC');
  expect(composed).not.toBe(kept.password);
  expect(await fits(composed, kept.hash)).toBe(true);
  expect(await fits(`${composed} `, kept.hash)).toBe(false);
  expect(await fits(composed, null)).toBe(false);
  const hash = await hashOf('x');
  expect(hash).not.toBe(await hashOf('x'));
  for (const damaged of ['', ':', 'salt', `${hash}00`, hash.slice(0, -2), hash.slice(0, 33)])
    await expect(fits('x', damaged || ':')).rejects.toThrow('Not a password hash');
});

it('a hash of another cost names it, and fits whatever new ones cost', async () => {
  const cheap = createPasswordHashing({ N: 1024, r: 8, p: 1 });
  const hash = await cheap.hash('x');
  expect(hash).toMatch(/^1024:8:1:[0-9a-f]{32}:[0-9a-f]{128}$/);
  for (const { fits } of [cheap, createPasswordHashing()]) {
    expect(await fits('x', hash)).toBe(true);
    expect(await fits('y', hash)).toBe(false);
  }
  expect(await cheap.fits(kept.password, kept.hash)).toBe(true);
});

it('a signing key opens only with its own secret, and not after a change', () => {
  const stored = encryptSigningKey(kept.secret, '{"kty":"OKP"}');
  expect(decryptSigningKey(kept.secret, stored)).toBe('{"kty":"OKP"}');
  expect(stored).not.toBe(encryptSigningKey(kept.secret, '{"kty":"OKP"}'));
  expect(() => decryptSigningKey(`${kept.secret}.`, stored)).toThrow();
  const last = stored.at(-2) === '0' ? '1' : '0';
  expect(() => decryptSigningKey(kept.secret, `${stored.slice(0, -2)}${last}"`)).toThrow();
});
