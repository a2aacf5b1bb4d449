import { randomInt } from 'node:crypto';
import { expect, test } from 'vitest';
import { RowSum } from './rowSum.ts';

const signature = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1');
const trailer = Buffer.from([0xff, 0xff]);

/** A row in the binary format of COPY. */
function row(...fields: readonly (string | null)[]): Buffer {
  const count = Buffer.alloc(2);
  count.writeInt16BE(fields.length);
  const parts = fields.map((field) => {
    const length = Buffer.alloc(4);
    length.writeInt32BE(field === null ? -1 : Buffer.byteLength(field));
    return Buffer.concat([length, Buffer.from(field ?? '')]);
  });
  return Buffer.concat([count, ...parts]);
}

const rows = [row('a', null), row('', ''), row('x'.repeat(700), 'y'), row(null, null), row('a', null)];

function sumOf(copied: readonly Buffer[], cut: (bytes: Buffer) => Buffer[] = (bytes) => [bytes]) {
  const sum = new RowSum();
  for (const piece of cut(Buffer.concat([signature, ...copied, trailer]))) sum.add(piece);
  return sum.sum;
}

test('rows are counted, and their order does not matter', () => {
  expect(sumOf(rows)).toEqual(sumOf(rows.toReversed()));
  expect(sumOf(rows).rows).toBe(5);
  expect(sumOf([]).rows).toBe(0);
});

test.each(rows.map((_, index) => index))('without row %i the sum differs', (index) => {
  expect(sumOf(rows.toSpliced(index, 1)).checksum).not.toBe(sumOf(rows).checksum);
});

test('fields split at another place are another row', () => {
  expect(sumOf([row('ab', 'c')]).checksum).not.toBe(sumOf([row('a', 'bc')]).checksum);
});

test('the chunk boundaries do not matter', () => {
  const whole = sumOf(rows);
  const bytes = (all: Buffer) => Array.from(all, (_, at) => all.subarray(at, at + 1));
  expect(sumOf(rows, bytes)).toEqual(whole);
  for (let round = 0; round < 200; round++) {
    const cuts = (all: Buffer) => {
      const at = randomInt(all.length);
      const next = at + randomInt(all.length - at);
      return [all.subarray(0, at), all.subarray(at, next), all.subarray(next)];
    };
    expect(sumOf(rows, cuts)).toEqual(whole);
  }
});

test('a table in two COPYs is the same as in one', () => {
  const sum = new RowSum();
  for (const part of [rows.slice(0, 2), rows.slice(2)]) {
    sum.begin();
    sum.add(Buffer.concat([signature, ...part, trailer]));
  }
  expect(sum.sum).toEqual(sumOf(rows));
});
