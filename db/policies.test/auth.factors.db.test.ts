import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Arrangement, arrange, auth, expectClosed, run } from './support.ts';

let a: Arrangement;
beforeAll(async () => {
  a = await arrange();
});
afterAll(() => a.db.drop());

test('sign-in stores second factors', async () => {
  const insert = `INSERT INTO auth.factors (user_id, factor_id, factor_type, status, friendly_name, secret, created_at) VALUES ($1, gen_random_uuid(), 'totp', 'verified', 'Phone', '\\x01', now())`;
  expect(await run(a.db, auth, insert, [a.northwind.userId])).toBe(1);
  expect(await run(a.db, auth, 'SELECT * FROM auth.factors')).toBe(1);
  expect(await run(a.db, auth, 'DELETE FROM auth.factors')).toBe(1);
});

test('no other role has access', () =>
  expectClosed(a.db, 'auth.factors', ['scout_member', 'scout_ingest', 'scout_operator']));
