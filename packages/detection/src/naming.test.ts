import { describe, expect, test } from 'vitest';
import { matchRules } from './detect.ts';
import { compileNaming, STANDARD_NAMING } from './naming.ts';
import {
  type DetectionSettings,
  entryProblem,
  SETTINGS_LIMITS,
  STANDARD_SETTINGS,
  settingsProblem,
} from './settings.ts';

const own: DetectionSettings = {
  service_accounts: { standard: false, entries: ['sa_*', 'Batch-Robot', 'gm_*$'] },
  production_servers: { standard: true, entries: ['*-DBP-*', '10.7.*'] },
  workstations: { standard: true, entries: ['nb????'] },
  database_clients: { standard: true, entries: ['toad*.exe'] },
};
const naming = compileNaming(own);

test('default settings are the default predicates themselves, at no extra cost', () => {
  expect(compileNaming(STANDARD_SETTINGS)).toBe(STANDARD_NAMING);
  expect(
    compileNaming({ ...own, service_accounts: STANDARD_SETTINGS.service_accounts }).isServiceAccount,
  ).toBe(STANDARD_NAMING.isServiceAccount);
});

test('accounts: without domain, in any case; the default rule only where it is wanted', () => {
  const are = ['sa_etl', 'NORTHWIND\\SA_ETL', 'sa_etl@corp.example', 'batch-robot'];
  expect(are.filter((name) => !naming.isServiceAccount(name))).toEqual([]);
  const none = ['svc.billing', 'visa_etl', 'batch-robot2', 'm.keller'];
  expect(none.filter(naming.isServiceAccount)).toEqual([]);
});

test('a managed account is distinguished from a machine by a pattern with the $', () => {
  expect(naming.isServiceAccount('NORTHWIND\\gm_reports$')).toBe(true);
  expect(naming.isServiceAccount('SA_DESK7$')).toBe(false);
  expect(naming.isServiceAccount('gm_reports')).toBe(false);
});

test('hosts: by bare name or address, in addition to the default rule', () => {
  const are = ['FRA-DBP-01', 'fra-dbp-01.corp.example\\INST,1433', 'PRD-SQL01', '10.7.0.4'];
  expect(are.filter((name) => !naming.isProductionServer(name))).toEqual([]);
  expect(['FRA-DBT-01', '10.70.0.4'].filter(naming.isProductionServer)).toEqual([]);
  expect(['NB0417', 'ws-1042'].filter((name) => !naming.isWorkstation(name))).toEqual([]);
  expect(naming.isWorkstation('NB04170')).toBe(false);
});

test('clients: by file name', () => {
  expect(naming.isDatabaseClient('C:\\Tools\\Toad64.exe')).toBe(true);
  expect(naming.isDatabaseClient('C:\\Tools\\sqlcmd.exe')).toBe(true);
  expect(naming.isDatabaseClient('/usr/bin/psql')).toBe(true);
  expect(naming.isDatabaseClient('C:\\toad.exe\\notepad.exe')).toBe(false);
});

