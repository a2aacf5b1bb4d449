import { expect, it } from 'vitest';
import { createAvailability } from './availability.ts';

function scene() {
  const writes = { late: false, since: undefined as number | undefined };
  const checks: PromiseWithResolvers<void>[] = [];
  const pool = {
    query: () => {
      const check = Promise.withResolvers<void>();
      checks.push(check);
      return check.promise;
    },
  };
  const state = createAvailability(pool as never, {
    areLate: () => writes.late,
    sinceLast: () => writes.since,
  });
  return { writes, checks, state };
}

it('a database that does not answer is unavailable within the time limit, and asked once at a time', async () => {
  const { checks, state } = scene();
  expect(await Promise.all([state(10), state(20), state(10)])).toEqual(Array(3).fill('unavailable'));
  expect(await state(10)).toBe('unavailable');
  expect(checks).toHaveLength(1);
  checks[0]!.resolve();
  expect(await state(60_000)).toBe('ok');
});

it('a failed check is unavailable', async () => {
  const { checks, state } = scene();
  const result = state(60_000);
  checks[0]!.reject(new Error('cannot assign TransactionIds during recovery'));
  expect(await result).toBe('unavailable');
});

it('a write that ended recently is enough, and late writes are too much', async () => {
  const { writes, checks, state } = scene();
  writes.since = 100;
  expect(await state(60_000)).toBe('ok');
  writes.late = true;
  expect(await state(60_000)).toBe('unavailable');
  expect(checks).toHaveLength(0);
});
