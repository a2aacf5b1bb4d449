import type { Member } from '@scout/contract';
import { expect, test } from 'vitest';
import { deletionOutcome } from './deletion.ts';

const person = (email: string, is_admin: boolean, status: Member['status'] = 'active'): Member => ({
  email,
  full_name: '',
  is_admin,
  role: is_admin ? 'admin' : 'member',
  status,
  has_account: true,
  waits_for: status === 'active' ? null : 'invitation',
  invitation_expires_at: null,
  removed_at: null,
  created_at: '2026-11-21T00:00:00.000Z',
});
const me = 'ada@northwind.example';
const outcome = (members: Member[] | null | undefined) => deletionOutcome(members, me, 'Northwind Bank');

test('a member leaves, and the organization stays', () => {
  expect(outcome(null)).toMatchObject({ possible: true, text: expect.stringContaining('its data stay') });
});

test('so does an admin who is not the only one', () => {
  const members = [person(me, true), person('ben@northwind.example', true)];
  expect(outcome(members)).toMatchObject({ possible: true, text: expect.stringContaining('its data stay') });
});

test('the last admin of others must make another one first', () => {
  const members = [person(me, true), person('ben@northwind.example', false)];
  expect(outcome(members)).toMatchObject({
    possible: false,
    text: expect.stringContaining('Cannot remove last admin'),
  });
});

test('who is alone takes the organization along; who has not accepted yet does not count', () => {
  const members = [person(me, true), person('ben@northwind.example', false, 'pending')];
  expect(outcome(members)).toMatchObject({
    possible: true,
    text: expect.stringContaining('the organization is deleted with your account'),
  });
});

test('nothing is possible while it is not known who else is there', () => {
  expect(outcome(undefined).possible).toBe(false);
});
