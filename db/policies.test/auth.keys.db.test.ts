import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Arrangement, arrange, auth, expectClosed, run } from './support.ts';

let a: Arrangement;
beforeAll(async () => {
  a = await arrange();
});
afterAll(() => a.db.drop());

test('sign-in stores the server’s keys', async () => {
  const insert = `INSERT INTO auth.keys (purpose, key_id, material, used_from) VALUES ('mail', 'k1', 'encrypted', now())`;
  expect(await run(a.db, auth, insert)).toBe(1);
  expect(await run(a.db, auth, 'SELECT material FROM auth.keys')).toBe(1);
  expect(await run(a.db, auth, 'UPDATE auth.keys SET expires_at = now()')).toBe(1);
  expect(await run(a.db, auth, 'DELETE FROM auth.keys')).toBe(1);
});

test('no other role has access', () =>
  expectClosed(a.db, 'auth.keys', [
    'scout_member',
    'scout_admin',
    'scout_ingest',
    'scout_operator',
    'scout_jobs',
    'scout_visitor',
  ]));
