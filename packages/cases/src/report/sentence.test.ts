import { expect, test } from 'vitest';
import type { Attribution } from '../attribute/attribution.ts';
import { silenceKlass } from '../classes.ts';
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

const installed = { ...cell('change:4697'), program: 'remote command psexesvc' } as DayCell;

test('the headline names a service for remote commands', () => {
  expect(leadOf('svc.swift', installed, 'p.vance')).toBe(
    'p.vance installed PSEXESVC, a service for remote commands that runs as svc.swift on PRD-APP01',
  );
  expect(leadOf('svc.swift', installed, null)).toBe(
    'svc.swift: PSEXESVC, a service for remote commands that runs as it, was installed on PRD-APP01',
  );
});

test('a service for remote commands is named also after another change', () => {
  const cleared = { ...cell('change:1102'), actor: 'p.vance', count: 1, first: 0, last: 0 };
  const later = { ...installed, actor: null, count: 1, first: 1, last: 1 };
  const reasons = [cleared, later].map((of) => ({ facet: 'kind', surprise: 1, novelty: { cell: of } }));
  const who = { level: 'acted', names: ['p.vance'] } as unknown as Attribution;
  const { lead } = statementOf('svc.swift', { reasons } as unknown as Verdict, who, []);
  expect(lead).toBe(
    'p.vance cleared the security log as svc.swift on PRD-APP01, and PSEXESVC, a service for remote commands that runs as it, was installed',
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

test('a refusal is at the machine that refused', () => {
  const refused = { ...cell('refused:wrong password'), source: 'scanner01' } as DayCell;
  expect(leadOf('svc.etl', refused, null)).toBe('svc.etl was refused from SCANNER01 at PRD-APP01');
});

test.each([
  [null, 'svc.etl was used to open PRD-APP01'],
  ['prd-job01', 'svc.etl was used from PRD-JOB01 to open PRD-APP01'],
  ['prd-app01', 'svc.etl was used on PRD-APP01'],
])('credentials are used on a machine, to open another: from %s', (source, lead) => {
  expect(leadOf('svc.etl', { ...cell('explicit'), source }, null)).toBe(lead);
});

test('a silence has its length', () => {
  const woken = { ...cell('logon:3'), count: 1, first: 0, last: 0 };
  const reason = { facet: 'silence', klass: silenceKlass(24), surprise: 1, novelty: { cell: woken } };
  const nobody = { level: 'unknown', names: [] } as unknown as Attribution;
  const { why } = statementOf('svc.etl', { reasons: [reason] } as unknown as Verdict, nobody, []);
  expect(why).toBe('First activity in 24 days.');
});
