import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Arrangement, arrange, auth, expectClosed, run } from './support.ts';

let a: Arrangement;
beforeAll(async () => {
  a = await arrange();
});
afterAll(() => a.db.drop());

test('sign-in stores challenges and takes them, and changes none', async () => {
  const hash = `'\\x${'01'.repeat(32)}'`;
  const insert = `INSERT INTO auth.passkey_challenges VALUES (${hash}, 'sign-in', ${hash}, now())`;
  expect(await run(a.db, auth, insert)).toBe(1);
  await expect(run(a.db, auth, 'UPDATE auth.passkey_challenges SET expires_at = now()')).rejects.toThrow(
    'permission denied',
  );
  expect(await run(a.db, auth, 'DELETE FROM auth.passkey_challenges')).toBe(1);
});

test('no other role has access', () =>
  expectClosed(a.db, 'auth.passkey_challenges', ['scout_member', 'scout_ingest', 'scout_operator']));
