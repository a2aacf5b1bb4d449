import { gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { lineOf, linesOf } from './lineOf.ts';

const LIMITS = { decompressedBytes: 1_000_000, lineBytes: 100_000 };
const lines = Array.from(
  { length: 2_000 },
  (_, index) => `{"n":${index},"text":"ä${'x'.repeat(index % 90)}"}`,
);

describe.each([
  ['gzip', (text: string) => gzipSync(text)],
  ['zstd', (text: string) => zstdCompressSync(text)],
  ['identity', (text: string) => Buffer.from(text)],
] as const)('a line of a %s body', (encoding, pack) => {
  it('is the one with its number, wherever it lies', async () => {
    const body = pack(`${lines.join('\n')}\n`);
    for (const index of [0, 1, 777, 1_999]) {
      expect(await lineOf(body, encoding, index, LIMITS)).toBe(lines[index]);
    }
  });

  it('and others are found in one pass, in any order; those that it lacks are missing', async () => {
    const body = pack(`${lines.join('\n')}\n`);
    const found = await linesOf(body, encoding, [1_999, 3, 2_000, 4, 3], LIMITS);
    expect([...found]).toEqual([3, 4, 1_999].map((index) => [index, lines[index]]));
  });

  it('needs no newline at its end, and excludes a byte order mark', async () => {
    expect(await lineOf(pack('\ufeff{"a":1}'), encoding, 0, LIMITS)).toBe('{"a":1}');
  });

  it('is null if it does not exist', async () => {
    const body = pack('{"a":1}\n\n{"b":2}\n');
    expect(await lineOf(body, encoding, 1, LIMITS)).toBeNull();
    expect(await lineOf(body, encoding, 2, LIMITS)).toBe('{"b":2}');
    expect(await lineOf(body, encoding, 3, LIMITS)).toBeNull();
  });

  it('is null if it is too long', async () => {
    const limits = { ...LIMITS, lineBytes: 20 };
    expect(await lineOf(pack(`${'x'.repeat(21)}\n{"b":2}\n`), encoding, 0, limits)).toBeNull();
    expect(await lineOf(pack(`${'x'.repeat(21)}\n{"b":2}\n`), encoding, 1, limits)).toBe('{"b":2}');
  });
});

it('stops unpacking at the limit: a decompression bomb costs no more than a batch', async () => {
  const content = Buffer.alloc(50_000_000, 'x');
  const limits = { decompressedBytes: 100_000, lineBytes: 100_000_000 };
  expect(await lineOf(gzipSync(content), 'gzip', 3, limits)).toBeNull();
  expect(await lineOf(zstdCompressSync(content), 'zstd', 3, limits)).toBeNull();
});

it('a damaged body has no lines', async () => {
  expect(await lineOf(Buffer.from('not gzip'), 'gzip', 0, LIMITS)).toBeNull();
  const cut = gzipSync(lines.join('\n')).subarray(0, 200);
  expect(await lineOf(cut, 'gzip', 1_999, LIMITS)).toBeNull();
  expect(await lineOf(Buffer.from('not zstd'), 'zstd', 0, LIMITS)).toBeNull();
  const cutZstd = zstdCompressSync(lines.join('\n')).subarray(0, 200);
  expect(await lineOf(cutZstd, 'zstd', 1_999, LIMITS)).toBeNull();
});
