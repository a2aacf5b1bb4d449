import { describe, expect, test } from 'vitest';
import {
  distinctNames,
  fileName,
  isProductionServer,
  isServiceAccount,
  isWorkstation,
  keyOf,
  shownHost,
  shownProgram,
  stripAccount,
  stripHost,
  subjectUserOf,
  textOf,
} from './names.ts';

describe('accounts', () => {
  test.each([
    ['svc.billing', 'svc.billing'],
    ['NORTHWIND\\svc.billing', 'svc.billing'],
    ['.\\svc.billing', 'svc.billing'],
    ['svc.billing@corp.example', 'svc.billing'],
    ['NORTHWIND\\svc.billing@corp.example', 'svc.billing'],
    ['  svc.billing  ', 'svc.billing'],
    ['@svc', '@svc'],
    ['a\\b\\svc.etl', 'svc.etl'],
    ['WS-1042$', 'WS-1042$'],
    ['', ''],
  ])('%j is %j', (name, stripped) => {
    expect(stripAccount(name)).toBe(stripped);
  });

  test.each([
    'svc.billing',
    'SVC.Billing',
    'service.etl',
    'Service.ETL',
    'svc_reporting',
    'Svc-SQL-DB01',
    'mssqlsvc',
    'gmsasvc$',
  ])('%j is a service account', (name) => {
    expect(isServiceAccount(name)).toBe(true);
  });

  test.each([
    'j.weber',
    'service',
    'services.etl',
    'service-etl',
    'my.service.etl',
    's.v.c',
    'SVC\\j.weber',
    'j.weber@svc.example',
    'SYSTEM',
    'ANONYMOUS LOGON',
    'ſvc.billing',
    '',
  ])('%j is not a service account', (name) => {
    expect(isServiceAccount(name)).toBe(false);
  });
});

describe('hosts', () => {
  test.each([
    ['PRD-SQL01', 'PRD-SQL01'],
    ['PRD-SQL01.corp.example', 'PRD-SQL01'],
    ['PRD-SQL01.corp.example.', 'PRD-SQL01'],
    ['tcp:PRD-SQL01\\INST,1433', 'PRD-SQL01'],
    ['TCP:prd-sql01.corp.example,1433', 'prd-sql01'],
    ['admin:PRD-SQL01', 'PRD-SQL01'],
    ['admin:tcp:PRD-SQL01', 'PRD-SQL01'],
    ['np:\\\\PRD-SQL01\\pipe\\sql\\query', 'PRD-SQL01'],
    ['lpc:PRD-SQL01', 'PRD-SQL01'],
    ['\\\\PRD-SQL01\\share', 'PRD-SQL01'],
    ['PRD-SQL01:1433', 'PRD-SQL01'],
    ['PRD-SQL01,1433;Encrypt=yes', 'PRD-SQL01'],
    ['jdbc:sqlserver://PRD-SQL01:1433;user=x', 'PRD-SQL01'],
    ['postgresql://svc.billing:p:w@prd-db01.corp.example:5432/ledger', 'prd-db01'],
    ['192.0.2.10', '192.0.2.10'],
    ['tcp:192.0.2.10,1433', '192.0.2.10'],
    ['2001:db8::10', '2001:db8::10'],
    ['[2001:db8::10]:1433', '2001:db8::10'],
    ['fe80::1cae:5aa4:9d8d:106a%12', 'fe80::1cae:5aa4:9d8d:106a%12'],
    ['::1', '::1'],
    ['.', '.'],
    ['.\\SQLEXPRESS', '.\\SQLEXPRESS'],
    ['(local)', '(local)'],
    ['[', '['],
    ['', ''],
  ])('%j is %j', (name, stripped) => {
    expect(stripHost(name)).toBe(stripped);
  });

  test.each([
    'PRD-SQL01',
    'prod_ledger',
    'PROD-LEDGER-02',
    'SQL-PRD01',
    'sql-prod',
    'SQL_PROD_02',
    'eu-prd-db',
    'DB-PRD2A',
    'SQL-PRDDB01',
    'eu_prdsql',
    'SQL-PRODDB01',
    'ora-prodora2',
    'tcp:PRD-SQL01\\INST,1433',
    'PRD-SQL01.corp.example',
  ])('%j is a production server', (name) => {
    expect(isProductionServer(name)).toBe(true);
  });

  test.each([
    'web-products',
    'web-production',
    'PRODUCT-1',
    'PRD01',
    'PROD',
    'sqlprd',
    'sql.prd-01.example',
    'WS-1042.prd-site.example',
    'PR-D01',
    '192.0.2.10',
    'web-prodé1',
    'web-producer',
    'DEV-SQL01\\PRD-INST',
    '',
  ])('%j is not a production server', (name) => {
    expect(isProductionServer(name)).toBe(false);
  });

  test.each([
    'WS-1042',
    'ws_7',
    'NYC-WS12',
    'FIN-LAPTOP3',
    'DESKTOP-7QD9TN3',
    'MyWorkstation',
    'MacBook-Pro',
    'nyc-desktop',
    'laptop9.corp.example',
  ])('%j is a workstation', (name) => {
    expect(isWorkstation(name)).toBe(true);
  });

  test.each(['PRD-SQL01', 'AWS-1', 'WSUS01', 'DC01', 'srv.desktop.example', 'news_1', 'FS03', ''])(
    '%j is not a workstation',
    (name) => {
      expect(isWorkstation(name)).toBe(false);
    },
  );
});

