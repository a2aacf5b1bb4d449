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
    ['a subscriber on a dashboard', {}, ['bar', 'countdown', 'settings', 'logOut']],
    ['a subscriber elsewhere', { pathname: '/settings' }, ['bar', 'settings', 'logOut']],
    [
      'demo mode on a dashboard',
      { isSubscribed: false, inDemoMode: true },
      ['bar', 'demoMode', 'earlyAccess', 'settings', 'logOut'],
    ],
    [
      'someone without a subscription',
      { isSubscribed: false, pathname: '/settings' },
      ['bar', 'earlyAccess', 'settings', 'logOut'],
    ],
    [
      'someone without a subscription on the downloads page',
      { isSubscribed: false, pathname: '/downloads' },
      ['bar', 'settings', 'logOut'],
    ],
    ['a visitor of the launch countdown', { status: 'signed-out', pathname: '/coming-soon' }, []],
    ['someone without an organization', { isSubscribed: null, pathname: '/settings' }, ['bar', 'logOut']],
    ['a visitor', { status: 'signed-out', pathname: '/register' }, ['bar', 'logIn']],
    ['a visitor who is about to log in', { status: 'signed-out', pathname: '/login' }, ['bar']],
    ['nobody is known yet', { status: 'loading' }, ['bar']],
  ])('%s', (_, situation, items) => {
    expect(shown(situation).sort()).toEqual(items.sort());
  });
});
