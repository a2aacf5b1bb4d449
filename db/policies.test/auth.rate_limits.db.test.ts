import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Arrangement, arrange, auth, expectClosed, run } from './support.ts';

let a: Arrangement;
beforeAll(async () => {
  a = await arrange();
});
afterAll(() => a.db.drop());

test('sign-in stores counted attempts', async () => {
  const insert = `INSERT INTO auth.rate_limits (key, points, expire) VALUES ('k', 1, 0)`;
  expect(await run(a.db, auth, insert)).toBe(1);
  expect(await run(a.db, auth, 'SELECT points FROM auth.rate_limits')).toBeGreaterThan(0);
  expect(await run(a.db, auth, 'DELETE FROM auth.rate_limits')).toBeGreaterThan(0);
});

test('no other role has access', () =>
  expectClosed(a.db, 'auth.rate_limits', ['scout_member', 'scout_ingest', 'scout_operator']));
