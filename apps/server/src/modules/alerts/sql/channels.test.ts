import { expect, test } from 'vitest';
import { type Channel, isWanted } from './channels.ts';

const channel: Channel = {
  channelId: 'c',
  kind: 'slack',
  format: 'scout',
  url: 'https://hooks.example/1',
  minSeverity: 'low',
  checksChanges: false,
  accountPattern: 'svc.mort*',
  findingKinds: [],
};

test('a channel for accounts gets a case about several if one of them matches', () => {
  const about = { severity: 'high', account: 'svc.atm', kinds: ['spraying'] } as const;
  expect(isWanted(channel, { ...about, otherAccounts: ['SVC.Mortgage'] })).toBe(true);
  expect(isWanted(channel, { ...about, otherAccounts: ['svc.branch'] })).toBe(false);
});
