import { afterEach, expect, test, vi } from 'vitest';
import { createAnnouncer } from './announcer.ts';

const log = { warn: vi.fn() };
afterEach(() => void vi.useRealTimers());

test('announces at once, then everything since together, each organization once', async () => {
  vi.useFakeTimers();
  const sent: (readonly string[])[] = [];
  const announcer = createAnnouncer(async (ids) => void sent.push(ids), { everyMs: 200, log });
  announcer.eventsStored('a');
  await vi.advanceTimersByTimeAsync(0);
  expect(sent).toEqual([['a']]);
  for (let n = 0; n < 1_000; n += 1) announcer.eventsStored(n % 2 ? 'a' : 'b');
  await vi.advanceTimersByTimeAsync(199);
  expect(sent).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(sent.slice(1)).toEqual([['b', 'a']]);
});

test('sends sequentially, continues after a failure, and sends what waits when it is closed', async () => {
  const sent: (readonly string[])[] = [];
  const first = Promise.withResolvers<void>();
  const announcer = createAnnouncer(
    (ids) => {
      sent.push(ids);
      return sent.length === 1 ? first.promise : Promise.resolve();
    },
    { everyMs: 0, log },
  );
  announcer.eventsStored('a');
  await expect.poll(() => sent).toHaveLength(1);
  announcer.eventsStored('b');
  announcer.eventsStored('c');
  first.reject(new Error('no database'));
  await announcer.close();
  expect(sent).toEqual([['a'], ['b', 'c']]);
  expect(log.warn).toHaveBeenCalledOnce();
});
