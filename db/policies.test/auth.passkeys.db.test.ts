import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Arrangement, arrange, auth, expectClosed, run } from './support.ts';

let a: Arrangement;
beforeAll(async () => {
  a = await arrange();
});
afterAll(() => a.db.drop());

test('sign-in stores passkeys, each credential once', async () => {
  const insert = `INSERT INTO auth.passkeys (passkey_id, user_id, credential_id, public_key, counter, transports, backed_up, friendly_name, created_at)
    VALUES (gen_random_uuid(), $1, 'credential', '\\x01', 0, '{internal}', false, 'Laptop', now())`;
  expect(await run(a.db, auth, insert, [a.northwind.userId])).toBe(1);
  await expect(run(a.db, auth, insert, [a.northwind.userId])).rejects.toThrow('credential_id');
  expect(await run(a.db, auth, 'SELECT * FROM auth.passkeys')).toBe(1);
  expect(await run(a.db, auth, 'UPDATE auth.passkeys SET counter = 1')).toBe(1);
  expect(await run(a.db, auth, 'DELETE FROM auth.passkeys')).toBe(1);
});

test('no other role has access', () =>
  expectClosed(a.db, 'auth.passkeys', ['scout_member', 'scout_ingest', 'scout_operator']));
