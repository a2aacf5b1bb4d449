import { expect, test } from 'vitest';
import { plainAddress } from '../names.ts';
import { eventXml } from '../testing/eventXml.ts';
import { normaliseLine } from './normalise.ts';

test.each([
  ['::ffff:10.1.2.3', '10.1.2.3'],
  ['::ffff:c0a8:166', '192.168.1.102'],
  ['::FFFF:A01:203', '10.1.2.3'],
  ['::ffff:0:7f00:1', '127.0.0.1'],
  ['::1', '::1'],
  ['fe80::1', 'fe80::1'],
  ['::ffff:12345:1', '::ffff:12345:1'],
])('the address %s is %s', (text, address) => {
  expect(plainAddress(text)).toBe(address);
});

const failed = (data: [string, string][]) => {
  const xml = eventXml({ id: 4625, time: '2026-11-20T08:00:00Z', computer: 'PRD-SQL01', data });
  const result = normaliseLine(JSON.stringify({ xml }), Date.UTC(2026, 10, 21));
  return result.ok ? result.row : result.message;
};

test('a row has the mapped address and the codes of signed numbers', () => {
  expect(
    failed([
      ['TargetUserName', 'svc.billing'],
      ['Status', '-1073741715'],
      ['SubStatus', '-1073741718'],
      ['LogonType', '3'],
      ['IpAddress', '::ffff:c0a8:166'],
    ]),
  ).toMatchObject({
    status: '0xc000006d',
    sub_status: '0xc000006a',
    failure_reason: 'wrong password',
    source_host: '192.168.1.102',
  });
});
