import { describe, expect, test } from 'vitest';
import { type BarItem, type BarSituation, barItems } from './barRules.ts';

const subscriber: BarSituation = {
  status: 'signed-in',
  pathname: '/dashboard',
  isSubscribed: true,
  inDemoMode: false,
};
const shown = (situation: Partial<BarSituation>): BarItem[] =>
  Object.entries(barItems({ ...subscriber, ...situation }))
    .filter(([, shows]) => shows)
    .map(([item]) => item as BarItem);

describe('the top bar', () => {
  test.each<[string, Partial<BarSituation>, BarItem[]]>([
    ['a subscriber on a dashboard', {}, ['countdown', 'settings', 'logOut']],
    ['a subscriber elsewhere', { pathname: '/settings' }, ['settings', 'logOut']],
    [
      'demo mode on a dashboard',
      { isSubscribed: false, inDemoMode: true },
      ['demoMode', 'settings', 'logOut'],
    ],
    ['somebody without an organization', { isSubscribed: null, pathname: '/settings' }, ['logOut']],
    ['a visitor', { status: 'signed-out', pathname: '/register' }, ['logIn']],
    ['a visitor who is about to log in', { status: 'signed-out', pathname: '/login' }, []],
    ['nobody is known yet', { status: 'loading' }, []],
  ])('%s', (_, situation, items) => {
    expect(shown(situation).sort()).toEqual(items.sort());
  });
});
