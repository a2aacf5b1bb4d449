import { describe, expect, it } from 'vitest';
import { type Column, gridColumns } from './columns.ts';

const column = (id: string, more: Partial<Column<string>> = {}): Column<string> => ({
  id,
  header: id,
  kind: 'text',
  value: (row) => row,
  ...(more as object),
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
