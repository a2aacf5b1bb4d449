import { expect, test } from 'vitest';
import { type DirectoryIdentity, directoryEvidence } from './directoryAccounts.ts';
import { STANDARD_NAMING } from './naming.ts';

const evidence = (...found: Partial<DirectoryIdentity>[]) =>
  directoryEvidence(
    found.map((each) => ({
      name: 'ledger',
      kind: 'user',
      sid: null,
      has_services: false,
      dn: 'CN=ledger,OU=People,DC=corp,DC=example',
      ...each,
    })),
    STANDARD_NAMING,
  );
const within = (...units: string[]) =>
  `CN=ledger,${units.map((unit) => `OU=${unit}`).join(',')},DC=corp,DC=example`;

test('a name comes first, then Windows’ management and services', () => {
  expect(evidence({ name: 'svc.etl', kind: 'gmsa' })).toBe('name');
  expect(evidence({ kind: 'gmsa' })).toBe('directory');
  expect(evidence({ has_services: true })).toBe('directory');
  expect(evidence({}, { has_services: true })).toBe('directory');
  expect(evidence({})).toBeUndefined();
  expect(evidence()).toBeUndefined();
});

test('trusts and krbtgt are none, whatever services they have', () => {
  expect(evidence({ kind: 'trust', has_services: true })).toBeUndefined();
  expect(evidence({ sid: 'S-1-5-21-1-2-3-502', has_services: true })).toBeUndefined();
  expect(evidence({ sid: 'S-1-5-21-1-2-3-1502', has_services: true })).toBe('directory');
});

test.each([
  'Service Accounts',
  'ServiceAccounts',
  'SVC_Accts',
  'T1-Service-Accounts',
  'Dienstkonten',
  'Service Konten',
  'Comptes de service',
  'Cuentas de servicio',
  'Account di servizio',
  'Contas de serviço',
])('accounts in the unit %s are service accounts, also below it', (unit) => {
  expect(evidence({ dn: within(unit) })).toBe('directory');
  expect(evidence({ dn: within('Payments', unit, 'Corp') })).toBe('directory');
});

test.each([
  'Services',
  'Service Desk',
  'Customer Service Users',
  'Accounting Services',
  'Service Accountants',
  'Serviceleitung',
])('accounts in the unit %s are not', (unit) => {
  expect(evidence({ dn: within(unit) })).toBeUndefined();
});

test('a name that looks like a unit is no unit, and a hostile one costs no time', () => {
  expect(evidence({ dn: 'CN=x\\,OU=Service Accounts,DC=corp' })).toBeUndefined();
  const began = performance.now();
  expect(evidence({ dn: `CN=x,OU=${'service '.repeat(180)}` })).toBeUndefined();
  expect(performance.now() - began).toBeLessThan(50);
});
