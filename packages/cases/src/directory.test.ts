import type { NormalisedRow } from '@scout/detection';
import { DAY } from '@scout/detection/time';
import { expect, test } from 'vitest';
import { createAssessor } from './assessor.ts';
import { type DirectoryFacts, environmentOf, NO_DIRECTORY } from './directory.ts';
import type { CaseAlert } from './report/alert.ts';
import { at, quietMonth, START } from './testing/rows.ts';

const TODAY = START / DAY;

/** Alerts about one more row than the quiet days. */
function alertsOf(
  directory: Partial<DirectoryFacts>,
  more: (maker: ReturnType<typeof quietMonth>['maker']) => NormalisedRow,
  days = 30,
): CaseAlert[] {
  const { rows, maker } = quietMonth(undefined, { days });
  const row = more(maker);
  const assessor = createAssessor({ directory: { ...NO_DIRECTORY, ...directory } });
  const sorted = [...rows, row].sort((a, b) => (a.timestamp < b.timestamp ? -1 : 1));
  const alerts = [...sorted.flatMap((each) => assessor.observe(each)), ...assessor.finish()];
  return alerts.filter(({ recordIds }) => recordIds.includes(row.record_id!));
}

test('a machine that no event told of is a workstation because the directory says so', () => {
  const from = (directory: Partial<DirectoryFacts>) =>
    alertsOf(directory, (maker) => maker.logon(at(22, 10), 'svc.ledger1', '3', 'DB1', 'ORION7'));
  const [unknown] = from({});
  expect(unknown?.severity).not.toBe('high');
  const [machine] = from({ machines: new Map([['orion7', { system: 'workstation', env: null }]]) });
  expect(machine).toMatchObject({
    severity: 'high',
    because: 'The account came from a machine where people work.',
  });
});

test('a server of the directory at which one person signs in is no workstation; a database stays one', () => {
  const roles = (directory: Partial<DirectoryFacts>, destination: string) =>
    alertsOf(directory, (maker) => maker.logon(at(22, 10), 'svc.ledger1', '3', destination, 'PC7')).flatMap(
      ({ reasons = [] }) => reasons.map((reason) => reason.class),
    );
  const isOf = (classes: readonly string[], role: string) =>
    classes.some((text) => text.includes(`${role}/`));
  expect(isOf(roles({}, 'DB1'), 'workstation')).toBe(true);
  const servers = new Map([
    ['pc7', { system: 'server', env: null }],
    ['db5', { system: 'server', env: null }],
  ] as const);
  expect(isOf(roles({ machines: servers }, 'DB5'), 'workstation')).toBe(false);
  expect(isOf(roles({ machines: servers }, 'DB5'), 'server')).toBe(true);
  expect(isOf(roles({ machines: servers }, 'DB5'), 'database')).toBe(true);
});

test('a privileged account’s case is one step more severe', () => {
  const of = (directory: Partial<DirectoryFacts>) =>
    alertsOf(directory, (maker) => maker.logon(at(22, 10), 'svc.ledger1', '10', 'DB1', 'APP6'));
  const [usual] = of({});
  const [privileged] = of({
    accounts: new Map([['svc.ledger1', { created: null, isPrivileged: true, env: null }]]),
  });
  expect(usual?.severity).toBe('medium');
  expect(privileged?.severity).toBe('high');
  expect(privileged?.because).toBe(`${usual?.because} The account is in a privileged group.`);
});

test('the first use of an account that has been there for long ends a silence, on a machine that would have shown it', () => {
  const days = 130;
  const reasonsOf = (created: number | null, host: string, day = 120) =>
    alertsOf(
      { accounts: new Map([['svc.archive', { created, isPrivileged: false, env: null }]]) },
      (maker) => maker.logon(at(day, 10), 'svc.archive', '3', host, 'PC7'),
      days,
    ).flatMap(({ reasons = [] }) => reasons.map(({ facet }) => facet));
  expect(reasonsOf(TODAY - 1_000, 'DB1')).toContain('silence');
  expect(reasonsOf(TODAY + 20, 'DB1')).toContain('silence');
  expect(reasonsOf(TODAY + 60, 'DB1'), 'created 60 days before').not.toContain('silence');
  expect(reasonsOf(null, 'DB1'), 'of unknown age').not.toContain('silence');
  expect(reasonsOf(TODAY - 1_000, 'NEW1'), 'on a machine seen for the first time').not.toContain('silence');
  expect(reasonsOf(TODAY - 1_000, 'DB1', 80), 'watched for 80 days').not.toContain('silence');
}, 60_000);

test('an account in a unit for tests is one of a test environment, whatever its name', () => {
  const of = (env: 'test' | null) =>
    alertsOf({ accounts: new Map([['svc.ledger1', { created: null, isPrivileged: false, env }]]) }, (maker) =>
      maker.logon(at(22, 10), 'svc.ledger1', '2', 'PC7'),
    )[0];
  expect(of(null)?.because).not.toContain('test environment');
  expect(of('test')?.because).toContain('It is an account of a test environment.');
});

test.each([
  ['CN=a,OU=Test,OU=Service Accounts,DC=corp', 'test'],
  ['CN=a,OU=App-UAT,OU=Prod,DC=corp', 'test'],
  ['CN=a,OU=SQL,OU=Servers Prod,DC=corp', 'prod'],
  ['CN=a,OU=Development,DC=corp', null],
  ['CN=a,OU=Testing Department,DC=corp', null],
  ['CN=test,CN=Users,DC=corp', null],
])('%s is of the environment %j', (dn, expected) => {
  expect(environmentOf(dn)).toBe(expected);
});
