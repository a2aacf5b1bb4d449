import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { connectionOf } from './commandLine.ts';
import { splitWords } from './commandWords.ts';
import { isProductionServer, isServiceAccount } from './names.ts';

describe('words of a command line', () => {
  test.each([
    ['sqlcmd -S PRD-SQL01', ['sqlcmd', '-S', 'PRD-SQL01']],
    ['  a\t b\r\nc ', ['a', 'b', 'c']],
    ['"C:\\Program Files\\a.exe" b', ['C:\\Program Files\\a.exe', 'b']],
    ['-U"svc billing"x', ['-Usvc billingx']],
    ['"" x', ['', 'x']],
    ['a\\b c\\\\d', ['a\\b', 'c\\\\d']],
    ['"a\\"b" c', ['a"b', 'c']],
    ['"a\\\\" b', ['a\\', 'b']],
    ['a\\\\\\"b c', ['a\\"b', 'c']],
    ['"never closed b', ['never closed b']],
    ['a\\', ['a\\']],
    ['', []],
  ])('%j', (line, words) => {
    expect(splitWords(line).map(({ text }) => text)).toEqual(words);
  });

  test('words are at their offsets, in order and without overlap', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', ' ', '"', '\\', '\t') }), (line) => {
        let before = 0;
        for (const { start, end } of splitWords(line)) {
          expect(line.slice(before, start)).toMatch(/^[ \t]*$/);
          before = end;
        }
        expect(line.slice(before)).toMatch(/^[ \t]*$/);
      }),
    );
  });
});

