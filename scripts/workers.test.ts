import { availableParallelism } from 'node:os';
import { expect, test } from 'vitest';
import { testWorkers } from './workers.mjs';

test.each([
  ['3', 3],
  [undefined, availableParallelism()],
  ['', availableParallelism()],
  ['0', availableParallelism()],
  ['many', availableParallelism()],
])('with SCOUT_TEST_WORKERS %j there are %d workers', (SCOUT_TEST_WORKERS, count) => {
  expect(testWorkers({ SCOUT_TEST_WORKERS })).toBe(count);
});
