import { type Access, accessKinds } from '@scout/contract';
import { expect, test } from 'vitest';
import { isAllowed } from './allowed.ts';

const allowed = (isAdmin: boolean, isSubscribed: boolean) =>
  (Object.keys(accessKinds) as Access[]).filter((access) => isAllowed(access, { isAdmin, isSubscribed }));

test('lists what the standing of a person permits, and never what agents and operators do', () => {
  const everyone = ['half-signed-in', 'signed-in', 'member'];
  expect(allowed(false, false)).toEqual(everyone);
  expect(allowed(false, true)).toEqual([...everyone, 'subscriber']);
  expect(allowed(true, false)).toEqual([...everyone, 'admin']);
  expect(allowed(true, true)).toEqual([...everyone, 'subscriber', 'admin', 'subscriber-admin']);
});
