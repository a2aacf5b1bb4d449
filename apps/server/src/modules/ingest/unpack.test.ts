import { buffer } from 'node:stream/consumers';
import { constants, createZstdCompress, gzipSync, zstdCompressSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { createUnpacker } from './unpack.ts';

const unpacker = createUnpacker();
const { unpack } = unpacker;
afterAll(() => unpacker[Symbol.asyncDispose]());

const text = Buffer.from('{"a":1}\n'.repeat(1000));
const packed = gzipSync(text);

describe('unpack', () => {
  it('returns what was packed, and a plain body unchanged', async () => {
    expect(await unpack(packed, 'gzip', text.length)).toEqual(text);
    expect(await unpack(text, 'identity', 1)).toBe(text);
  });

  it('returns large output unchanged, also when the body declares less or more', async () => {
    const large = Buffer.from('{"a":1}\n'.repeat(400_000));
    for (const tail of ['', '{"b":2}\n', large.toString()]) {
      const body = Buffer.concat([gzipSync(large), gzipSync(tail)]);
      expect((await unpack(body, 'gzip', 32e6)).equals(Buffer.concat([large, Buffer.from(tail)]))).toBe(true);
    }
    await expect(unpack(gzipSync(large).subarray(0, -9), 'gzip', 32e6)).rejects.toMatchObject({
      code: 'truncated_body',
    });
  });

  it('reads all members of a gzip body', async () => {
    expect(await unpack(Buffer.concat([packed, packed]), 'gzip', 1e6)).toEqual(Buffer.concat([text, text]));
  });

  it('stops one byte over the limit', async () => {
    await expect(unpack(packed, 'gzip', text.length - 1)).rejects.toMatchObject({ code: 'body_too_large' });
  });

  it('stops a decompression bomb at the limit, long before its end', async () => {
    const bomb = Buffer.concat(Array(16).fill(gzipSync(Buffer.alloc(16 * 1024 * 1024), { level: 9 })));
    expect(bomb.length).toBeLessThan(300_000);
    const before = process.memoryUsage().arrayBuffers;
    for (const limit of [1024 * 1024, 32 * 1024 * 1024]) {
      // The second one hides its length behind an empty member.
      for (const body of [bomb, Buffer.concat([bomb, gzipSync('')])]) {
        await expect(unpack(body, 'gzip', limit)).rejects.toMatchObject({ code: 'body_too_large' });
      }
    }
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(16 * 1024 * 1024);
  });

  it.each([
    ['nothing at all', Buffer.alloc(0)],
    ['half of a header', packed.subarray(0, 5)],
    ['a cut body', packed.subarray(0, packed.length >> 1)],
    ['a missing checksum', packed.subarray(0, packed.length - 3)],
  ])('reports %s as truncated', async (_what, body) => {
    await expect(unpack(body, 'gzip', 1e6)).rejects.toMatchObject({ code: 'truncated_body' });
  });

  it.each([
    ['plain text', text],
    ['a wrong checksum', Buffer.from(packed).fill(0xff, packed.length - 8, packed.length - 4)],
    ['bytes after the end', Buffer.concat([packed, Buffer.from('more lines\n')])],
  ])('does not take %s for gzip', async (_what, body) => {
    await expect(unpack(body, 'gzip', 1e6)).rejects.toMatchObject({ code: 'not_gzip' });
  });
});

describe('a zstd body', () => {
  const CHECKED = { params: { [constants.ZSTD_c_checksumFlag]: 1 } };
  const zstd = (content: Buffer | string) => zstdCompressSync(content, CHECKED);
  const packedZstd = zstd(text);
  const code = (body: Buffer, limit = 32e6) =>
    unpack(body, 'zstd', limit).then(
      () => 'unpacked',
      (refusal) => refusal.code,
    );
  const large = Buffer.from('{"a":1}\n'.repeat(400_000));

  it('is unpacked wholly, in every path for its size, with all its frames', async () => {
    const other = Buffer.from('{"b":2}\n'.repeat(20_000));
    for (const content of [text, other, large, Buffer.concat([large, large])])
      expect((await unpack(zstd(content), 'zstd', 32e6)).equals(content)).toBe(true);
    for (const frames of [
      [text, text],
      [text, large],
      [large, text],
    ]) {
      const body = Buffer.concat(frames.map(zstd));
      expect((await unpack(body, 'zstd', 32e6)).equals(Buffer.concat(frames))).toBe(true);
    }
  });

  it('may be a stream that claims no length', async () => {
    const stream = createZstdCompress(CHECKED);
    for (let at = 0; at < large.length; at += 100_000) stream.write(large.subarray(at, at + 100_000));
    stream.end();
    const body = await buffer(stream);
    expect((await unpack(body, 'zstd', 32e6)).equals(large)).toBe(true);
    expect(await code(body.subarray(0, -1))).toBe('truncated_body');
  });

  it('is refused at every cut, also within a further frame', async () => {
    for (let length = 0; length < packedZstd.length; length += 1) {
      expect(await code(packedZstd.subarray(0, length)), `cut to ${length}`).toBe('truncated_body');
    }
    for (let length = 1; length < packedZstd.length; length += 1) {
      const body = Buffer.concat([packedZstd, packedZstd.subarray(0, length)]);
      expect(await code(body), `with ${length} bytes of the next`).toBe('truncated_body');
    }
    expect(await code(zstd(large).subarray(0, -5))).toBe('truncated_body');
    for (const more of ['more lines\n', '\n']) {
      expect(await code(Buffer.concat([zstd(large), Buffer.from(more)]))).toBe('not_gzip');
    }
  });

  it.each([
    ['plain text', () => text],
    ['gzip', () => packed],
    ['bytes after the end', () => Buffer.concat([packedZstd, Buffer.from('more lines\n')])],
    ['a wrong checksum', () => Buffer.from(packedZstd).fill(0xff, packedZstd.length - 4)],
    [
      'a skippable frame, which hides what follows it',
      () => Buffer.concat([packedZstd, skippable, packedZstd]),
    ],
    ['more blocks than any stream of a batch has', () => Buffer.concat([packedZstd, manyBlocks(65_600)])],
  ])('is not taken from %s', async (_what, body) => {
    expect(await code(body())).toBe('not_gzip');
  });

  it('may use a window of 8 MiB, and no larger one', async () => {
    for (const [windowLog, outcome] of [
      [23, 'unpacked'],
      [24, 'not_gzip'],
      [27, 'not_gzip'],
    ] as const) {
      const stream = createZstdCompress({ params: { [constants.ZSTD_c_windowLog]: windowLog } });
      // Written in two, so that the frame claims a window instead of a length.
      stream.write(text);
      stream.end(large);
      expect(await code(await buffer(stream)), `window of 2^${windowLog}`).toBe(outcome);
    }
  });

  it('stops one byte over the limit', async () => {
    expect(await code(packedZstd, text.length - 1)).toBe('body_too_large');
    expect(await code(packedZstd, text.length)).toBe('unpacked');
  });

  it('stops a decompression bomb at the limit, whatever its first frame claims', async () => {
    const bomb = Buffer.concat(Array(64).fill(zstd(Buffer.alloc(16 * 1024 * 1024))));
    expect(bomb.length).toBeLessThan(300_000);
    const before = process.memoryUsage().arrayBuffers;
    for (const limit of [1024 * 1024, 32 * 1024 * 1024]) {
      for (const body of [bomb, Buffer.concat([zstd(''), bomb]), Buffer.concat([packedZstd, bomb])])
        expect(await code(body, limit)).toBe('body_too_large');
    }
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(16 * 1024 * 1024);
  });
});

/** A frame without content, of four bytes that decoders skip. */
const skippable = Buffer.from([0x50, 0x2a, 0x4d, 0x18, 4, 0, 0, 0, 1, 2, 3, 4]);

/** A frame of empty blocks, with a window of 1 KiB. */
const manyBlocks = (count: number): Buffer =>
  Buffer.concat([
    Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0, 0]),
    Buffer.alloc(3 * (count - 1)),
    Buffer.from([1, 0, 0]),
  ]);
