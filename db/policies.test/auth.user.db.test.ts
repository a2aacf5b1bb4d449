import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Arrangement, arrange, auth, expectClosed, run } from './support.ts';

let a: Arrangement;
beforeAll(async () => {
  a = await arrange();
});
afterAll(() => a.db.drop());

test('sign-in stores users', async () => {
  const insert = `INSERT INTO auth."user" (id, name, email, created_at, updated_at) VALUES ('u1', 'Ada', 'ada@northwind.example', now(), now())`;
  expect(await run(a.db, auth, insert)).toBe(1);
  expect(await run(a.db, auth, 'SELECT email FROM auth."user"')).toBeGreaterThan(0);
  expect(await run(a.db, auth, 'DELETE FROM auth."user"')).toBeGreaterThan(0);
});

test('no other role has access', () =>
  expectClosed(a.db, 'auth."user"', ['scout_member', 'scout_ingest', 'scout_operator']));
