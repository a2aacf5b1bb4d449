import { describe, expect, it } from 'vitest';
import { cardsOf } from './cards.ts';
import type { Column } from './columns.ts';

const column = (header: string, more: Partial<Column<string>> = {}): Column<string> => ({
  id: header,
  header,
  kind: 'text',
  value: (row) => row,
  ...(more as object),
});
const short: Partial<Column<string>> = { cell: () => null };
const labels = ['Time', 'Computer'].map((header) => column(header, short));
const four = [...labels, column('Account', short), column('Server', short)];
const at = (width: number | null, columns = four, rows = ['a']) =>
  cardsOf(columns, rows, { width, needed: 800 });

describe('cards', () => {
  it('take the place of rows that do not fit on a phone or a tablet', () => {
    expect([null, 900, 800, 770].map((width) => at(width))).toEqual([null, null, null, null]);
    expect(at(720)).toEqual({ across: 2, lines: 2 });
    expect(at(328)).toEqual({ across: 1, lines: 4 });
    expect(at(328, four.slice(0, 2))).toBeNull();
  });

  it.each([
    ['a label that breaks', [...labels, column('Avg Failed Attempts/Hour', short)], 4],
    ['the longest name, which breaks', [...labels, column('d', { kind: 'mono' })], 4],
    ['the longest text', [...labels, column('d')], 4],
  ])('are as high as %s', (_, columns, lines) => {
    expect(at(328, columns, ['a', 'PROD-LEDGER-SETTLEMENT-CLUSTER-02'])?.lines).toBe(lines);
  });

  it('let a sentence begin a line of its own on a tablet', () => {
    const columns = [...four.slice(0, 3), column('d', { whole: true })];
    expect(at(720, columns)).toEqual({ across: 2, lines: 3 });
    expect(
      at(720, columns, [
        'a sentence that says what happened, to which account, by whom, and on which machine',
      ]),
    ).toEqual({ across: 2, lines: 4 });
  });
});
