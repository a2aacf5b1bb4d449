import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { tableFile, tableTsv } from './table.ts';

const table = {
  headings: ['Time', 'Service Account', 'Count'],
  rows: [
    ['2026-11-21T10:00:00.000Z', 'svc.billing', 12],
    [null, "=cmd|' /C calc'!A0", -3],
    ['x', 'a\tb\n"c", d', 0],
    ['y', '@SUM(A1)', 1],
  ],
};

describe('an exported table', () => {
  it('is CSV that spreadsheets open, with no formula in it', () => {
    const { text, mediaType } = tableFile('csv', table);
    expect(mediaType).toBe('text/csv; charset=utf-8');
    expect(text.startsWith('\ufeff')).toBe(true);
    expect(Papa.parse(text.slice(1).trimEnd(), { newline: '\r\n' }).data).toEqual([
      ['Time', 'Service Account', 'Count'],
      ['2026-11-21T10:00:00.000Z', 'svc.billing', '12'],
      ['', "'=cmd|' /C calc'!A0", '-3'],
      ['x', 'a\tb\n"c", d', '0'],
      ['y', "'@SUM(A1)", '1'],
    ]);
  });

  it('is one JSON object per line, in the order of its columns', () => {
    const lines = tableFile('txt', table).text.trimEnd().split('\n');
    expect(lines[0]).toBe('{"Time":"2026-11-21T10:00:00.000Z","Service Account":"svc.billing","Count":12}');
    expect(lines.map((line) => JSON.parse(line)['Service Account'])).toEqual(table.rows.map((row) => row[1]));
  });

  it('goes to the clipboard as tab-separated cells, just as safe, with or without headings', () => {
    const text = tableTsv(table);
    expect(Papa.parse(text, { delimiter: '\t', newline: '\n' }).data[2]).toEqual([
      '',
      "'=cmd|' /C calc'!A0",
      '-3',
    ]);
    expect(tableTsv({ headings: [], rows: [['svc.billing', 12]] })).toBe('svc.billing\t12');
  });
});