test.each([
  [' svc.billing ', 'svc.billing'],
  ['-', null],
  [' - ', null],
  ['', null],
  ['NULL', null],
  ['null', 'null'],
  [7, null],
  [null, null],
  [undefined, null],
  [{ toString: () => 'svc' }, null],
])('the text of %j is %j', (value, text) => {
  expect(textOf(value)).toBe(text);
});

test.each([
  ['C:\\Tools\\SQLCMD.EXE', 'SQLCMD.EXE'],
  ['\\??\\C:\\Windows\\system32\\conhost.exe', 'conhost.exe'],
  ['C:/tools/sqlcmd.exe', 'sqlcmd.exe'],
  ['Registry', 'Registry'],
  ['C:\\', ''],
])('the file name of %j is %j', (path, name) => {
  expect(fileName(path)).toBe(name);
});

test('a key is lowercase and fits an index, even when cut inside a character', () => {
  expect(keyOf('SVC.Billing ÄÖ')).toBe('svc.billing äö');
  expect(keyOf('A'.repeat(300))).toBe('a'.repeat(256));
  expect(keyOf(`${'A'.repeat(255)}😀`)).toBe(`${'a'.repeat(255)}\uFFFD`);
  const long = keyOf('İ😀'.repeat(300));
  expect(keyOf(long)).toBe(long);
});

test('names that differ in case are one, in their smallest spelling', () => {
  expect(distinctNames(['ws-2', 'WS-1', 'Ws-2', 'WS-2', '::1'])).toEqual(['::1', 'WS-1', 'WS-2']);
});

test('hostile names of 64 KB are classified without backtracking', () => {
  const hostile = [
    'prd',
    '-prd',
    '_prod',
    'tcp:',
    '://',
    '\\',
    '[',
    '1.',
    ':',
    '-ws',
    'svc',
    '@',
    'a-laptop1',
    '😀',
    '\uD800',
  ].map((scrap) => scrap.repeat(65_536 / scrap.length));
  for (const name of hostile) {
    expect(stripHost(name).length).toBeLessThanOrEqual(1_024);
    expect(stripAccount(name).length).toBeLessThanOrEqual(1_024);
    expect([isServiceAccount(name), isProductionServer(name), isWorkstation(name)]).toHaveLength(3);
  }
});

test('the acting user is named without domain and no longer than a key; nobody is null', () => {
  expect(subjectUserOf('NORTHWIND\\m.keller')).toBe('m.keller');
  expect(subjectUserOf(' m.keller@northwind.example ')).toBe('m.keller');
  expect(subjectUserOf('WS-1042$')).toBe('WS-1042$');
  expect(subjectUserOf('x'.repeat(2_000))).toBe('x'.repeat(256));
  for (const nobody of ['-', '', 'NULL', 'NORTHWIND\\', null, undefined, 7, ['m.keller']])
    expect(subjectUserOf(nobody)).toBeNull();
});

describe('names as shown have one spelling', () => {
  test.each([
    ['prd-app01', 'PRD-APP01'],
    ['PRD-APP01.corp.example', 'PRD-APP01'],
    ['192.0.2.17', '192.0.2.17'],
    ['fe80::1%eth0', 'fe80::1%eth0'],
    ['straße01', 'straße01'],
  ])('host %j: %j', (name, shown) => {
    expect(shownHost(name)).toBe(shown);
    expect(keyOf(shown)).toBe(keyOf(stripHost(name)));
  });

  test.each(['C:\\Tools\\PsExec.exe', '/opt/psexec.exe', 'PSEXEC.EXE'])('program %j', (path) => {
    expect(shownProgram(path)).toBe('psexec.exe');
  });
});
