import { expect, it } from 'vitest';
import { byState, caseStateOf, isOngoing, nextStepOf } from './caseState.ts';

const now = Date.parse('2026-11-26T12:00:00Z');
const ago = (hours: number) => new Date(now - hours * 3_600_000).toISOString();
const found = (kind: string, hours: number, later?: number) => ({
  kind,
  last_seen: ago(hours),
  statement: null,
  later: later === undefined ? null : { events: 1, last: ago(later) },
});

it.each([
  ['person-used-account', 1, undefined, 'now'],
  ['person-used-account', 24, undefined, 'now'],
  ['person-used-account', 25, undefined, 'unexplained'],
  ['person-used-account', 200, 2, 'now'],
  ['refused-guess', 1, undefined, 'now'],
  ['new-source', 1, undefined, 'unexplained'],
  ['security-log-cleared', 40, undefined, 'unexplained'],
  ['refused-expired', 1, undefined, 'job'],
  ['refused-old-password', 400, undefined, 'job'],
] as const)('%s, last seen %i hours ago, then %j: %s', (kind, hours, later, state) => {
  expect(caseStateOf(found(kind, hours, later), now)).toBe(state);
});

it.each([
  ['open', false, true],
  ['acknowledged', false, true],
  ['closed', false, false],
  ['open', true, false],
] as const)(
  'misuse an hour ago in a case that is %s, excused %j, is ongoing: %j',
  (status, excused, expected) => {
    expect(isOngoing({ ...found('person-used-account', 1), status, excused }, now)).toBe(expected);
  },
);

it('orders by state, then by severity, then by the last activity', () => {
  const of = (name: string, severity: 'critical' | 'high' | 'low', at: ReturnType<typeof found>) => ({
    name,
    severity,
    ...at,
  });
  const rows = [
    of('job', 'high', found('refused-expired', 1)),
    of('stopped', 'critical', found('spraying', 48)),
    of('now, earlier', 'high', found('spraying', 9)),
    of('now, low', 'low', found('spraying', 1)),
    of('now, later', 'high', found('spraying', 90, 2)),
  ];
  expect(rows.toSorted(byState(now)).map(({ name }) => name)).toEqual([
    'now, later',
    'now, earlier',
    'now, low',
    'stopped',
    'job',
  ]);
});

it('asks the person if the case is about exactly one', () => {
  const of = {
    account: 'svc.billing',
    other_accounts: [],
    kind: 'person-used-account',
    persons: ['m.keller'],
    person_level: 'acted' as const,
    sources: ['fin-laptop3'],
    destinations: ['prd-sql01'],
  };
  expect(nextStepOf(of)).toBe('Ask m.keller: who gave you the password of svc.billing, and for which task?');
  expect(nextStepOf({ ...of, kind: 'security-log-cleared' })).toMatch(
    /^Export the evidence for that machine/,
  );
  expect(nextStepOf({ ...of, persons: ['a', 'b'] })).toMatch(/^Ask the person for the reason/);
  expect(nextStepOf({ ...of, persons: [], person_level: 'nobody' })).toMatch(
    /^Ask the person for the reason/,
  );
});
