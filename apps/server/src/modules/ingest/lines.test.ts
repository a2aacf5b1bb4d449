import { describe, expect, it } from 'vitest';
import { Refusal } from '../../platform/http/refusal.ts';
import { linesOf } from './lines.ts';

const limits = { lineBytes: 20, lines: 5 };
const read = (body: Buffer | string) => [...linesOf(Buffer.from(body), limits)];

describe('linesOf', () => {
  it('numbers lines from 1 and skips blank ones', () => {
    expect(read('a\n\n  \r\nb\n')).toEqual([
      { line: 1, text: 'a' },
      { line: 4, text: 'b' },
    ]);
  });

  it('accepts a last line without newline, and nothing from an empty body', () => {
    expect(read('a\nb')).toEqual([
      { line: 1, text: 'a' },
      { line: 2, text: 'b' },
    ]);
    expect(read('')).toEqual([]);
  });

  it('drops a leading byte order mark', () => {
    expect(read('\ufeffa')).toEqual([{ line: 1, text: 'a' }]);
  });

  it('rejects bytes that are not UTF-8 and keeps the lines around them', () => {
    const body = Buffer.concat([Buffer.from('é\n'), Buffer.from([0x61, 0xe9, 0x0a]), Buffer.from('ü')]);
    expect(read(body)).toEqual([
      { line: 1, text: 'é' },
      expect.objectContaining({ line: 2, code: 'not_utf8' }),
      { line: 3, text: 'ü' },
    ]);
  });

  it('does not take a character cut at the line end for UTF-8', () => {
    const body = Buffer.concat([Buffer.from([0xe2, 0x82, 0x0a]), Buffer.from('€')]);
    expect(read(body)).toEqual([
      expect.objectContaining({ line: 1, code: 'not_utf8' }),
      { line: 2, text: '€' },
    ]);
  });

  it('counts a line in bytes: the limit itself passes, one more does not', () => {
    expect(read(`${'é'.repeat(10)}\n${'é'.repeat(10)}x\n${'x'.repeat(21)}`)).toEqual([
      { line: 1, text: 'é'.repeat(10) },
      expect.objectContaining({ line: 2, code: 'line_too_long' }),
      expect.objectContaining({ line: 3, code: 'line_too_long' }),
    ]);
  });

  it('refuses the body beyond its number of lines, including blank ones', () => {
    expect(read('1\n2\n3\n4\n5\n')).toHaveLength(5);
    expect(() => read('1\n2\n3\n4\n5\n6')).toThrow(Refusal);
    expect(() => read('\n\n\n\n\n6')).toThrow('A batch holds at most 5 lines.');
  });
});