describe('every rule uses the naming settings', () => {
  const at = '2026-11-20T10:00:00.000Z';
  const rulesOf = (row: object) => [
    matchRules({ timestamp: at, ...row }).map(({ rule }) => rule),
    matchRules({ timestamp: at, ...row }, naming).map(({ rule }) => rule),
  ];
  test('failed logons, and the strict rule through them', () => {
    const row = {
      event_type: 'WINDOWS_SECURITY_4625',
      target_user_name: 'CORP\\sa_etl',
      system_context_computer_name: 'FRA-DBP-01',
    };
    expect(rulesOf(row)).toEqual([[], ['failed-logons', 'ai-risk']]);
    const { system_context_computer_name: _, ...elsewhere } = row;
    expect(rulesOf({ ...elsewhere, target_computer_name: 'fra-dbp-01' })[1]).toEqual([
      'failed-logons',
      'ai-risk',
    ]);
    // With the standard rule off.
    expect(
      rulesOf({ ...row, target_user_name: 'svc.billing', system_context_computer_name: 'PRD-SQL01' }),
    ).toEqual([['failed-logons', 'ai-risk'], []]);
  });
  test('interactive logons', () => {
    const row = {
      event_type: 'WINDOWS_SECURITY_4624',
      logon_type: '2',
      target_user_name: 'sa_etl',
      system_context_computer_name: 'NB0417',
    };
    expect(rulesOf(row)).toEqual([[], ['interactive-logons']]);
    expect(rulesOf({ ...row, system_context_computer_name: 'FIN-LAPTOP3' })).toEqual([
      [],
      ['interactive-logons', 'ai-risk'],
    ]);
  });
  test('service account activity', () => {
    const row = {
      event_type: 'WINDOWS_SECURITY_4688',
      subject_user_name: 'm.keller',
      system_context_computer_name: 'NB0417',
      process_information_new_process_name: 'C:\\Tools\\toad.exe',
      process_information_command_line: 'toad.exe -S FRA-DBP-01 -U sa_etl',
    };
    expect(rulesOf(row)).toEqual([[], ['service-account-activity']]);
    expect(rulesOf({ ...row, subject_user_name: 'sa_job' })[1]).toEqual([]);
    expect(rulesOf({ ...row, system_context_computer_name: 'FRA-DBP-02' })[1]).toEqual([]);
  });
  test('infrastructure changes', () => {
    const row = {
      event_type: 'WINDOWS_SECURITY_7045',
      event_id: 7045,
      provider: 'Service Control Manager',
      target_user_name: 'sa_etl',
      object_name: 'Etl',
      system_context_computer_name: 'FRA-DBP-01',
    };
    const security = { ...row, event_type: 'WINDOWS_SECURITY_4697', event_id: 4697 };
    expect(rulesOf(security)).toEqual([[], ['infrastructure-changes']]);
    const [match] = matchRules({ timestamp: at, ...security }, naming);
    expect(match?.change?.severity).toBe('high');
  });
});

describe('limits', () => {
  test.each([
    ['service_accounts', 'CORP\\sa_*', 'without its domain'],
    ['service_accounts', 'sa@corp', 'without its domain'],
    ['service_accounts', '*', 'nearly everything'],
    ['service_accounts', '?*a*', 'nearly everything'],
    ['service_accounts', ' ', 'empty'],
    ['service_accounts', 'a'.repeat(65), 'characters'],
    ['service_accounts', 'sa\u0000x', 'no name has'],
    ['service_accounts', 'sa\ud800', 'no name has'],
    ['production_servers', 'db1.corp.example', 'without its domain'],
    ['production_servers', 'db1,1433', 'not a host name'],
    ['workstations', 'a b', 'not a host name'],
    ['database_clients', 'C:\\toad.exe', 'without its folder'],
  ] as const)('%s: %j', (kind, entry, words) => {
    expect(entryProblem(kind, entry)).toContain(words);
  });

  test('at most so many entries and wildcards, and no kind without a rule', () => {
    const many = (count: number, of: (n: number) => string) => ({
      ...STANDARD_SETTINGS,
      service_accounts: { standard: true, entries: Array.from({ length: count }, (_, n) => of(n)) },
    });
    expect(settingsProblem(own)).toBeNull();
    expect(settingsProblem(many(SETTINGS_LIMITS.entries, (n) => `name${n}`))).toBeNull();
    expect(settingsProblem(many(SETTINGS_LIMITS.entries + 1, (n) => `name${n}`))).toContain('entries');
    expect(settingsProblem(many(SETTINGS_LIMITS.patterns, (n) => `name${n}*`))).toBeNull();
    expect(settingsProblem(many(SETTINGS_LIMITS.patterns + 1, (n) => `name${n}*`))).toContain('wildcards');
    expect(settingsProblem({ ...own, workstations: { standard: false, entries: [] } })).toContain('standard');
  });
});
