import { describe, expect, test } from 'vitest';
import { createPoller, isLive } from './poller.ts';

const interval = 10_000;

/** A page with a manual clock; the test settles every task. */
function bench() {
  let now = 1_000_000;
  let visible = true;
  let onVisibility = () => {};
  const due = new Set<{ at: number; callback: () => void }>();
  const tasks: { succeed(): Promise<void>; fail(error: Error): Promise<void>; signal: AbortSignal }[] = [];

  const poller = createPoller(
    (signal) =>
      new Promise((resolve, reject) => {
        const settled = async (settle: () => void) => {
          settle();
          // The poller's own continuation runs in microtasks after the task's.
          for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
        };
        tasks.push({
          signal,
          succeed: () => settled(resolve),
          fail: (error) => settled(() => reject(error)),
        });
      }),
    interval,
    {
      now: () => now,
      setTimeout: (callback, milliseconds) => {
        const timer = { at: now + milliseconds, callback };
        due.add(timer);
        return timer;
      },
      clearTimeout: (timer) => {
        due.delete(timer as { at: number; callback: () => void });
      },
      isVisible: () => visible,
      onVisibility: (callback) => {
        onVisibility = callback;
        return () => {
          onVisibility = () => {};
        };
      },
    },
  );

  return {
    poller,
    tasks,
    last: () => tasks.at(-1)!,
    advance(milliseconds: number) {
      now += milliseconds;
      for (const timer of [...due].filter(({ at }) => at <= now)) {
        if (due.delete(timer)) timer.callback();
      }
    },
    show(next: boolean) {
      visible = next;
      onVisibility();
    },
    now: () => now,
  };
}

describe('news', () => {
  /** A poller whose first poll took half a second. */
  async function polled() {
    const made = bench();
    made.poller.start();
    made.advance(0);
    made.advance(500);
    await made.last().succeed();
    return made;
  }

  test('polls at once, without moving the next regular poll', async () => {
    const { poller, tasks, last, advance, now } = await polled();
    advance(4_500);
    const { nextAt } = poller.get();
    poller.pollForNews();
    expect(tasks).toHaveLength(2);
    expect(poller.get().nextAt).toBe(nextAt);
    advance(100);
    await last().succeed();
    expect(poller.get()).toEqual({ status: { phase: 'live', at: now() }, nextAt });
    advance(nextAt! - now() - 1);
    expect(tasks).toHaveLength(2);
    advance(1);
    expect(tasks).toHaveLength(3);
  });

  test('is not delayed when occasional; continuous news takes at most a tenth of the time', async () => {
    const { poller, tasks, last, advance, now } = await polled();
    const begins: number[] = [];
    while (begins.length < 40) {
      poller.pollForNews();
      while (tasks.length === begins.length + 1) advance(10);
      begins.push(now());
      advance(100);
      await last().succeed();
    }
    const gaps = begins.slice(1).map((time, n) => time - begins[n]!);
    expect(gaps.slice(0, 4)).toEqual([100, 100, 100, 100]);
    expect(begins.at(-1)! - begins[0]!).toBeGreaterThan(30_000);
  });

  test('during a poll leads to a poll after it', async () => {
    const { poller, tasks, last, advance } = bench();
    poller.start();
    advance(0);
    poller.pollForNews();
    await last().succeed();
    expect(tasks).toHaveLength(2);
  });

  test('is ignored by a hidden or stopped page', async () => {
    const { poller, tasks, show } = await polled();
    show(false);
    poller.pollForNews();
    poller.stop();
    show(true);
    poller.pollForNews();
    expect(tasks).toHaveLength(1);
  });
});

describe('createPoller', () => {
  test('polls at once, then ten seconds after each start', async () => {
    const { poller, tasks, last, advance, now } = bench();
    poller.start();
    advance(0);
    expect(tasks).toHaveLength(1);
    expect(poller.get()).toEqual({ status: { phase: 'connecting' }, nextAt: null });
    advance(3_000);
    await last().succeed();
    expect(poller.get()).toEqual({ status: { phase: 'live', at: now() }, nextAt: now() + 7_000 });
    advance(6_999);
    expect(tasks).toHaveLength(1);
    advance(1);
    expect(tasks).toHaveLength(2);
  });

  test('a poll that takes longer than the interval is followed at once, never overlapped', async () => {
    const { poller, tasks, last, advance } = bench();
    poller.start();
    advance(0);
    advance(25_000);
    poller.poll();
    expect(tasks).toHaveLength(1);
    await last().succeed();
    advance(0);
    expect(tasks).toHaveLength(2);
  });

  test('a failed poll is offline since the last success, and the next one is live again', async () => {
    const { poller, last, advance, now } = bench();
    const error = new Error('down');
    poller.start();
    advance(0);
    await last().fail(error);
    expect(poller.get().status).toEqual({ phase: 'offline', at: null, error });
    advance(interval);
    await last().succeed();
    const succeeded = now();
    advance(interval);
    await last().fail(error);
    expect(poller.get().status).toEqual({ phase: 'offline', at: succeeded, error });
    advance(interval);
    await last().succeed();
    expect(poller.get().status).toEqual({ phase: 'live', at: now() });
  });

  test('a hidden page does not poll; once visible it polls at once if a poll is overdue', async () => {
    const { poller, tasks, last, advance, show } = bench();
    poller.start();
    advance(0);
    await last().succeed();
    show(false);
    expect(poller.get().nextAt).toBeNull();
    advance(60_000);
    expect(tasks).toHaveLength(1);
    show(true);
    advance(0);
    expect(tasks).toHaveLength(2);
  });

  test('once visible early it waits for the rest of the interval', async () => {
    const { poller, tasks, last, advance, show, now } = bench();
    poller.start();
    advance(0);
    await last().succeed();
    show(false);
    advance(4_000);
    show(true);
    expect(poller.get().nextAt).toBe(now() + 6_000);
    advance(5_999);
    expect(tasks).toHaveLength(1);
  });

  test('stopping aborts the running poll, whose result is ignored', async () => {
    const { poller, tasks, last, advance } = bench();
    poller.start();
    advance(0);
    poller.stop();
    expect(last().signal.aborted).toBe(true);
    await last().succeed();
    advance(60_000);
    expect(tasks).toHaveLength(1);
    expect(poller.get().status).toEqual({ phase: 'connecting' });
  });

  test('can be started again after it was stopped', async () => {
    const { poller, tasks, last, advance } = bench();
    poller.start();
    advance(0);
    poller.stop();
    poller.start();
    advance(interval);
    expect(tasks).toHaveLength(2);
    await last().succeed();
    expect(poller.get().status.phase).toBe('live');
  });
});

describe('isLive', () => {
  const live = { phase: 'live', at: 100_000 } as const;
  test.each([
    [live, 100_000, true],
    [live, 120_000, true],
    [live, 120_001, false],
    [{ phase: 'connecting' } as const, 100_000, false],
    [{ phase: 'offline', at: 100_000, error: null } as const, 100_001, false],
  ])('%o at %i is %s', (status, now, expected) => {
    expect(isLive(status, now, interval)).toBe(expected);
  });
});
