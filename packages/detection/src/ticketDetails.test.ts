import fc from 'fast-check';
import { expect, test } from 'vitest';
import { normaliseLine } from './normalise/normalise.ts';
import { eventXml } from './testing/eventXml.ts';
import { allowsAes, isAes, isRc4, readTicketDetails, writeTicketDetails } from './ticketDetails.ts';

const row = (id: number, data: readonly (readonly [string, string])[]) => {
  const xml = eventXml({ id, time: '2026-04-07T07:46:35.102Z', computer: 'DC01.contoso.local', data });
  const result = normaliseLine(JSON.stringify({ xml }), Date.UTC(2026, 10, 1));
  if (!result.ok) throw new Error(result.message);
  return result.row;
};

/** Fields of Windows Server 2022 since January 2025. */
const REQUEST = [
  ['TargetUserName', 'm.keller@CONTOSO.LOCAL'],
  ['TargetDomainName', 'CONTOSO.LOCAL'],
  ['ServiceName', 'svc.sql'],
  ['TicketOptions', '0x40810000'],
  ['TicketEncryptionType', '0x17'],
  ['IpAddress', '::ffff:10.0.0.100'],
  ['Status', '0x0'],
  ['AccountSupportedEncryptionTypes', 'N/A'],
  ['AccountAvailableKeys', 'N/A'],
  ['ServiceSupportedEncryptionTypes', '0x27 (DES, RC4, AES-Sk)'],
  ['ServiceAvailableKeys', 'AES-SHA1, RC4'],
  ['DCSupportedEncryptionTypes', '0x1F (DES, RC4, AES128-SHA96, AES256-SHA96)'],
  ['DCAvailableKeys', 'AES-SHA1, RC4'],
  ['ClientAdvertizedEncryptionTypes', '\n\t\tAES256-CTS-HMAC-SHA1-96\n\t\tRC4-HMAC-NT'],
  ['SessionKeyEncryptionType', '0x12'],
] as const;

test('a ticket of a service tells allowed ciphers, keys, and what the client offers', () => {
  expect(row(4769, REQUEST).ticket_details).toBe(
    'session key: 0x12; service: 0x27 keys AES-SHA1, RC4; controller: 0x1F keys AES-SHA1, RC4; client: AES256-CTS-HMAC-SHA1-96 RC4-HMAC-NT',
  );
  expect(readTicketDetails(row(4769, REQUEST).ticket_details)).toEqual({
    preAuth: null,
    preAuthKey: null,
    sessionKey: '0x12',
    account: { allowed: null, keys: [] },
    service: { allowed: 0x27, keys: ['AES-SHA1', 'RC4'] },
    controller: { allowed: 0x1f, keys: ['AES-SHA1', 'RC4'] },
    offered: ['AES256-CTS-HMAC-SHA1-96', 'RC4-HMAC-NT'],
  });
});

test('a ticket of an account tells how it proved itself, and with which key', () => {
  const details = row(4768, [
    ['TargetUserName', 'svc.old'],
    ['ServiceName', 'krbtgt'],
    ['Status', '0x0'],
    ['TicketEncryptionType', '0x12'],
    ['PreAuthType', '2'],
    ['AccountSupportedEncryptionTypes', '0x27 (DES, RC4, AES-Sk)'],
    ['AccountAvailableKeys', 'RC4'],
    ['PreAuthEncryptionType', '0x17'],
  ]).ticket_details;
  expect(details).toBe('pre-authentication: 2; pre-authentication key: 0x17; account: 0x27 keys RC4');
  expect(readTicketDetails(details)).toMatchObject({
    preAuth: '2',
    preAuthKey: '0x17',
    account: { allowed: 0x27, keys: ['RC4'] },
  });
});

test.each([4768, 4769, 4771])('%d of a controller without the update tells what it has', (id) => {
  const data = [
    ['TargetUserName', 'svc.old'],
    ['Status', '0x18'],
  ] as const;
  expect(row(id, data).ticket_details).toBeNull();
  expect(row(id, [...data, ['PreAuthType', '0']]).ticket_details).toBe('pre-authentication: 0');
});

test('values of Windows for nothing tell nothing', () => {
  for (const value of ['', '-', 'N/A', ' n/a ']) expect(writeTicketDetails(() => value)).toBeNull();
});

test('no value of a field can pretend to be another field, or grow without bounds', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (value) => {
      const text = writeTicketDetails((name) => (name === 'ServiceAvailableKeys' ? value : null));
      expect((text ?? '').length).toBeLessThan(250);
      expect(text?.isWellFormed() ?? true).toBe(true);
      const { preAuth, offered, account } = readTicketDetails(text);
      expect([preAuth, offered, account]).toEqual([null, [], { allowed: null, keys: [] }]);
    }),
  );
  fc.assert(fc.property(fc.string(), (text) => void readTicketDetails(text)));
});

test('ciphers', () => {
  expect(['0x17', '0x00000018', '0x12', '0x0', null].map(isRc4)).toEqual([true, true, false, false, false]);
  expect(['AES-SHA1', 'AES256-CTS-HMAC-SHA1-96', 'RC4', 'RC4-HMAC-NT'].map(isAes)).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect([0x27, 0x4, 0x18, 0x1c, 0x8].map(allowsAes)).toEqual([false, false, true, true, true]);
});
