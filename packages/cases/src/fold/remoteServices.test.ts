import { expect, test } from 'vitest';
import { remoteServiceKey, remoteServiceOf } from './remoteServices.ts';

test.each([
  ['PSEXESVC', 'PSEXESVC'],
  ['psexesvc', 'PSEXESVC'],
  ['PAExec-4711-FIN-LAPTOP3', 'PAExec'],
  ['RemComSvc', 'RemCom'],
  ['Spooler', null],
  ['', null],
  [null, null],
])('the service %j is %j', (name, service) => {
  expect(remoteServiceOf(remoteServiceKey(name))).toBe(service);
});

test('a program is no service', () => {
  expect(remoteServiceOf('services.exe>psexesvc.exe')).toBeNull();
  expect(remoteServiceOf(null)).toBeNull();
});
