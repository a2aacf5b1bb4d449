import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Arrangement, arrange, auth, expectClosed, run } from './support.ts';

let a: Arrangement;
beforeAll(async () => {
  a = await arrange();
});
afterAll(() => a.db.drop());

test('sign-in stores the keys that sign access tokens', async () => {
  const insert = `INSERT INTO auth.jwks (id, public_key, private_key, created_at) VALUES ('k1', '{}', 'secret', now())`;
  expect(await run(a.db, auth, insert)).toBe(1);
  expect(await run(a.db, auth, 'SELECT private_key FROM auth.jwks')).toBeGreaterThan(0);
  expect(await run(a.db, auth, 'DELETE FROM auth.jwks')).toBeGreaterThan(0);
});

test('no other role has access', () =>
  expectClosed(a.db, 'auth.jwks', ['scout_member', 'scout_ingest', 'scout_operator']));
