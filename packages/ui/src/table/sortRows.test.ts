import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Column, SortState } from './columns.ts';
import { nextSort, sortRows } from './sortRows.ts';

interface Row {
  id: number;
  name: string | null;
  count: number | null;
  time: string | null;
}
const columns: Column<Row>[] = [
  { id: 'name', header: 'Name', kind: 'mono', value: (row) => row.name },
  { id: 'count', header: 'Count', kind: 'number', value: (row) => row.count },
  { id: 'time', header: 'Time', kind: 'time', value: (row) => row.time },
  { id: 'action', header: 'Action', kind: 'text', value: (row) => row.name, sortable: false },
];
const row = (id: number, more: Partial<Row>): Row => ({ id, name: null, count: null, time: null, ...more });
const ids = (rows: readonly Row[], column: string, direction: SortState['direction']) =>
  sortRows(columns, rows, { column, direction }).map(({ id }) => id);

describe('row order', () => {
  it.each<[string, string, Row[], number[], number[]]>([
    [
      'words without regard to case, none last',
      'name',
      [row(1, { name: 'svc.b' }), row(2, { name: '' }), row(3, { name: 'SVC.A' }), row(4, {})],
      [3, 1, 2, 4],
      [1, 3, 2, 4],
    ],
    [
      'numbers by their size, zero before none',
      'count',
      [row(1, { count: 10 }), row(2, {}), row(3, { count: 9 }), row(4, { count: 0 })],
      [4, 3, 1, 2],
      [1, 3, 4, 2],
    ],
    [
      'moments, also from different offsets',
      'time',
      [
        row(1, { time: '2026-11-21T03:00:00+01:00' }),
        row(2, { time: '2026-11-21T02:30:00Z' }),
        row(3, {}),
        row(4, { time: 'not a time' }),
      ],
      [1, 2, 3, 4],
      [2, 1, 3, 4],
    ],
    ['a column without an order', 'action', [row(1, { name: 'b' }), row(2, { name: 'a' })], [1, 2], [1, 2]],
    ['a column that is not there', 'gone', [row(1, { name: 'b' }), row(2, { name: 'a' })], [1, 2], [1, 2]],
  ])('%s', (_, column, rows, up, down) => {
    expect([ids(rows, column, 'ascending'), ids(rows, column, 'descending')]).toEqual([up, down]);
  });

  it('is unchanged without a sort', () => {
    const rows = [row(1, { name: 'b' }), row(2, { name: 'a' })];
    expect(sortRows(columns, rows, null)).toBe(rows);
  });

  it('is stable, keeps every row, and puts rows without a value last', () => {
    const list = fc
      .array(fc.option(fc.integer({ min: -3, max: 3 }), { nil: null }))
      .map((counts) => counts.map((count, id) => row(id, { count })));
    fc.assert(
      fc.property(list, fc.constantFrom('ascending', 'descending'), (rows, direction) => {
        const sorted = sortRows(columns, rows, { column: 'count', direction });
        expect(sorted.map(({ id }) => id).sort((a, b) => a - b)).toEqual(rows.map(({ id }) => id));
        for (const [n, next] of sorted.entries()) {
          const before = sorted[n - 1];
          if (before === undefined) continue;
          if (before.count === next.count) expect(before.id).toBeLessThan(next.id);
          else if (before.count === null || next.count === null) expect(next.count).toBeNull();
          else if (direction === 'ascending') expect(before.count).toBeLessThan(next.count);
          else expect(before.count).toBeGreaterThan(next.count);
        }
      }),
    );
  });
});

describe('a press on a heading', () => {
  const up: SortState = { column: 'name', direction: 'ascending' };
  const down: SortState = { column: 'name', direction: 'descending' };
  it.each<[string, SortState | null, boolean, SortState | null]>([
    ['begins upwards', null, true, up],
    ['of another column begins upwards', { column: 'count', direction: 'descending' }, true, up],
    ['turns the order', up, true, down],
    ['ends it', down, true, null],
    ['begins again in a table that begins in an order', down, false, up],
  ])('%s', (_, sort, removable, next) => expect(nextSort(sort, 'name', removable)).toEqual(next));
});
