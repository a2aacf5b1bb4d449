import { HOUR } from '@scout/detection/time';
import { expect, test } from 'vitest';
import { emptyState, openAssessor } from '../assessor.ts';
import { emptyBucket } from '../fold/bucket.ts';
import { foldEvent } from '../fold/fold.ts';
import { registerOf } from '../inventory.ts';
import type { AccountState } from '../state.ts';
import { at, rowMaker } from '../testing/rows.ts';
import { boundAccounts, boundHosts, mayAddAccount } from './bounds.ts';
import { hostAt } from './hosts.ts';
import { countWords, type Words } from './peers.ts';
import { tenantOf } from './tenant.ts';

const SMALL = { accounts: 100, hosts: 100, addresses: 100, sessions: 100, learned: 100 };

test('invented machines do not evict machines known for longer, and are bounded themselves', () => {
  const state = emptyState();
  for (const day of [1, 8]) for (let n = 0; n < 50; n += 1) hostAt(state, `PRD-SQL${n}`, day);
  hostAt(state, 'DC1', 10).controller = true;
  for (let day = 10; day < 40; day += 1)
    for (let n = 0; n < 60; n += 1) {
      hostAt(state, `X${day}-${n}`, day);
      boundHosts(state, day * 24 * HOUR, SMALL);
    }
  expect(state.hosts.size).toBeLessThanOrEqual(125);
  for (const name of ['PRD-SQL0', 'PRD-SQL49', 'DC1', 'X39-59'])
    expect(state.hosts.has(name), name).toBe(true);
  expect([...state.families.values()].reduce((sum, n) => sum + n, 0)).toBeLessThanOrEqual(state.hosts.size);
});

test('what is kept does not depend on the order of arrival', () => {
  const names = Array.from({ length: 300 }, (_, n) => [`h${(n * 7) % 300}`, (n * 13) % 40] as const);
  const kept = (list: typeof names) => {
    const state = emptyState();
    for (const [name, day] of list) hostAt(state, name, day);
    boundHosts(state, 0, SMALL);
    return [...state.hosts.keys()].sort();
  };
  expect(kept(names)).toEqual(kept(names.toReversed()));
  expect(kept(names)).toHaveLength(100);
});

test('addresses unused for a month are forgotten, those of a flood as well', () => {
  const state = emptyState();
  const now = 40 * 24 * HOUR;
  const used = (address: string, since: number, seen: number) =>
    state.addresses.set(address, [{ host: 'h', since, seen }]);
  used('old', 0, now - 31 * 24 * HOUR);
  used('usual', now - 20 * 24 * HOUR, now - HOUR);
  for (let n = 0; n < 500; n += 1) used(`2001:db8::${n.toString(16)}`, now, now);
  boundHosts(state, now, SMALL);
  expect(state.addresses.size).toBe(100);
  expect(state.addresses.has('usual')).toBe(true);
  expect(state.addresses.has('old')).toBe(false);
});

test('accounts that logged on once are evicted before those in use, with the words of their names', () => {
  const words: Words = { counts: new Map(), accounts: 0 };
  const state = emptyState();
  const tenant = tenantOf(state, registerOf(undefined), words);
  const account = (activeDays: number): AccountState => ({
    ...{ first: 1, last: 9, activeDays, longestGap: 0, novelDays: [], service: 'name' },
    ...{ signInDays: 0, nights: 0, hours: [], tuples: new Map() },
  });
  const add = (name: string, days: number) => {
    state.accounts.set(name, account(days));
    countWords(words, name);
  };
  add('svc.payroll', 30);
  add('svc.waits', 0);
  state.waiting.push({ name: 'svc.waits', verdict: { score: 5, reasons: [], marks: [] }, day: 9 });
  for (let n = 0; n < 123; n += 1) add(`svc.invented${n}`, 1);
  expect(mayAddAccount(state, SMALL)).toBe(false);
  add('svc.last', 1);
  boundAccounts(tenant, SMALL);
  expect(state.accounts.size).toBe(100);
  expect(state.accounts.has('svc.payroll') && state.accounts.has('svc.waits')).toBe(true);
  expect(words.accounts).toBe(100);
  expect(words.counts.get('svc')).toBe(100);
});

test('a month of a flood of machine names leaves a state of bounded size', { timeout: 120_000 }, () => {
  const { logon } = rowMaker();
  const assessor = openAssessor({});
  for (let day = 0; day < 3; day += 1) {
    const bucket = emptyBucket(at(day, 10) / HOUR);
    for (let n = 0; n < 40_000; n += 1)
      foldEvent(
        bucket,
        logon(at(day, 10), 'm.keller', '3', 'PRD-SQL01', `X${day}-${n}`, `10.${day}.${n >> 8}.${n & 255}`),
        at(day, 10),
      );
    assessor.closeHour(bucket);
    assessor.endDays(at(day + 1, 0) / HOUR);
  }
  const { hosts, addresses } = JSON.parse(assessor.save()) as Record<string, { map: unknown[] }>;
  expect(hosts!.map.length).toBeLessThanOrEqual(62_500);
  expect(addresses!.map.length).toBeLessThanOrEqual(62_500);
});
