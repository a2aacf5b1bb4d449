import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Arrangement, arrange, auth, expectClosed, run } from './support.ts';

let a: Arrangement;
beforeAll(async () => {
  a = await arrange();
});
afterAll(() => a.db.drop());

test('sign-up stores what waits for a confirmation', async () => {
  const insert = `INSERT INTO auth.confirmations (confirmation_id, user_id, code_hash, token_hash, created_at, expires_at) VALUES (gen_random_uuid(), $1, '\\x00', '\\x01', now(), now())`;
  expect(await run(a.db, auth, insert, [a.northwind.userId])).toBe(1);
  expect(await run(a.db, auth, 'SELECT * FROM auth.confirmations')).toBe(1);
  expect(await run(a.db, auth, 'DELETE FROM auth.confirmations')).toBe(1);
});

test('no other role has access', () =>
  expectClosed(a.db, 'auth.confirmations', ['scout_member', 'scout_ingest', 'scout_operator']));
