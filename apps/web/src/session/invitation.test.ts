import { expect, test } from 'vitest';
import { fakeStorage } from '../events/testStorage.ts';
import {
  dropInvitation,
  invitationPath,
  keepInvitation,
  keptInvited,
  pathAfterSignIn,
  readInvitationLink,
} from './invitation.ts';

test.each([
  ['token=abc', { token: 'abc' }],
  ['token=abc&email=ben%40northwind.example&org=Northwind', { token: 'abc' }],
  [
    'email=ben%40northwind.example&org=Northwind+Bank',
    { email: 'ben@northwind.example', org: 'Northwind Bank' },
  ],
  ['token=&email=ben%40northwind.example', null],
  ['org=Northwind', null],
  ['', null],
])('%s', (query, link) => {
  expect(readInvitationLink(new URLSearchParams(query))).toEqual(link);
});

test('a sign-in leads back to the invitation that waited for it, and otherwise to the dashboard', () => {
  const storage = fakeStorage();
  expect(pathAfterSignIn(storage)).toBe('/dashboard');
  const email = 'ben+a@northwind.example';
  expect(keptInvited(storage)).toBeNull();
  keepInvitation(storage, { email, org: 'Northwind & Co' }, { email, organization: 'Northwind' });
  expect(keptInvited(storage)).toEqual({ email, organization: 'Northwind' });
  expect(pathAfterSignIn(storage)).toBe(
    '/accept-invitation?email=ben%2Ba%40northwind.example&org=Northwind+%26+Co',
  );
  dropInvitation(storage);
  expect(pathAfterSignIn(storage)).toBe('/dashboard');
});

test('a path reads back as its link', () => {
  const link = { email: 'ben+a@northwind.example', org: 'Northwind & Co' };
  const { searchParams } = new URL(invitationPath(link), 'https://scout.example');
  expect(readInvitationLink(searchParams)).toEqual(link);
});
