import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Arrangement, arrange, auth, expectClosed, run } from './support.ts';

let a: Arrangement;
beforeAll(async () => {
  a = await arrange();
});
afterAll(() => a.db.drop());

test('sign-in stores password hashes', async () => {
  const insert = `INSERT INTO auth.account (id, account_id, provider_id, user_id, password) SELECT 'a1', id, 'credential', id, 'hash' FROM auth."user" LIMIT 1`;
  expect(await run(a.db, auth, insert)).toBe(1);
  expect(await run(a.db, auth, 'SELECT password FROM auth.account')).toBeGreaterThan(0);
  expect(await run(a.db, auth, 'DELETE FROM auth.account')).toBeGreaterThan(0);
});

test('no other role has access', () =>
  expectClosed(a.db, 'auth.account', ['scout_member', 'scout_ingest', 'scout_operator']));
