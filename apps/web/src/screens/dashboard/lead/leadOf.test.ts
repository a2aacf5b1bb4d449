import type { CaseRow } from '@scout/contract';
import { expect, it } from 'vitest';
import { leadAbout, leadOf } from './leadOf.ts';

const now = Date.parse('2026-11-26T12:00:00Z');
const ago = (hours: number) => new Date(now - hours * 3_600_000).toISOString();
const row = (account: string, of: Partial<CaseRow>) =>
  ({
    account,
    kind: 'person-used-account',
    status: 'open',
    last_seen: ago(90),
    later: null,
    statement: null,
    ...of,
  }) as CaseRow;

const cases = [
  row('svc.log', { severity: 'critical', kind: 'security-log-cleared' }),
  row('svc.old', { severity: 'high', last_seen: ago(30) }),
  row('svc.on', { severity: 'high', later: { events: 3, last: ago(2) } }),
  row('svc.spray', { severity: 'medium', kind: 'spraying' }),
  row('svc.console', { severity: 'low', kind: 'person-signed-in' }),
];

it('is the most severe one, of equally severe ones the one that goes on', () => {
  expect(leadOf(cases, now)?.account).toBe('svc.log');
  expect(leadOf(cases.slice(1), now)?.account).toBe('svc.on');
});

it('is one that nobody has acknowledged, if there is any', () => {
  const [first, ...others] = cases;
  const seen = { ...first!, status: 'acknowledged' as const };
  expect(leadOf([seen, ...others], now)?.account).toBe('svc.on');
  expect(leadOf([seen], now)?.account).toBe('svc.log');
  expect(leadOf([], now)).toBeUndefined();
});

it.each([
  ['anything', 'svc.log'],
  ['refusals', 'svc.spray'],
  ['sign-ins', 'svc.console'],
  ['changes', 'svc.log'],
] as const)('about %s: %s', (topic, account) => {
  expect(leadAbout(topic, cases, now)?.account).toBe(account);
});

it('is the most severe of all if none is about the topic', () => {
  expect(leadAbout('sign-ins', cases.slice(0, 3), now)?.account).toBe('svc.log');
});
