import { describe, expect, it } from 'vitest';
import { type Column, foldedLines, gridColumns } from './columns.ts';

const column = (id: string, more: Partial<Column<string>> = {}): Column<string> => ({
  id,
  header: id,
  kind: 'text',
  value: (row) => row,
  ...(more as object),
});

describe('the lines of a folded row', () => {
  const [plain, one, two] = [column('a'), column('b', { whole: 1 }), column('c', { whole: 2 })];
  it.each([
    ['two columns a line', [plain, plain, plain], 2, 2],
    ['a sentence that begins a line of its own', [plain, one, plain], 3, 3],
    ['a sentence of two lines at the end', [plain, plain, two], 3, 2],
    ['half a line left empty before a sentence', [plain, plain, plain, two], 4, 3],
    ['a value beside the half that is left', [one, plain, plain, plain], 3, 3],
    ['sentences alone', [one, two, two], 5, 3],
  ])('%s', (_, columns, lines, headings) => {
    expect([foldedLines(columns), foldedLines(columns, 1)]).toEqual([lines, headings]);
  });
});

describe('column widths', () => {
  it.each([
    [
      'those without a width share what is left',
      [column('a', { width: 160 }), column('b'), column('c', { minWidth: 90 })],
      '160px minmax(120px, 1fr) minmax(90px, 1fr)',
    ],
    [
      'no room is left over where all have one',
      [column('a', { width: 160 }), column('b', { width: 80 })],
      'minmax(160px, 160fr) minmax(80px, 80fr)',
    ],
  ])('%s', (_, columns, widths) => expect(gridColumns(columns)).toBe(widths));
});
