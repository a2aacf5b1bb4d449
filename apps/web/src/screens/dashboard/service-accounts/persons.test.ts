import { expect, test } from 'vitest';
import { personsBy } from './persons.ts';

const row = (serviceAccount: string, computer: string | null, subjectUser: string | null) => ({
  id: '',
  time: '2026-11-21T10:00:00.000Z',
  computer,
  serviceAccount,
  prdDbServer: null,
  process: null,
  subjectUser,
});
const log = [
  row('svc.billing', 'FIN-LAPTOP3', 'o.lang'),
  row('SVC.Billing', 'FIN-LAPTOP3', 'm.keller'),
  row('svc.billing', 'fin-laptop3', 'M.Keller'),
  row('svc.billing', 'WS-1042', 'a.novak'),
  row('svc.billing', 'WS-1042', null),
  row('service.etl', null, 'o.lang'),
  row('svc.reporting', 'WS-7', null),
];

test('the persons of an account, those with most incidents first', () => {
  const of = personsBy('serviceAccount', log);
  expect(of('svc.billing')).toBe('m.keller, o.lang and 1 more');
  expect(of('service.etl')).toBe('o.lang');
});

test('the persons of a workstation', () => {
  expect(personsBy('computer', log)('FIN-LAPTOP3')).toBe('m.keller, o.lang');
});

test('nobody where no event names one', () => {
  expect(personsBy('computer', log)('WS-7')).toBeUndefined();
  expect(personsBy('serviceAccount', [])('svc.billing')).toBeUndefined();
});
