import { randomBytes } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { bom, cksum } from './bom.ts';
import { directory, file, link } from './entry.ts';
import { fatBinary } from './fatBinary.ts';
import { deflatePiece, GzipMember } from './gzip.ts';
import { type Part, read, slice, totalOf } from './part.ts';
import { tarHeader } from './tar.ts';

const join = (parts: readonly Part[]) => Buffer.concat(parts as Uint8Array[]);

describe('a gzip member of pieces', () => {
  it('is one member, however it was put together, and can be continued later', async () => {
    const [a, b, c] = [randomBytes(70_000), Buffer.from('between'), Buffer.alloc(100_000, 'x')];
    const first = new GzipMember();
    await first.add(b);
    first.addDeflated(a, await deflatePiece(a));
    const later = new GzipMember(first.state);
    await later.add(c);
    later.end();
    expect(gunzipSync(join([...first.parts, ...later.parts])).equals(Buffer.concat([b, a, c]))).toBe(true);
    first.end();
    expect(gunzipSync(join(first.parts)).equals(Buffer.concat([b, a]))).toBe(true);
  });
});

describe('parts', () => {
  const parts = [Buffer.from('abc'), Buffer.from(''), Buffer.from('defgh')];
  it.each([
    [0, 8, 'abcdefgh'],
    [1, 4, 'bcd'],
    [3, 3, ''],
    [7, 99, 'h'],
  ])('from %i to %i', async (from, to, expected) => {
    const taken = slice(parts, from, to);
    let text = '';
    for await (const chunk of read(taken)) text += Buffer.from(chunk).toString();
    expect([text, totalOf(taken)]).toEqual([expected, expected.length]);
  });

  it('of files stay parts of files', () => {
    expect(slice([Buffer.from('ab'), { path: '/x', offset: 10, length: 5 }], 3, 6)).toEqual([
      { path: '/x', offset: 11, length: 3 },
    ]);
  });
});

it('a tar header refuses a name that it cannot hold', () => {
  expect(() => tarHeader(directory(`/${'x'.repeat(100)}`), '.', 0)).toThrow(/too long/);
});

it('slices of a universal binary are page-aligned', () => {
  const [head, gap] = fatBinary([
    { arch: 'x64', bytes: 20_000 },
    { arch: 'arm64', bytes: 100 },
  ]);
  expect(head).toHaveLength(16_384);
  expect(head!.readUInt32BE(8 + 20 + 8)).toBe(16_384 * 3);
  expect(head!.length + 20_000 + gap!.length).toBe(16_384 * 3);
});

describe('a bill of materials', () => {
  it('has the checksums of POSIX cksum', () => {
    expect([cksum(Buffer.from('')), cksum(Buffer.from('123456789'))]).toEqual([4294967295, 930766865]);
  });

  it('names every path under its folder', () => {
    const entries = [directory('/'), directory('/opt'), file('/opt/a', 0o755, 'x'), link('/opt/b', 'a')];
    const bytes = bom(entries, 0);
    expect(bytes.toString('latin1', 0, 8)).toBe('BOMStore');
    const [indexAt, indexLength] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
    expect(indexAt + indexLength).toBe(bytes.length);
    for (const name of ['Paths', 'BomInfo', 'HLIndex', 'VIndex', 'Size64'])
      expect(bytes.includes(name)).toBe(true);
    expect(() => bom([directory('/'), file('/opt/a', 0o755, 'x')], 0)).toThrow(/before its folder/);
  });
});
