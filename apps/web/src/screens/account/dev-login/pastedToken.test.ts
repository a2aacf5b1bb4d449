import { errors, type User } from '@scout/contract';
import { expect, test } from 'vitest';
import { sessionOf } from './pastedToken.ts';

const NOW = Date.UTC(2026, 10, 21);
const token = `e30.${Buffer.from(JSON.stringify({ sub: 'u', tenant_id: 't' })).toString('base64url')}.signature`;
const user: User = {
  id: 'u',
  email: 'admin@northwind.example',
  email_confirmed_at: null,
  last_sign_in_at: null,
  previous_sign_in_at: null,
  created_at: new Date(NOW).toISOString(),
};
const known = () => Promise.resolve(user);

test('a token of the tenant, or of any tenant when none is named, opens a session', async () => {
  for (const tenant of ['', 't']) {
    const { session, user: whose } = await sessionOf(token, tenant, known, NOW);
    expect(whose).toBe(user);
    expect(session).toMatchObject({ access_token: token, expires_at: NOW / 1_000 + 600 });
  }
});

test('an invalid token and one for another tenant are refused without a request', async () => {
  const nobody = () => Promise.reject(new Error('asked'));
  await expect(sessionOf('no token', '', nobody, NOW)).rejects.toThrow(errors.malformed_token.message);
  await expect(sessionOf(token, 'other', nobody, NOW)).rejects.toThrow(
    'The token belongs to another tenant.',
  );
});

test("the server's refusal is shown", async () => {
  const refused = () => Promise.reject(new Error(errors.invalid_signature.message));
  await expect(sessionOf(token, '', refused, NOW)).rejects.toThrow('Invalid JWT signature');
});
