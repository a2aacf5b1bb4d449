import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Arrangement, arrange, auth, expectClosed, run } from './support.ts';

let a: Arrangement;
beforeAll(async () => {
  a = await arrange();
});
afterAll(() => a.db.drop());

test('sign-in stores codes that confirm an address', async () => {
  const insert = `INSERT INTO auth.verification (id, identifier, value, expires_at) VALUES ('v1', 'ada@northwind.example', '123456', now())`;
  expect(await run(a.db, auth, insert)).toBe(1);
  expect(await run(a.db, auth, 'SELECT value FROM auth.verification')).toBeGreaterThan(0);
  expect(await run(a.db, auth, 'DELETE FROM auth.verification')).toBeGreaterThan(0);
});

test('no other role has access', () =>
  expectClosed(a.db, 'auth.verification', ['scout_member', 'scout_ingest', 'scout_operator']));
