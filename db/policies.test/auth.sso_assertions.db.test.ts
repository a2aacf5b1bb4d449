import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Arrangement, arrange, auth, denied, expectClosed, run } from './support.ts';

let a: Arrangement;
beforeAll(async () => {
  a = await arrange();
});
afterAll(() => a.db.drop());

test('sign-in stores the hashes of used assertions, once for each organization', async () => {
  const insert = `INSERT INTO auth.sso_assertions (tenant_id, assertion_hash, expires_at)
    VALUES ($1, sha256('a'), now()) ON CONFLICT DO NOTHING`;
  expect(await run(a.db, auth, insert, [a.northwind.tenantId])).toBe(1);
  expect(await run(a.db, auth, insert, [a.northwind.tenantId])).toBe(0);
  expect(await run(a.db, auth, insert, [a.alder.tenantId])).toBe(1);
  await expect(run(a.db, auth, 'UPDATE auth.sso_assertions SET expires_at = now()')).rejects.toEqual(denied);
  expect(await run(a.db, auth, 'DELETE FROM auth.sso_assertions')).toBe(2);
});

test('no other role has access', () =>
  expectClosed(a.db, 'auth.sso_assertions', [
    'scout_member',
    'scout_admin',
    'scout_ingest',
    'scout_operator',
  ]));
