import { createHash } from 'node:crypto';
import { limits } from '@scout/contract/limits';
import { expect, test } from 'vitest';
import { lengthOf, rotatingSeeds } from '../../../../scripts/testLength.mjs';
import { DirectoryProblem } from '../problems.ts';
import { keytabOf } from '../testing/keytab.ts';
import { credentialIn } from './keytab.ts';

const ACCOUNT = 'scout-reader@CORP.EXAMPLE';
const [newest, shorter, older] = [Buffer.alloc(32, 1), Buffer.alloc(16, 2), Buffer.alloc(32, 3)];
const many = [
  { version: 300, type: 17, key: shorter },
  { version: 299, key: older },
  { version: 300, key: newest },
  { version: 301, type: 23, key: Buffer.alloc(16) },
  { account: 'HTTP/web.corp.example@CORP.EXAMPLE', key: Buffer.alloc(32, 9) },
];

test('the newest AES keys of the account are taken, the strongest first', () => {
  expect(credentialIn(keytabOf(many), 'Scout-Reader@corp.example')).toEqual({
    realm: 'CORP.EXAMPLE',
    name: ['scout-reader'],
    version: 300,
    keys: [
      { type: 18, key: newest.toString('base64') },
      { type: 17, key: shorter.toString('base64') },
    ],
  });
  expect(credentialIn(keytabOf(many), 'http/WEB.corp.example@corp.example').name).toEqual([
    'HTTP',
    'web.corp.example',
  ]);
});

test('entries that were deleted are passed over', () => {
  const hole = Buffer.alloc(4 + 20, 0xee);
  hole.writeInt32BE(-20);
  const bytes = keytabOf(many);
  expect(credentialIn(Buffer.concat([bytes, hole]), ACCOUNT).version).toBe(300);
});

test.each([
  ['another account', keytabOf([{ account: 'other@CORP.EXAMPLE' }]), 'no key of this account'],
  ['RC4 alone', keytabOf([{ type: 23, key: Buffer.alloc(16) }]), 'no AES key of this account'],
  ['a key of another size', keytabOf([{ key: Buffer.alloc(31) }]), 'no AES key of this account'],
  ['another version', Buffer.from('0501', 'hex'), 'not a keytab'],
  ['nothing', Buffer.alloc(0), 'not a keytab'],
  ['a size beyond its end', Buffer.from('05027fffffff00', 'hex'), 'not a keytab'],
  ['the least size', Buffer.from('050280000000', 'hex'), 'not a keytab'],
  [
    'too many keys',
    keytabOf(Array.from({ length: limits.directories.keytabEntries + 1 }, () => ({ key: Buffer.alloc(1) }))),
    'at most 200 keys',
  ],
  ['too many bytes', Buffer.alloc(limits.directories.keytabMax + 1), 'at most 16 KiB'],
])('a keytab with %s is refused with a reason', (_case, bytes, reason) => {
  expect(() => credentialIn(bytes, ACCOUNT)).toThrow(DirectoryProblem);
  expect(() => credentialIn(bytes, ACCOUNT)).toThrow(reason);
});

/** Runs it, and accepts problems alone. */
function attempt(bytes: Buffer): void {
  try {
    credentialIn(bytes, ACCOUNT);
  } catch (error) {
    expect(error).toBeInstanceOf(DirectoryProblem);
  }
}

test('a keytab that is cut off anywhere is refused or read up to there', () => {
  const bytes = keytabOf(many);
  for (let size = 0; size < bytes.length; size += 1) attempt(bytes.subarray(0, size));
});

test.each(rotatingSeeds(lengthOf(2, 20)))('changed keytabs end with a sentence, seed %i', (seed) => {
  const bytes = keytabOf(many);
  for (let index = 0; index < lengthOf(2_000, 50_000); index += 1) {
    const random = createHash('shake256', { outputLength: 12 }).update(`${seed}:${index}`).digest();
    const changed = Buffer.from(bytes);
    for (let n = 0; n < 1 + (random[8]! & 3); n += 1)
      changed[random.readUInt16BE(2 * n) % bytes.length] = random[9 + (n % 3)]!;
    attempt(changed);
  }
});
