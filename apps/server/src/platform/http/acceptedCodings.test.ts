import { expect, test } from 'vitest';
import { acceptedCodings } from './acceptedCodings.ts';

test.each([
  [undefined, []],
  ['', ['']],
  ['zstd, identity', ['zstd', 'identity']],
  ['GZIP;q=1.0 , br ; q=0.5', ['gzip', 'br']],
  ['zstd;q=0, br; q=0.0, gzip;q=0.', []],
  ['zstd;q=0.001', ['zstd']],
  [
    ['gzip', 'br'],
    ['gzip', 'br'],
  ],
])('of %j are %j', (header, codings) => {
  expect([...acceptedCodings(header)].filter(Boolean)).toEqual(codings.filter(Boolean));
});
