import { expect, test } from 'vitest';
import { readClaims } from './claims.ts';

const jwt = (payload: unknown) =>
  `e30.${Buffer.from(JSON.stringify(payload)).toString('base64url')}.signature`;

test('reads subject, tenant and roles', () => {
  expect(readClaims(jwt({ sub: 'u', tenant_id: 't', roles: ['admin', 'member'] }))).toEqual({
    subject: 'u',
    tenantId: 't',
    roles: ['admin', 'member'],
    owesSecondFactor: false,
  });
});

test('the tenant falls back to the subject, roles to none', () => {
  expect(readClaims(jwt({ sub: 'u' }))).toMatchObject({ subject: 'u', tenantId: 'u', roles: [] });
  expect(readClaims(jwt({ sub: 'u', tenant_id: '', roles: 'admin' }))).toMatchObject({
    subject: 'u',
    tenantId: 'u',
    roles: [],
  });
});

test.each([
  ['aal1', true],
  ['aal2', false],
])('%s owes a second factor: %s', (aal, owes) => {
  expect(readClaims(jwt({ sub: 'u', aal }))?.owesSecondFactor).toBe(owes);
});

test('reads names outside ASCII and characters of base64url', () => {
  expect(readClaims(jwt({ sub: 'Zoë ÿ?>', roles: [] }))?.subject).toBe('Zoë ÿ?>');
});

test.each(['', 'a', 'a.b', 'a.!.c', jwt(null), jwt([]), jwt({ sub: 3 })])('%s has none', (token) => {
  expect(readClaims(token)).toBeNull();
});
