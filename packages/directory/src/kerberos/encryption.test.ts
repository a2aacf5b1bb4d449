import { pbkdf2Sync } from 'node:crypto';
import { expect, test } from 'vitest';
import { UnreadableError } from './der.ts';
import {
  checksum,
  decrypt,
  decryptBlocks,
  deriveKey,
  encrypt,
  encryptBlocks,
  fold,
  type Key,
} from './encryption.ts';

const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex');

test.each([
  ['012345', 8, 'be072631276b1955'],
  ['password', 7, '78a07b6caf85fa'],
  ['Rough Consensus, and Running Code', 8, 'bb6ed30870b7f0e0'],
  ['password', 21, '59e4a8ca7c0385c3c37b3f6d2000247cb6e6bd5b3e'],
  ['MASSACHVSETTS INSTITVTE OF TECHNOLOGY', 24, 'db3b0d8f0b061e603282b308a50841229ad798fab9540c1b'],
  ['Q', 21, '518a54a215a8452a518a54a215a8452a518a54a215'],
  ['ba', 21, 'fb25d531ae8974499f52fd92ea9857c4ba24cf297e'],
  ['kerberos', 8, '6b65726265726f73'],
  ['kerberos', 16, '6b65726265726f737b9b5b2b93132b93'],
  ['kerberos', 32, '6b65726265726f737b9b5b2b93132b935c9bdcdad95c9899c4cae4dee6d6cae4'],
] as const)('%s is folded to %i bytes as RFC 3961, A.1 has it', (text, size, expected) => {
  expect(fold(Buffer.from(text), size).toString('hex')).toBe(expected);
});

test.each([
  [1, 16, '42263c6e89f4fc28b8df68ee09799f15'],
  [1, 32, 'fe697b52bc0d3ce14432ba036a92e65bbb52280990a2fa27883998d72af30161'],
  [1200, 16, '4c01cd46d632d01e6dbe230a01ed642a'],
  [1200, 32, '55a6ac740ad17b4846941051e1e8b0a7548d93b0ab30a8bc3ff16280382b8c2a'],
] as const)(
  'a password with %i rounds gives the key of %i bytes of RFC 3962, B',
  (rounds, size, expected) => {
    const secret = pbkdf2Sync('password', 'ATHENA.MIT.EDUraeburn', rounds, size, 'sha1');
    expect(deriveKey(secret, Buffer.from('kerberos')).toString('hex')).toBe(expected);
  },
);

const TEXT = "I would like the General Gau's Chicken, please, and wonton soup.";
test.each([
  [17, 'c6353568f2bf8cb4d8a580362da7ff7f 97'],
  [31, 'fc00783e0efdb2c1d445d4c8eff7ed22 97687268d6ecccc0c07b25e25ecfe5'],
  [32, '39312523a78662d5be7fcbcc98ebf5a8 97687268d6ecccc0c07b25e25ecfe584'],
  [47, '97687268d6ecccc0c07b25e25ecfe584 b3fffd940c16a18c1b5549d2f838029e 39312523a78662d5be7fcbcc98ebf5'],
  [48, '97687268d6ecccc0c07b25e25ecfe584 9dad8bbb96c4cdc03bc103e1a194bbd8 39312523a78662d5be7fcbcc98ebf5a8'],
  [
    64,
    '97687268d6ecccc0c07b25e25ecfe584 39312523a78662d5be7fcbcc98ebf5a8 4807efe836ee89a526730dbc2f7bc840 9dad8bbb96c4cdc03bc103e1a194bbd8',
  ],
] as const)('%i bytes are encrypted and decrypted as RFC 3962, B has it', (size, expected) => {
  const key = Buffer.from('chicken teriyaki');
  const text = Buffer.from(TEXT.slice(0, size));
  expect(encryptBlocks(key, text)).toEqual(hex(expected));
  expect(decryptBlocks(key, hex(expected))).toEqual(text);
});

const keys: readonly Key[] = [
  { type: 17, bytes: hex('42263c6e89f4fc28b8df68ee09799f15') },
  { type: 18, bytes: hex('fe697b52bc0d3ce14432ba036a92e65bbb52280990a2fa27883998d72af30161') },
];

test('keys of a purpose are those of OpenSSL', () => {
  expect(deriveKey(keys[0]!.bytes, hex('0000000299'))).toEqual(hex('34280a382bc92769b2da2f9ef066854b'));
  expect(deriveKey(keys[0]!.bytes, hex('00000002aa'))).toEqual(hex('5b14fc4e250e14ddf9dccf1af6674f53'));
});

test('a text is decrypted with its key, for its purpose and unchanged alone', () => {
  for (const key of keys)
    for (let size = 0; size < 50; size += 1) {
      const text = Buffer.alloc(size, 'x');
      const bytes = encrypt(key, 3, text);
      expect(decrypt(key, 3, bytes)).toEqual(text);
      expect(() => decrypt(key, 8, bytes)).toThrow(UnreadableError);
      bytes[size % bytes.length]! ^= 1;
      expect(() => decrypt(key, 3, bytes)).toThrow(UnreadableError);
      expect(() => decrypt(key, 3, bytes.subarray(0, size))).toThrow(UnreadableError);
    }
  expect(keys.map((key) => checksum(key, 6, Buffer.from('x')))).toMatchObject([{ type: 15 }, { type: 16 }]);
});
