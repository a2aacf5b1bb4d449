import { describe, expect, it } from 'vitest';
import { type Column, foldedLines } from './columns.ts';

const column = (id: string, whole?: 1 | 2): Column<string> => ({
  id,
  header: id,
  kind: 'text',
  value: (row) => row,
  ...(whole && { whole }),
});

describe('the lines of a folded row', () => {
  it.each([
    ['two columns a line', [column('a'), column('b'), column('c')], 2],
    ['a sentence beginning a line of its own', [column('a'), column('b', 1), column('c')], 3],
    ['a sentence of two lines at the end', [column('a'), column('b'), column('c', 2)], 3],
    ['a half line left before a sentence', [column('a'), column('b'), column('c'), column('d', 2)], 4],
  ])('%s', (_, columns, lines) => expect(foldedLines(columns)).toBe(lines));
});
