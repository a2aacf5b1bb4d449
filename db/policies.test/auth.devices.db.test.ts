import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Arrangement, arrange, auth, expectClosed, run } from './support.ts';

let a: Arrangement;
beforeAll(async () => {
  a = await arrange();
});
afterAll(() => a.db.drop());

test('sign-in stores the browsers of a user', async () => {
  const insert = `INSERT INTO auth.devices (user_id, device_hash, first_seen_at, last_seen_at) VALUES ($1, '\\x01', now(), now())`;
  expect(await run(a.db, auth, insert, [a.northwind.userId])).toBe(1);
  expect(await run(a.db, auth, 'SELECT * FROM auth.devices')).toBe(1);
  expect(await run(a.db, auth, 'DELETE FROM auth.devices')).toBe(1);
});

test('no other role has access', () =>
  expectClosed(a.db, 'auth.devices', ['scout_member', 'scout_ingest', 'scout_operator']));
