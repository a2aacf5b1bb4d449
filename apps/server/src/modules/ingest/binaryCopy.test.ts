import { describe, expect, it } from 'vitest';
import { BinaryCopy, rowPrefix } from './binaryCopy.ts';

const header = Buffer.from('5047434f50590aff0d0a000000000000000000', 'hex');
const trailer = Buffer.from('ffff', 'hex');

/** The bytes between header and trailer, in hexadecimal. */
function written(write: (copy: BinaryCopy) => void, initialBytes = 64): string {
  const copy = new BinaryCopy(initialBytes);
  write(copy);
  const bytes = copy.end();
  expect(bytes.subarray(0, header.length)).toEqual(header);
  expect(bytes.subarray(-2)).toEqual(trailer);
  return bytes.subarray(header.length, -2).toString('hex');
}

describe('BinaryCopy', () => {
  it('begins a row with its number of fields and the uuids of its batch', () => {
    const uuid = '0198c0de-0000-7000-8000-00000000000a';
    const hex = `00000010${uuid.replaceAll('-', '')}`;
    expect(written((copy) => copy.written(rowPrefix(24, [uuid, uuid])))).toBe(`0018${hex}${hex}`);
  });

  it('writes null as length -1', () => {
    expect(written((copy) => copy.null())).toBe('ffffffff');
    expect(written((copy) => copy.text(null))).toBe('ffffffff');
  });

  it.each([
    [0, '00000000'],
    [1, '00000001'],
    [-1, 'ffffffff'],
    [2_147_483_647, '7fffffff'],
  ])('writes the integer %i', (value, hex) => {
    expect(written((copy) => copy.int4(value))).toBe(`00000004${hex}`);
  });

  it.each([
    ['0', '0000000000000000'],
    ['3000000000', '00000000b2d05e00'],
    ['999999999999999', '00038d7ea4c67fff'],
    ['1000000000000000', '00038d7ea4c68000'],
    ['9223372036854775807', '7fffffffffffffff'],
  ])('writes the bigint %s', (value, hex) => {
    expect(written((copy) => copy.int8(value))).toBe(`00000008${hex}`);
  });

  it.each([
    ['2000-01-01T00:00:00.000Z', 0n],
    ['2026-11-21T08:51:04.851Z', 848_566_264_851_000n],
    ['2099-12-31T23:59:59.999Z', 3_155_759_999_999_000n],
  ])('writes %s as microseconds since 2000', (time, micros) => {
    const hex = micros.toString(16).padStart(16, '0');
    expect(written((copy) => copy.timestamp(Date.parse(time)))).toBe(`00000008${hex}`);
  });

  it.each([
    ['', ''],
    ['svc.billing', Buffer.from('svc.billing').toString('hex')],
    ['Zürich', Buffer.from('Zürich').toString('hex')],
    ['a\\b\tc\nd', Buffer.from('a\\b\tc\nd').toString('hex')],
    ['😀'.repeat(40), Buffer.from('😀'.repeat(40)).toString('hex')],
    ['\ud800', 'efbfbd'],
  ])('writes the text %j with its length in bytes', (text, hex) => {
    const length = (hex.length / 2).toString(16).padStart(8, '0');
    expect(written((copy) => copy.text(text))).toBe(length + hex);
  });

  it('writes a text array with its dimension, and an empty one without', () => {
    const elements = '0000000161' + '00000002c3a9';
    expect(written((copy) => copy.textArray(['a', 'é']))).toBe(
      `0000001f${'00000001'}${'00000000'}${'00000019'}${'00000002'}${'00000001'}${elements}`,
    );
    expect(written((copy) => copy.textArray([]))).toBe('0000000c000000000000000000000019');
  });

  it('grows as needed', () => {
    const long = 'x'.repeat(100_000);
    const hex = written((copy) => {
      copy.written(rowPrefix(2, []));
      copy.text(long);
      copy.text('end');
    }, 32);
    expect(hex).toBe(`0002000186a0${Buffer.from(long).toString('hex')}00000003656e64`);
  });
});
