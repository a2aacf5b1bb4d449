import { ORPCError } from '@orpc/client';
import { expect, test } from 'vitest';
import { changeEach } from './changeEach.ts';

test('changes one case after the other, and goes on where one is refused', async () => {
  const requested: number[] = [];
  const outcome = await changeEach([3, 4, 5], async (number) => {
    requested.push(number);
    if (number === 4) throw new ORPCError('case_state', { status: 409, message: 'This case is closed.' });
  });
  expect(requested).toEqual([3, 4, 5]);
  expect(outcome).toEqual({ done: [3, 5], failed: [{ number: 4, message: 'This case is closed.' }] });
});

test('does not try the rest once the server cannot be reached', async () => {
  const requested: number[] = [];
  const outcome = await changeEach([3, 4], async (number) => {
    requested.push(number);
    throw new TypeError('Failed to fetch');
  });
  expect(requested).toEqual([3]);
  expect(outcome.done).toEqual([]);
  expect(outcome.failed.map(({ number }) => number)).toEqual([3, 4]);
});
