import type { Member } from '@scout/contract';
import { expect, test } from 'vitest';
import { deletionConsequences } from './deletion.ts';

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
const outcome = (members: Member[] | null | undefined) => deletionConsequences(members, me, 'Northwind Bank');

test('a member leaves, and the organization stays', () => {
  expect(outcome(null)).toMatchObject({ possible: true, text: expect.stringContaining('its data stay') });
});

test('so does an admin who is not the only one', () => {
  const members = [person(me, true), person('ben@northwind.example', true)];
  expect(outcome(members)).toMatchObject({ possible: true, text: expect.stringContaining('its data stay') });
});

test('the last admin must appoint another first', () => {
  const members = [person(me, true), person('ben@northwind.example', false)];
  expect(outcome(members)).toMatchObject({
    possible: false,
    text: expect.stringContaining('Cannot remove last admin'),
  });
});

test('a single member deletes the organization too; pending members do not count', () => {
  const members = [person(me, true), person('ben@northwind.example', false, 'pending')];
  expect(outcome(members)).toMatchObject({
    possible: true,
    text: expect.stringContaining('the organization is deleted with your account'),
  });
});

test('deletion is disabled while the members are unknown', () => {
  expect(outcome(undefined).possible).toBe(false);
});
