import { STANDARD_SETTINGS } from '@scout/detection';
import { expect, test } from 'vitest';
import { limits } from '../limits.ts';
import { csvLines } from './csv.ts';
import { namesTable, readNamesCsv } from './names.ts';

const none = { service_accounts: [], production_servers: [], workstations: [], database_clients: [] };

test('accounts and servers are read from one file, without domains and repetitions', () => {
  const file =
    '\ufeffAccount;Server;Owner\r\nCORP\\sa_billing;FRA-DBP-01.corp.example;Ada\r\nSA_Billing@corp.example;;\r\nsa_etl;fra-dbp-01;Bo\r\n';
  expect(readNamesCsv(file)).toEqual({
    names: { ...none, service_accounts: ['sa_billing', 'sa_etl'], production_servers: ['FRA-DBP-01'] },
    faults: [],
  });
});

test('an organizational unit, exported from Active Directory by PowerShell', () => {
  const file = `#TYPE Microsoft.ActiveDirectory.Management.ADUser
"DistinguishedName","Enabled","SamAccountName"
"CN=Billing,OU=Services,DC=corp","True","batchuser"
"CN=Ledger,OU=Services,DC=corp","True","ledger$"
`;
  expect(readNamesCsv(file)).toMatchObject({ names: { service_accounts: ['batchuser', 'ledger$'] } });
});

test('a line that cannot be a name is left out with its number, also after cells of several lines', () => {
  const file = 'Account,Description\nsa_a,"two\nlines"\n\n*,all\nsa_b,\n"sa\tc",\n';
  expect(readNamesCsv(file)).toEqual({
    names: { ...none, service_accounts: ['sa_a', 'sa_b'] },
    faults: [
      { line: 5, problem: '"*" would match nearly everything: give at least two letters or digits.' },
      { line: 7, problem: expect.stringContaining('characters that no name has') },
    ],
  });
});

test.each([
  ['', 'The first line must name one of the columns: Account, Server, Workstation, Database client.'],
  ['Name,Owner\nsa_a,Ada\n', 'The first line must name one of the columns'],
  ['Account\n\n', 'The file has no names.'],
  [`Account\n${'sa_a\n'.repeat(limits.accounts.fileRows + 1)}`, 'A file has at most 10,000 lines.'],
])('a file is refused with a sentence', (file, problem) => {
  expect(readNamesCsv(file)).toEqual({ problem: expect.stringContaining(problem) });
});

test('an export is read back as it was, and no cell of it is a formula', () => {
  const settings = {
    ...STANDARD_SETTINGS,
    service_accounts: { standard: false, entries: ['sa_*', '=cmd|calc', '-ops', 'ledger$'] },
    database_clients: { standard: true, entries: ['toad*.exe'] },
  };
  const { headings, rows } = namesTable(settings);
  const file = csvLines([headings, ...rows]);
  expect(file).toMatch(/^Account,Server,Workstation,Database client\r\n/);
  expect(file).not.toMatch(/(?:^|[,;\t\n])"?[=+@-]/);
  expect(readNamesCsv(file)).toEqual({
    names: {
      ...none,
      service_accounts: settings.service_accounts.entries,
      database_clients: ['toad*.exe'],
    },
    faults: [],
  });
});
