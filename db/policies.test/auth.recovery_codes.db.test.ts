import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Arrangement, arrange, auth, expectClosed, run } from './support.ts';

let a: Arrangement;
beforeAll(async () => {
  a = await arrange();
});
afterAll(() => a.db.drop());

test('sign-in stores recovery codes', async () => {
  const insert = `INSERT INTO auth.recovery_codes (user_id, code_hash, key_id) VALUES ($1, '\\x01', 'k1')`;
  expect(await run(a.db, auth, insert, [a.northwind.userId])).toBe(1);
  expect(await run(a.db, auth, 'SELECT * FROM auth.recovery_codes')).toBe(1);
  expect(await run(a.db, auth, 'DELETE FROM auth.recovery_codes')).toBe(1);
});

test('no other role has access', () =>
  expectClosed(a.db, 'auth.recovery_codes', ['scout_member', 'scout_ingest', 'scout_operator']));
