import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Arrangement, arrange, auth, expectClosed, run } from './support.ts';

let a: Arrangement;
beforeAll(async () => {
  a = await arrange();
});
afterAll(() => a.db.drop());

test('sign-in stores the hashes of attempts at a provider', async () => {
  const insert = `INSERT INTO auth.sso_attempts (state_hash, browser_hash, tenant_id, connection_id, tester, expires_at)
    VALUES (sha256('s'), sha256('b'), $1, gen_random_uuid(), $2, now())`;
  expect(await run(a.db, auth, insert, [a.northwind.tenantId, a.northwind.userId])).toBe(1);
  expect(await run(a.db, auth, 'DELETE FROM auth.sso_attempts')).toBe(1);
});

test('no other role has access', () =>
  expectClosed(a.db, 'auth.sso_attempts', ['scout_member', 'scout_admin', 'scout_ingest', 'scout_operator']));
