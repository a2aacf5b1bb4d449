import { describe, expect, it } from 'vitest';
import { BinaryRows, columnsOf, joined, ReadRows, storedBytes, uuidColumns } from './binaryRows.ts';

/** Dimension, no nulls, the parameter's type, rows, first index. */
const header = (rows: number) => `0000000100000000000000000000000${rows}00000001`;

/** The bytes of columns, in hexadecimal. */
const written = (write: (rows: BinaryRows) => void): string => columnsOf(64, write).toString('hex');

const none = Buffer.alloc(0);

/** An array of rows with one text each. */
function textRows(...texts: string[]): Buffer {
  const rows = new BinaryRows(1, 16);
  for (const text of texts) {
    rows.begin(none);
    rows.text(text);
    rows.end();
  }
  return rows.array();
}

function textsOf(array: Buffer): string[] {
  const rows = new ReadRows(array);
  const texts: string[] = [];
  while (rows.next()) texts.push(rows.text());
  return texts;
}

describe('BinaryRows', () => {
  it('writes an array of rows, each with its length, its number of fields and the uuids of its batch', () => {
    const uuid = '0198c0de-0000-7000-8000-00000000000a';
    const hex = `00000b8600000010${uuid.replaceAll('-', '')}`;
    const rows = new BinaryRows(2, 16);
    rows.begin(uuidColumns([uuid]));
    rows.text('a');
    rows.end();
    expect(rows.array().toString('hex')).toBe(`${header(1)}0000002500000002${hex}000000190000000161`);
  });

  it('writes null as length -1', () => {
    expect(written((rows) => rows.int4(null))).toBe('00000017ffffffff');
    expect(written((rows) => rows.int8(null))).toBe('00000014ffffffff');
    expect(written((rows) => rows.text(null))).toBe('00000019ffffffff');
  });

  it.each([
    [0, '00000000'],
    [1, '00000001'],
    [-1, 'ffffffff'],
    [2_147_483_647, '7fffffff'],
  ])('writes the integer %i', (value, hex) => {
    expect(written((rows) => rows.int4(value))).toBe(`0000001700000004${hex}`);
  });

  it.each([
    ['0', '0000000000000000'],
    ['3000000000', '00000000b2d05e00'],
    ['999999999999999', '00038d7ea4c67fff'],
    ['1000000000000000', '00038d7ea4c68000'],
    ['9223372036854775807', '7fffffffffffffff'],
  ])('writes the bigint %s', (value, hex) => {
    expect(written((rows) => rows.int8(value))).toBe(`0000001400000008${hex}`);
  });

  it.each([
    ['2000-01-01T00:00:00.000Z', 0n],
    ['2026-11-21T08:51:04.851Z', 848_566_264_851_000n],
    ['2099-12-31T23:59:59.999Z', 3_155_759_999_999_000n],
  ])('writes %s as microseconds since 2000', (time, micros) => {
    const hex = micros.toString(16).padStart(16, '0');
    expect(written((rows) => rows.timestamp(Date.parse(time)))).toBe(`000004a000000008${hex}`);
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
    expect(written((rows) => rows.text(text))).toBe(`00000019${length}${hex}`);
  });

  it('writes a text array with its dimension, and an empty one without', () => {
    const elements = '0000000161' + '00000002c3a9';
    expect(written((rows) => rows.textArray(['a', 'é']))).toBe(
      `000003f10000001f${'00000001'}${'00000000'}${'00000019'}${'00000002'}${'00000001'}${elements}`,
    );
    expect(written((rows) => rows.textArray([]))).toBe('000003f10000000c000000000000000000000019');
  });

  it('grows as needed', () => {
    const long = 'x'.repeat(100_000);
    expect(textsOf(textRows(long, 'end'))).toEqual([long, 'end']);
  });

  it('counts what a row stores without what names types and lengths of rows', () => {
    const rows = new BinaryRows(1, 16);
    rows.begin(none);
    rows.text('abc');
    rows.end();
    expect(rows.stored).toBe(7);
    expect(storedBytes(rows.array(), 1)).toBe(7);
  });
});

describe('arrays are joined', () => {
  it('into one with the rows of all, and a single one is not copied', () => {
    const one = textRows('a', 'b');
    expect([...joined([one], 1_000)]).toEqual([one]);
    const [both, ...others] = joined([one, textRows(), textRows('c')], 1_000);
    expect(textsOf(both!)).toEqual(['a', 'b', 'c']);
    expect(both!.subarray(0, 20).toString('hex')).toBe(header(3));
    expect(others).toEqual([]);
    expect([...joined([], 1_000)]).toEqual([]);
  });

  it('up to a length, by whole rows, of which a long one is alone', () => {
    const arrays = [textRows('a', 'b', 'x'.repeat(200)), textRows('c', 'd'.repeat(50), 'e')];
    const parts = [...joined(arrays, 100)];
    expect(parts.map(textsOf)).toEqual([['a', 'b'], ['x'.repeat(200)], ['c'], ['d'.repeat(50)], ['e']]);
    for (const part of parts) expect(part.readUInt32BE(12)).toBe(textsOf(part).length);
  });
});
