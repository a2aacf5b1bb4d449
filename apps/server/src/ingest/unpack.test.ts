import { gzipSync } from 'node:zlib';
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
