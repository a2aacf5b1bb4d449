import { expect, test } from 'vitest';
import { parseRows } from './rows.ts';

test.each([
  [null, []],
  ['', []],
  ['[{"a":1}', []],
  ['{"a":1}', []],
  ['"text"', []],
  ['null', []],
  ['[{"a":1}, null, 2, "x", [], {"b":2}]', [{ a: 1 }, { b: 2 }]],
])('the rows in %j are %j', (text, rows) => {
  expect(parseRows(text)).toEqual(rows);
});
