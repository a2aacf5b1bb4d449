import { expect, test } from 'vitest';
import type { Attribution } from '../attribute/attribution.ts';
import type { DayCell, Verdict } from '../state.ts';
import { leadOf, statementOf } from './sentence.ts';

const cell = (kind: string): DayCell =>
  ({ kind, source: null, destination: 'prd-app01', program: null }) as DayCell;

test('a task that was changed is not said to have been created', () => {
  expect(leadOf('svc.etl', cell('change:4698'), 'j.weber')).toBe(
    'j.weber created or changed a task that runs as svc.etl on PRD-APP01',
  );
  expect(leadOf('svc.etl', cell('change:4698'), null)).toBe(
    'svc.etl: a task was created or changed that runs as it on PRD-APP01',
  );
});

test('names are no patterns', () => {
  expect(leadOf('svc.$&', cell('change:4724'), '$`')).toBe('$` reset the password of svc.$& on PRD-APP01');
});

test.each([
  ['change:4724', 'First time changed by e.brandt.'],
  ['change:4698', 'First time set up to run by e.brandt.'],
  ['change:1102', 'First time used by e.brandt.'],
  ['command', 'First time used by e.brandt.'],
])('a change is no use of the account: %s', (kind, why) => {
  const by = { ...cell(kind), actor: 'e.brandt', count: 1, first: 0, last: 0 };
  const verdict = { reasons: [{ facet: 'use', surprise: 1, novelty: { cell: by } }] } as unknown as Verdict;
  const who = { level: 'acted', names: ['e.brandt'] } as unknown as Attribution;
  expect(statementOf('svc.etl', verdict, who, []).why).toBe(why);
});
