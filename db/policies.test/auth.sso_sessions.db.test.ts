import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Arrangement, arrange, auth, expectClosed, run } from './support.ts';

let a: Arrangement;
beforeAll(async () => {
  a = await arrange();
});
afterAll(() => a.db.drop());

test('sign-in stores which sessions a provider began, until they end', async () => {
  const begin = `INSERT INTO auth.session (id, expires_at, token, user_id, created_at, updated_at)
    VALUES ('s1', now(), 'hashed', $1, now(), now())`;
  const insert = `INSERT INTO auth.sso_sessions (session_id, tenant_id, connection_id, subject)
    VALUES ('s1', $1, gen_random_uuid(), 'ada')`;
  expect(await run(a.db, auth, begin, [a.northwind.userId])).toBe(1);
  expect(await run(a.db, auth, insert, [a.northwind.tenantId])).toBe(1);
  expect(await run(a.db, auth, 'DELETE FROM auth.session')).toBe(1);
  expect(await run(a.db, auth, 'SELECT FROM auth.sso_sessions')).toBe(0);
});

test('no other role has access', () =>
  expectClosed(a.db, 'auth.sso_sessions', ['scout_member', 'scout_admin', 'scout_ingest', 'scout_operator']));
