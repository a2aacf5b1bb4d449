import { expect, test } from 'vitest';
import { type Change, type ChangedCase, judgeChange } from './changes.ts';

const at = (text: string) => Date.parse(`2026-11-27T${text}Z`);
const change: Change = {
  system: 'ServiceNow',
  number: 'CHG0030001',
  status: 'Implement',
  isApproved: true,
  isChange: true,
  from: at('20:00'),
  to: at('23:00'),
  names: ['db1.northwind.example'],
  text: 'Move the database',
};
const about: ChangedCase = {
  accounts: ['NORTHWIND\\svc.billing'],
  sources: ['APP1', 'APP2'],
  destinations: ['DB1'],
  from: at('21:00'),
  to: at('22:00'),
};

test.each<[string, Partial<Change>, Partial<ChangedCase>]>([
  ['the server', {}, {}],
  ['the server without its domain', { names: ['DB1'] }, { destinations: ['db1.northwind.example'] }],
  ['all sources', { names: ['app1', 'APP2'] }, {}],
  ['the account', { names: ['SVC.BILLING'] }, {}],
  ['an address', { names: ['10.0.0.7'] }, { destinations: ['10.0.0.7'] }],
  ['exactly the time', { from: at('21:00'), to: at('22:00') }, {}],
])('a change explains a case if it names %s', (_name, of, case_) => {
  expect(judgeChange({ ...change, ...of }, { ...about, ...case_ })).toHaveProperty('fit');
});

test.each<[string, Partial<Change>, Partial<ChangedCase>, string]>([
  [
    'not approved',
    { isApproved: false, status: 'Requested' },
    {},
    'is not approved: its status is “Requested”',
  ],
  ['another type', { isChange: false }, {}, 'is not a change'],
  ['without times', { from: null }, {}, 'has no planned start and end'],
  [
    'with its end before its start',
    { from: at('23:00'), to: at('20:00') },
    {},
    'has no planned start and end',
  ],
  ['too early', { to: at('21:30') }, {}, 'ended 27 Nov 2026, 21:30 UTC, before the last event'],
  ['too late', { from: at('21:30') }, {}, 'starts 27 Nov 2026, 21:30 UTC, after the first event'],
  ['of no machine', { names: [] }, {}, 'names no machine'],
  ['of another machine', { names: ['DB2'] }, {}, 'is about other machines'],
  [
    'of the same name in another domain',
    {},
    { destinations: ['db1.other.example'] },
    'is about other machines',
  ],
  ['of a part of a name', { names: ['DB'] }, {}, 'is about other machines'],
  ['of one source of two', { names: ['APP1'] }, {}, 'is about other machines'],
  ['of one server of two', {}, { destinations: ['DB1', 'DB2'] }, 'is about other machines'],
  [
    'of the first part of an address',
    { names: ['10'] },
    { destinations: ['10.0.0.7'] },
    'is about other machines',
  ],
  [
    'of one account of two',
    { names: ['svc.a'] },
    { accounts: ['svc.a', 'svc.b'] },
    'is about other machines',
  ],
  [
    'for a case without machines',
    { names: [''] },
    { sources: [], destinations: [], accounts: [] },
    'other machines',
  ],
])('a change is refused that is %s', (_name, of, case_, fault) => {
  const judged = judgeChange({ ...change, ...of }, { ...about, ...case_ });
  expect('fault' in judged ? judged.fault : judged).toContain(fault);
});
