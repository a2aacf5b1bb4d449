import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BackupKey, seal, unseal } from './seal.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scout-seal-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function* pieces(...all: readonly Buffer[]) {
  yield* all;
}
const sealed = (plain: Buffer, secret: BackupKey) => buffer(seal(pieces(plain), secret));
let files = 0;
async function opened(bytes: Buffer, secret: BackupKey): Promise<Buffer> {
  const path = join(folder, String(files++));
  await writeFile(path, bytes);
  return buffer(unseal(path, secret));
}

const key = randomBytes(32);
const KIB = 1024;

describe.each([
  ['with a key file', key],
  ['without one', undefined],
])('%s', (_how, secret) => {
  test.each([0, 1, 256 * KIB - 1, 256 * KIB, 256 * KIB + 1, 700 * KIB])(
    '%i bytes are restored',
    async (size) => {
      const plain = randomBytes(size);
      expect((await opened(await sealed(plain, secret), secret)).equals(plain)).toBe(true);
    },
  );

  test('a flipped bit is detected anywhere', async () => {
    const bytes = await sealed(randomBytes(600 * KIB), secret);
    for (const at of [20, 47, 50, 60, 300 * KIB, bytes.length - 1]) {
      const changed = Buffer.from(bytes);
      changed[at]! ^= 1;
      await expect(opened(changed, secret), String(at)).rejects.toThrow(/changed|cut off/);
    }
  });

  test('a missing end is detected, also at a chunk boundary, and so is appended data', async () => {
    const bytes = await sealed(randomBytes(600 * KIB), secret);
    const chunk = 256 * KIB + 20;
    for (const length of [30, 48, 49, 48 + chunk, 48 + 2 * chunk, bytes.length - 1]) {
      await expect(opened(bytes.subarray(0, length), secret), String(length)).rejects.toThrow('is cut off');
    }
    await expect(opened(Buffer.concat([bytes, bytes.subarray(-1)]), secret)).rejects.toThrow('changed');
  });

  test('reordered chunks are detected', async () => {
    const bytes = await sealed(randomBytes(600 * KIB), secret);
    const chunk = 256 * KIB + 20;
    const [head, one, two, rest] = [0, 48, 48 + chunk, 48 + 2 * chunk].map((from, index, all) =>
      bytes.subarray(from, all[index + 1]),
    );
    await expect(opened(Buffer.concat([head!, two!, one!, rest!]), secret)).rejects.toThrow('changed');
  });
});

test('a wrong, missing or extra key, another file and another format are reported in a sentence', async () => {
  const plain = randomBytes(100);
  const encrypted = await sealed(plain, key);
  await expect(opened(encrypted, randomBytes(32))).rejects.toThrow('The key file does not open');
  await expect(opened(encrypted, undefined)).rejects.toThrow('name the key file by --key-file');
  await expect(opened(await sealed(plain, undefined), key)).rejects.toThrow('is not encrypted');
  await expect(opened(Buffer.from('-- a dump of PostgreSQL'), key)).rejects.toThrow('is not a Scout backup');
  encrypted.write('2', 13);
  await expect(opened(encrypted, key)).rejects.toThrow('it is from a newer version');
});
