import { expect, test } from 'vitest';
import { fakeStorage } from '../store/fakeStorage.ts';
import {
  dropInvitation,
  invitationPath,
  keepInvitation,
  keptInvitation,
  keptInvited,
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

test('an invitation is kept until it is dropped', () => {
  const storage = fakeStorage();
  expect(keptInvitation(storage)).toBeNull();
  const email = 'ben+a@northwind.example';
  expect(keptInvited(storage)).toBeNull();
  keepInvitation(storage, { email, org: 'Northwind & Co' }, { email, organization: 'Northwind' });
  expect(keptInvited(storage)).toEqual({ email, organization: 'Northwind' });
  expect(keptInvitation(storage)).toEqual({ email, org: 'Northwind & Co' });
  dropInvitation(storage);
  expect(keptInvitation(storage)).toBeNull();
});

test('a path parses back to its link', () => {
  const link = { email: 'ben+a@northwind.example', org: 'Northwind & Co' };
  const { searchParams } = new URL(invitationPath(link), 'https://scout.example');
  expect(readInvitationLink(searchParams)).toEqual(link);
});
