import { setTimeout as pause } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { scheduleRounds } from './rounds.ts';
import { scheduleSteps } from './steps.ts';

it('rounds follow each other, also after a failed one, and end with the current one', async () => {
  const onError = vi.fn<(error: unknown) => void>();
  let rounds = 0;
  let ended = 0;
  const job = scheduleRounds({
    everyMs: 1,
    async round() {
      rounds += 1;
      if (rounds === 1) throw new Error('of the first round');
      await pause(5);
      ended += 1;
    },
    onError,
  });
  await vi.waitFor(() => expect(rounds).toBeGreaterThan(2));
  await job.stop();
  expect(ended).toBe(rounds - 1);
  expect(onError).toHaveBeenCalledExactlyOnceWith(new Error('of the first round'));
  const before = rounds;
  await pause(20);
  expect(rounds).toBe(before);
});

it('a stop ends the wait for the next round, and the error of an interrupted one is not reported', async () => {
  const onError = vi.fn<(error: unknown) => void>();
  const job = scheduleRounds({
    everyMs: 3_600_000,
    round: (signal) => pause(3_600_000, undefined, { signal }),
    onError,
  });
  await job.stop();
  expect(onError).not.toHaveBeenCalled();
});

it('steps are given to each organization in turn until nothing is left, and one that fails blocks no other', async () => {
  const steps: string[] = [];
  const failed: (string | undefined)[] = [];
  const left = new Map([
    ['a', 2],
    ['b', 1],
    ['broken', 1],
  ]);
  const job = scheduleSteps({
    everyMs: 3_600_000,
    waiting: async () => [...left.keys()],
    async step(tenantId) {
      if (tenantId === 'broken') throw new Error('of its step');
      steps.push(tenantId);
      left.set(tenantId, left.get(tenantId)! - 1);
      return left.get(tenantId) === 0 ? 'done' : 'more';
    },
    onError: (_error, tenantId) => failed.push(tenantId),
  });
  await vi.waitFor(() => expect(steps).toHaveLength(3));
  await job.stop();
  expect(steps).toEqual(['a', 'b', 'a']);
  expect(failed).toEqual(['broken']);
});
