import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Arrangement, arrange, auth, expectClosed, run } from './support.ts';

let a: Arrangement;
beforeAll(async () => {
  a = await arrange();
});
afterAll(() => a.db.drop());

test('sign-in stores password resets', async () => {
  const insert = `INSERT INTO auth.password_resets (user_id, token_hash, created_at, expires_at) VALUES ($1, '\\x01', now(), now())`;
  expect(await run(a.db, auth, insert, [a.northwind.userId])).toBe(1);
  expect(await run(a.db, auth, 'SELECT * FROM auth.password_resets')).toBe(1);
  expect(await run(a.db, auth, 'DELETE FROM auth.password_resets')).toBe(1);
});

test('no other role has access', () =>
  expectClosed(a.db, 'auth.password_resets', ['scout_member', 'scout_ingest', 'scout_operator']));
