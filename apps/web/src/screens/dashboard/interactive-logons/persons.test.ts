import type { CaseRow } from '@scout/contract';
import { expect, it } from 'vitest';
import { personsOf } from './persons.tsx';

const found = (of: Partial<CaseRow>) =>
  ({
    account: 'svc.billing',
    kind: 'person-signed-in',
    persons: ['m.keller'],
    person_level: 'present',
    sources: ['fin-laptop3'],
    first_seen: '2026-11-16T08:00:00Z',
    ...of,
  }) as CaseRow;
const row = { time: '2026-11-20T08:00:00Z', serviceAccount: 'SVC.Billing', workstation: 'FIN-LAPTOP3' };

it('is the one of the case at that workstation, with its evidence', () => {
  expect(personsOf([found({})])(row)).toEqual({ name: 'm.keller', level: 'present' });
});

it('is also the one of a case that began with another use of the account by that person', () => {
  const used = found({ kind: 'person-used-account', person_level: 'acted' });
  expect(personsOf([used])(row)).toEqual({ name: 'm.keller', level: 'acted' });
});

it.each([
  ['before the case began', {}, { time: '2026-11-16T07:59:59Z' }],
  ['at another workstation', {}, { workstation: 'WS-1042' }],
  ['without a workstation', {}, { workstation: null }],
  ['of another account', {}, { serviceAccount: 'svc.etl' }],
  ['with several people', { persons: ['m.keller', 'o.lang'] }, {}],
  ['with nobody', { persons: [], person_level: 'nobody' as const }, {}],
  ['of another kind of case', { kind: 'odd-hour' }, {}],
])('is nobody %s', (_, of, changed) => {
  expect(personsOf([found(of)])({ ...row, ...changed })).toBeNull();
});
