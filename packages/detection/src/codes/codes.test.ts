import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { leaveOut } from '../../../../scripts/testTools.mjs';
import { failureReasonOf } from '../failureReason.ts';
import { codeText, failureOf, lowerHex, wordsOf } from './failure.ts';
import { LOGON_TYPES, logonTypeDigits } from './logonTypes.ts';

describe('texts for codes', () => {
  test.each([
    ['0xc0000234', 'account locked out'],
    ['0xC0000234', 'account locked out'],
    ['0x00000000c0000234', 'account locked out'],
    ['%%2307', 'account locked out'],
    ['0xc000006a', 'wrong password'],
    ['0xc0000064', 'unknown user name'],
    ['%%2315', 'smart card required'],
    ['0xc000010b', 'invalid logon type'],
    ['0xc000018a', 'domain trust broken'],
    ['0xc0000233', 'no domain controller found'],
    ['0xdeadbeef', null],
    ['%%9999', null],
    ['%%constructor', null],
    ['constructor', null],
    ['', null],
  ])('%s: %j', (code, words) => {
    expect(wordsOf(code)).toBe(words);
  });

  test('a code never has the text of another', () => {
    expect(wordsOf('0xc000006d')).not.toMatch(/0x|%%/);
  });
});

describe('precedence of codes', () => {
  test.each([
    ['the sub-status', '0xc000006d', '0xc0000234', '%%2313', 'account locked out'],
    ['the status when the sub-status is 0x0', '0xc0000234', '0x0', '%%2304', 'account locked out'],
    ['the status when the sub-status is 0x00000000', '0xc0000071', '0x00000000', null, 'password expired'],
    ['the status when there is no sub-status', '0xc0000193', null, '%%2304', 'account expired'],
    [
      'the status when no table knows the sub-status',
      '0xc0000072',
      '0xdeadbeef',
      '%%2304',
      'account disabled',
    ],
    ['the message when no table knows the others', '0xdead', '0xbeef', '%%2312', 'workstation not permitted'],
    [
      'words of the collector before codes that no table knows',
      '0xdead',
      '0xbeef',
      'Own words.',
      'Own words.',
    ],
    ['the sub-status as it is when nothing is known', '0xdead', '0xbeef', '%%9999', '0xbeef'],
    ['the status as it is', '0xdead', '0x0', null, '0xdead'],
    ['the message as it is', null, null, '%%9999', '%%9999'],
    ['nothing when all is well', '0x0', '0x0', null, null],
    ['nothing when there is nothing', null, null, null, null],
  ])('%s', (_, status, subStatus, reason, words) => {
    expect(failureOf(status, subStatus, reason)).toBe(words);
  });
});

describe('the failure reason of a row', () => {
  test('the first non-empty field wins, in the order of the specification', () => {
    const fields = [
      'failure_reason',
      'logon_failure_reason',
      'status_message',
      'sub_status_message',
      'failure_status_message',
      'status',
      'sub_status',
    ];
    const row: Record<string, unknown> = Object.fromEntries(fields.map((field) => [field, `from ${field}`]));
    for (const [i, field] of fields.entries()) {
      expect(failureReasonOf(row)).toBe(`from ${field}`);
      row[field] = ['', ' - ', 'NULL', null, undefined][i % 5];
    }
    expect(failureReasonOf(row)).toBeNull();
  });

  test.each([
    [{ status: '0xc000006d', sub_status: '0xc0000234' }, 'account locked out'],
    [{ status: '0xC0000234', sub_status: '0x0' }, 'account locked out'],
    [{ sub_status: '0xc0000072' }, 'account disabled'],
    [{ status: 0xc0000234 }, 'account locked out'],
    [{ status: -1073741260 }, 'account locked out'],
    [{ failure_reason: '%%2307', status: '0x0' }, 'account locked out'],
    [{ failure_reason: '%%2313', sub_status: '0xc0000234' }, 'account locked out'],
    [{ failure_reason: 'Locked by policy', sub_status: '0xc0000072' }, 'Locked by policy'],
    [{ status: 'Denied', sub_status: '0xc0000072' }, 'Denied'],
    [{ status: '0x0', sub_status: '0x0' }, null],
    [{ failure_reason: '0xabc' }, '0xabc'],
    [{}, null],
  ])('%j: %j', (row, words) => {
    expect(failureReasonOf(row)).toBe(words);
  });
});

test.each([
  [3221225581, '0xc000006d'],
  [-1073741715, '0xc000006d'],
  [0, '0x0'],
  [1.5, '1.5'],
  [2 ** 40, '1099511627776'],
  ['0xC000006D', '0xC000006D'],
  ['-', null],
  [null, null],
])('the code %j is %j', (value, text) => {
  expect(codeText(value)).toBe(text);
});

test('hexadecimal is lowercased, words are not', () => {
  expect(['0xC000006D', '0XC0', 'Denied', '0xZZ'].map(lowerHex)).toEqual([
    '0xc000006d',
    '0xc0',
    'Denied',
    '0xZZ',
  ]);
});

test.each([
  ['2', '2'],
  ['Interactive', '2'],
  ['interactive', '2'],
  ['Remote Interactive', '10'],
  ['remote_interactive', '10'],
  ['42', '42'],
  ['constructor', 'constructor'],
])('logon type %j is %j', (type, digits) => {
  expect(logonTypeDigits(type)).toBe(digits);
});

test('every logon type has its own digits', () => {
  expect(Object.entries(LOGON_TYPES).map(([digits, name]) => [logonTypeDigits(name), digits])).toSatisfy(
    (pairs: string[][]) => pairs.every(([a, b]) => a === b),
  );
});

/** The public table behind the words; present next to the checkout on some machines only. */
const TABLE = new URL('../../../../../shared/data/windows-code-tables.json', import.meta.url);
type Table = Record<'logonType' | 'status' | 'failureReason', Record<string, string>>;

function readTable(): Table | null {
  try {
    return JSON.parse(readFileSync(TABLE, 'utf8')) as Table;
  } catch {
    return null;
  }
}

const table = readTable();
if (table === null) leaveOut('codes against the public table', 'its file is not beside the checkout');

test.skipIf(table === null)('every code of the public table has a text', () => {
  const codes = [...Object.keys(table!.status), ...Object.keys(table!.failureReason)].filter(
    (code) => code !== '0x0',
  );
  expect(codes.filter((code) => wordsOf(code) === null)).toEqual([]);
  expect(Object.keys(LOGON_TYPES)).toEqual(Object.keys(table!.logonType));
});
