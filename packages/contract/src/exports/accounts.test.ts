import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ServiceAccount } from '../entities/serviceAccount.ts';
import { limits } from '../limits.ts';
import { accountsTable, inCalls, readAccountsCsv } from './accounts.ts';
import { tableFile } from './table.ts';

const account: ServiceAccount = {
  account: 'svc.billing',
  known_by: 'name',
  first_seen: '2026-11-01T00:00:00.000Z',
  last_seen: '2026-11-22T00:00:00.000Z',
  owner: 'Billing team',
  purpose: 'Invoices, nightly; "all" of them\nand refunds',
  faults: ['unwatched'],
  use: 'seen',
  posture: ['privileged', 'old-password'],
  open_cases: 2,
  hosts: 3,
  hosts_watched: 1,
  hosts_unwatched: ['app1', 'pc7'],
  persons: 1,
  contract: 'approved',
  updated_at: '2026-11-22T00:00:00.000Z',
};
const fileOf = (accounts: ServiceAccount[]) =>
  tableFile(
    'csv',
    accountsTable(accounts, {
      health: () => 'OK',
      use: ({ use }) => use,
      posture: ({ posture }) => posture.join(', '),
    }),
  ).text;

describe('an exported register', () => {
  test('states owner and status of each account', () => {
    expect(fileOf([{ ...account, purpose: 'Invoices' }])).toBe(
      '\ufeffAccount,Owner,Purpose,Health,Use,Posture,Contract,Open cases,Hosts,Hosts with an agent,Hosts without an agent,People,First seen,Last seen\r\n' +
        'svc.billing,Billing team,Invoices,OK,seen,"privileged, old-password",approved,2,3,1,app1 pc7,1,2026-11-01T00:00:00.000Z,2026-11-22T00:00:00.000Z\r\n',
    );
  });

  test('can be imported again', () => {
    const { owner, purpose } = account;
    expect(readAccountsCsv(fileOf([account]))).toEqual({
      accounts: [{ account: 'svc.billing', owner, purpose }],
    });
  });

  test('holds no formula, and restores text that would have been one', () => {
    const purpose = '=HYPERLINK("x");+1|@y';
    const text = fileOf([{ ...account, owner: '+49 30 1234', purpose }]);
    expect(text).not.toMatch(/[,;"]=HYPERLINK|,\+49/);
    expect(readAccountsCsv(text)).toEqual({
      accounts: [{ account: 'svc.billing', owner: '+49 30 1234', purpose }],
    });
  });

  test('restores every owner and purpose, whatever they are', () => {
    const text = fc
      .string({ unit: fc.constantFrom(...'ab=+-@|%,; \t\n"'), maxLength: 12 })
      .map((value) => value.trim())
      .filter((value) => value !== '');
    fc.assert(
      fc.property(text, text, (owner, purpose) => {
        const read = readAccountsCsv(fileOf([{ ...account, owner, purpose }]));
        expect(read).toEqual({ accounts: [{ account: 'svc.billing', owner, purpose }] });
      }),
    );
  });
});

describe('a list of owners and purposes', () => {
  test.each([
    ['commas', 'Account,Owner,Purpose\nsvc.a,Ada,Bills\n'],
    ['semicolons, as spreadsheets write in many countries', 'account;owner;purpose\r\nsvc.a;Ada;Bills\r\n'],
    [
      'tabs, another order and columns of no concern',
      'Purpose\tNotes\tOWNER\t Account \nBills\tx\tAda\tsvc.a',
    ],
  ])('is read with %s', (_what, text) => {
    expect(readAccountsCsv(text)).toEqual({
      accounts: [{ account: 'svc.a', owner: 'Ada', purpose: 'Bills' }],
    });
  });

  test('clears empty values, and leaves out missing columns', () => {
    expect(readAccountsCsv('Account,Owner\nsvc.a,\nsvc.b')).toEqual({
      accounts: [
        { account: 'svc.a', owner: null },
        { account: 'svc.b', owner: null },
      ],
    });
  });

  test.each([
    ['', 'The first line must name the columns: Account, Owner, Purpose.'],
    ['svc.a,Ada', 'The first line must name the columns: Account, Owner, Purpose.'],
    ['Account\nsvc.a', 'The first line must name the columns: Account, Owner, Purpose.'],
    ['Account,Owner\n', 'The file has no accounts.'],
    ['Account,Owner\nsvc.a,Ada\n,Bo', /^Row 3, account: /],
    [`Account,Owner\nsvc.a,${'x'.repeat(255)}`, /^Row 2, owner: /],
    [`Account,Owner\n${'svc.a,Ada\n'.repeat(10_001)}`, 'A file has at most 10,000 accounts.'],
  ])('is refused when it is %.20j', (text, problem) => {
    expect(readAccountsCsv(text)).toEqual({
      problem: typeof problem === 'string' ? problem : expect.stringMatching(problem),
    });
  });

  test('is sent in calls that the server accepts', () => {
    const accounts = Array.from({ length: 250 }, (_, i) => ({
      account: `svc.a${i}`,
      owner: null,
      purpose: i % 3 === 0 ? 'ü'.repeat(2000) : 'x',
    }));
    const calls = inCalls(accounts);
    expect(calls.flat()).toEqual(accounts);
    for (const call of calls) {
      expect(call.length).toBeLessThanOrEqual(limits.accounts.importRows);
      expect(Buffer.byteLength(JSON.stringify({ accounts: call }))).toBeLessThan(limits.jsonBodyBytes);
    }
  });
});
