import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Segment, Segmenter } from './segments.ts';

/** Feeds `bytes` in chunks of the given lengths, repeatedly. */
function feed(segmenter: Segmenter, bytes: Buffer, lengths: readonly number[]): Segment[] {
  const segments: Segment[] = [];
  for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
    const length = lengths[turn % lengths.length] ?? 1;
    // The reader reuses one buffer.
    const chunk = Buffer.from(bytes.subarray(at, at + length));
    for (const { bytes: kept, end } of segmenter.push(chunk)) {
      segments.push({ bytes: kept && Buffer.from(kept), end });
    }
    chunk.fill(0xee);
    at += length;
  }
  return segments;
}

describe('Segmenter', () => {
  it('cuts after each delimiter and counts bytes from where it starts', () => {
    const segmenter = new Segmenter(Buffer.from('\n'), 1, 100, 7);
    expect(feed(segmenter, Buffer.from('ab\n\ncd\nrest'), [100])).toEqual([
      { bytes: Buffer.from('ab\n'), end: 10 },
      { bytes: Buffer.from('\n'), end: 11 },
      { bytes: Buffer.from('cd\n'), end: 14 },
    ]);
    expect(segmenter.rest).toEqual({ bytes: Buffer.from('rest'), overlong: false });
  });

  it('finds the same segments however the bytes arrive', () => {
    const pieces = fc.array(fc.constantFrom('<', '/', 'E', '</E>', 'x', '\u0000', 'é'), { maxLength: 60 });
    const lengths = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(pieces, lengths, fc.integer({ min: 1, max: 12 }), (parts, sizes, limit) => {
        const bytes = Buffer.from(parts.join(''));
        const [whole, cut] = [0, 1].map(() => new Segmenter(Buffer.from('</E>'), 1, limit, 0));
        const atOnce = feed(whole!, bytes, [bytes.length || 1]).map(({ end }) => end);
        const inPieces = feed(cut!, bytes, sizes);
        expect(inPieces.map(({ end }) => end)).toEqual(atOnce);
        let from = 0;
        for (const { bytes: kept, end } of inPieces) {
          // Kept unless it is too long.
          if (kept === null) expect(end - from).toBeGreaterThan(limit);
          else expect(kept).toEqual(bytes.subarray(from, end));
          from = end;
        }
      }),
    );
  });

  it('does not take halves of two UTF-16 characters for a delimiter', () => {
    // U+0A00 U+000A in big endian: 0a 00 00 0a. The bytes 00 0a also occur in the middle of U+1200 U+0A00.
    const segmenter = new Segmenter(Buffer.from([0x00, 0x0a]), 2, 100, 0);
    const bytes = Buffer.from([0x12, 0x00, 0x0a, 0x00, 0x00, 0x0a, 0x12, 0x00]);
    expect(feed(segmenter, bytes, [3])).toEqual([{ bytes: bytes.subarray(0, 6), end: 6 }]);
  });

  it('skips an overlong segment without holding it in memory', () => {
    const segmenter = new Segmenter(Buffer.from('\n'), 1, 1_000, 0);
    const long = Buffer.alloc(1_000_000, 'x');
    let held = 0;
    for (let at = 0; at < long.length; at += 500) {
      expect(segmenter.push(long.subarray(at, at + 500))).toEqual([]);
      held = Math.max(held, segmenter.rest.bytes.length);
    }
    expect(held).toBeLessThanOrEqual(1_500);
    expect(segmenter.rest.overlong).toBe(true);
    expect(segmenter.push(Buffer.from('x\nnext\n'))).toEqual([
      { bytes: null, end: 1_000_002 },
      { bytes: Buffer.from('next\n'), end: 1_000_007 },
    ]);
  });
});
