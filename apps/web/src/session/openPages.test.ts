import { roles } from '@scout/contract';
import { expect, test } from 'vitest';
import { casePath, paths } from '../paths.ts';
import { homeOf, mayOpen } from './openPages.ts';

const own = [paths.cases, paths.case, paths.accounts, paths.account, paths.ownerReview, paths.settings];

test('an owner of accounts opens the accounts, cases, reviews and the own profile alone', () => {
  expect(Object.values(paths).filter((path) => mayOpen('owner', path))).toEqual(own);
  expect(mayOpen('owner', casePath(12))).toBe(true);
  expect(mayOpen('owner', `${paths.accounts}/`)).toBe(true);
  for (const path of ['/cases/12/more', '/accounts/other', '/settings/agent/x'])
    expect(mayOpen('owner', path), path).toBe(false);
});

test('other roles open every page, and the first page of each is open to it', () => {
  for (const role of roles) {
    expect(mayOpen(role, homeOf(role)), role).toBe(true);
    if (role !== 'owner')
      expect(
        Object.values(paths).every((path) => mayOpen(role, path)),
        role,
      ).toBe(true);
  }
});
