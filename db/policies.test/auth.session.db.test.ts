import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Arrangement, arrange, auth, expectClosed, run } from './support.ts';

let a: Arrangement;
beforeAll(async () => {
  a = await arrange();
});
afterAll(() => a.db.drop());

test('sign-in stores sessions, whose tokens authenticate a user', async () => {
  const insert = `INSERT INTO auth.session (id, expires_at, token, user_id, created_at, updated_at)
    SELECT 's1', now(), 't1', id, now(), now() FROM auth."user" LIMIT 1`;
  expect(await run(a.db, auth, insert)).toBe(1);
  expect(await run(a.db, auth, 'SELECT token FROM auth.session')).toBeGreaterThan(0);
  expect(await run(a.db, auth, 'DELETE FROM auth.session')).toBeGreaterThan(0);
});

test('no other role has access', () =>
  expectClosed(a.db, 'auth.session', ['scout_member', 'scout_ingest', 'scout_operator']));