describe('targets of a command line', () => {
  test.each([
    ['sqlcmd -S PRD-SQL01 -U svc.billing', ['svc.billing'], ['PRD-SQL01']],
    ['sqlcmd -SPRD-SQL01 -Usvc.billing', ['svc.billing'], ['PRD-SQL01']],
    ['sqlcmd -S "PRD-SQL01" -U"svc.billing"', ['svc.billing'], ['PRD-SQL01']],
    ['sqlcmd "-SPRD-SQL01" "-U" "svc.billing"', ['svc.billing'], ['PRD-SQL01']],
    ["sqlcmd -S 'PRD-SQL01' -U 'svc.billing'", ['svc.billing'], ['PRD-SQL01']],
    ['sqlcmd -S=PRD-SQL01 -U=svc.billing', ['svc.billing'], ['PRD-SQL01']],
    ['sqlcmd /S PRD-SQL01 /U svc.billing', ['svc.billing'], ['PRD-SQL01']],
    ['sqlcmd /SPRD-SQL01 /Usvc.billing', ['svc.billing'], ['PRD-SQL01']],
    ['sqlcmd --server PRD-SQL01 --user-name svc.billing', ['svc.billing'], ['PRD-SQL01']],
    ['sqlcmd --server=PRD-SQL01 --user-name=svc.billing', ['svc.billing'], ['PRD-SQL01']],
    [
      'sqlcmd -S tcp:PRD-SQL01\\INST,1433 -U NORTHWIND\\svc.billing',
      ['NORTHWIND\\svc.billing'],
      ['tcp:PRD-SQL01\\INST,1433'],
    ],
    ['sqlcmd -s PRD-SQL01 -u svc.billing', [], []],
    ['sqlcmd -S', [], []],
    ['sqlcmd -S -U svc.billing', ['svc.billing'], []],
    ['sqlcmd -U "" -S " "', [], []],
    ['sqlcmd -S A -S B', [], ['A', 'B']],
    ['ssms.exe "server=PRD-SQL01;user=svc.billing"', ['svc.billing'], ['PRD-SQL01']],
    ['ssms.exe Server=PRD-SQL01;User=svc.billing;x', ['svc.billing'], ['PRD-SQL01']],
    ['ssms.exe "Data Source=PRD-SQL01,1433;User ID=svc.billing"', ['svc.billing'], ['PRD-SQL01,1433']],
    ['ssms.exe Data Source = PRD-SQL01 ; UID = svc.billing', ['svc.billing'], ['PRD-SQL01']],
    ['ssms.exe server="PRD-SQL01" user={svc.billing}', ['svc.billing'], ['PRD-SQL01']],
    ['dbeaver.exe -con "driver=pg|host=PRD-DB01|user=svc.billing"', ['svc.billing'], ['PRD-DB01']],
    ['ssms.exe -User=svc.billing -Server=PRD-SQL01', ['svc.billing'], ['PRD-SQL01']],
    ['x jdbc:sqlserver://PRD-SQL01\\INST:1433;user=svc.billing;', ['svc.billing'], ['PRD-SQL01\\INST:1433']],
    ['x jdbc:sqlserver://;serverName=PRD-SQL01;user=svc.billing', ['svc.billing'], ['PRD-SQL01']],
    [
      'x "postgresql://svc.billing:p:w@prd-db01:5432/db?user=svc.etl"',
      ['svc.etl', 'svc.billing'],
      ['prd-db01:5432'],
    ],
    ['x superuser=svc.a dataserver=PRD-1 my_user=svc.b', [], []],
    ['x users=svc.a servers=PRD-1', [], []],
    ['x user', [], []],
    ['x user=', [], []],
    ['C:\\svc.billing\\PRD-SQL01\\sqlcmd.exe -E', [], []],
    ['ssms.exe /Users/svc.billing/PRD-SQL01.sql', [], []],
    ['', [], []],
  ])('%j', (line, users, servers) => {
    expect(connectionOf(line)).toEqual({ users, servers });
  });

  test.each([
    'sqlcmd -S WS-1042 -U j.weber -Q "select \'-U svc.billing -S PRD-SQL01\'"',
    "sqlcmd -S WS-1042 -U j.weber -Q \"select 1 where user='svc.billing' and server='PRD-SQL01'\"",
    'sqlcmd -S WS-1042 -U j.weber -Q"select 1 where user=\'svc.billing\'"',
    'sqlcmd -S WS-1042 -U j.weber -q "-U svc.billing"',
    'sqlcmd -S WS-1042 -U j.weber -P "user=svc.billing;server=PRD-SQL01"',
    'sqlcmd -S WS-1042 -U j.weber -Q -Usvc.billing',
    'sqlcmd -Q "sqlserver://svc.billing@PRD-SQL01" -S WS-1042 -U j.weber',
  ])('text in a query or a password is no mention: %j', (line) => {
    expect(connectionOf(line)).toEqual({ users: ['j.weber'], servers: ['WS-1042'] });
  });

  test('a mention is cut to the maximum length of a name', () => {
    const { users } = connectionOf(`sqlcmd -U ${'a'.repeat(5_000)}`);
    expect(users.map(({ length }) => length)).toEqual([1_024]);
  });

  test.each([
    ['x server=WS-1,server=PRD-SQL01', [], ['WS-1,', 'PRD-SQL01']],
    ['x user=user=svc.billing', ['svc.billing'], []],
    ['x user="a user=svc.billing"', ['a', 'svc.billing'], []],
    ['x http://://svc.billing@PRD-SQL01', ['svc.billing'], [':', 'PRD-SQL01']],
    ['x a://WS-1/b://PRD-SQL01', [], ['WS-1', 'PRD-SQL01']],
  ])('a mention inside another is found: %j', (line, users, servers) => {
    expect(connectionOf(line)).toEqual({ users, servers });
  });

  const scraps = [
    '\\',
    '"',
    '\\"',
    '-U',
    '-U ',
    '-S=',
    '/S',
    'user=',
    'user =',
    'user={',
    'user="',
    "user='",
    'user={user="user=\'',
    'server=',
    'server=a,',
    'user id',
    'data source',
    'data source=x ',
    '://',
    ':// ',
    '://@',
    '://a@',
    '@',
    '{',
    '-Q ',
    '-Q',
    '-P x ',
    ' ',
    '=',
    'u',
    '/',
    'tcp:',
    'prd-',
    'a.',
  ];

  /** Work of parsing a line and checking its names: copied characters, and length of the results. */
  function workOf(line: string): number {
    const slice = vi.spyOn(String.prototype, 'slice');
    const { users, servers } = connectionOf(line);
    users.some(isServiceAccount);
    servers.some(isProductionServer);
    const copied = slice.mock.results.reduce((sum, { value }) => sum + String(value).length, 0);
    slice.mockRestore();
    return copied + [...users, ...servers].join('').length;
  }

  test.each(scraps)('the work for a line full of %j grows with its length', (scrap) => {
    const line = scrap.repeat(65_536 / scrap.length);
    const [half, whole] = [workOf(line.slice(0, 32_768)), workOf(line)];
    expect(whole).toBeLessThan(line.length * 16);
    expect(whole).toBeLessThan(half * 3 + 4096);
  });
});
