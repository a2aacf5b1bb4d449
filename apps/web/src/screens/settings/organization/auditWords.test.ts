import { expect, test } from 'vitest';
import { actionWords, detailWords } from './auditWords.ts';

test.each([
  ['signed_in', 'Signed in'],
  ['invite_accepted', 'Invite accepted'],
  ['', ''],
])('the action %j reads %j', (action, words) => {
  expect(actionWords({ action })).toBe(words);
});

const words = (details: Record<string, unknown>) => detailWords({ details });

test('names of details are words, their values stay', () => {
  expect(words({ organization_name: 'under_score', cases: [1] })).toBe(
    'Organization name: under_score · Cases: [1]',
  );
  expect(words({})).toBe('');
});

test.each([
  [{ former_days: 365, days: 90 }, 'Retention: 365 → 90 days'],
  [{ former_role: 'member', role: 'admin', status: 'active' }, 'Role: member → admin · Status: active'],
  [{ enabled: false, former_enabled: true }, 'on → off'],
  [{ value: 'Europe/Zurich', former_value: 'UTC' }, 'UTC → Europe/Zurich'],
  [{ account: 'svc.a', owner: 'Ada', former_owner: null }, 'Owner: none → Ada · Account: svc.a'],
  [{ hourly_cap: null, former_hourly_cap: 10 }, 'Emails per hour: 10 → no limit'],
  [{ is_active: false, former_is_active: true }, 'Active: yes → no'],
])('a change says what was before and what is after: %j', (details, said) => {
  expect(words(details)).toBe(said);
});

test('identifiers of machines are left to the export', () => {
  expect(words({ host: 'PRD-SQL01', agent_id: '0197a000-0000-7000-8000-000000000001' })).toBe(
    'Host: PRD-SQL01',
  );
});

test('times are in the time zone of the reader', () => {
  expect(detailWords({ details: { applies_from: '2026-11-26T11:00:00.000Z' } }, 'Europe/Zurich')).toBe(
    'Applies from: Nov 26, 2026, 12:00',
  );
});
