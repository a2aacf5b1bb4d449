import { constants, type PerformanceNodeEntry, PerformanceObserver } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { collectWhenIdle } from './idleMemory.ts';

/** Explicitly requested full garbage collections during `work`. */
async function collectionsDuring(work: () => Promise<void>): Promise<number> {
  let count = 0;
  const observer = new PerformanceObserver((list) => {
    for (const { detail } of list.getEntries() as PerformanceNodeEntry[]) {
      const { kind, flags } = detail as { kind: number; flags: number };
      const isForced = (flags & constants.NODE_PERFORMANCE_GC_FLAGS_FORCED) !== 0;
      if (kind === constants.NODE_PERFORMANCE_GC_MAJOR && isForced) count += 1;
    }
  });
  observer.observe({ entryTypes: ['gc'] });
  await work();
  await pause(50);
  observer.disconnect();
  return count;
}

test('an idle process frees the memory of a busy time', async () => {
  const collections = await collectionsDuring(async () => {
    using _watch = collectWhenIdle({ everyMs: 50, growthBytes: 1 });
    await pause(2_000);
  });
  expect(collections).toBeGreaterThan(0);
});

test('a busy one is left alone', async () => {
  const collections = await collectionsDuring(async () => {
    using _watch = collectWhenIdle({ everyMs: 50, growthBytes: 1 });
    const until = performance.now() + 1_000;
    while (performance.now() < until) {
      const turn = performance.now() + 20;
      while (performance.now() < turn);
      await pause(0);
    }
  });
  expect(collections).toBe(0);
});

test('a heap that has not grown is left alone', async () => {
  const collections = await collectionsDuring(async () => {
    using _watch = collectWhenIdle({ everyMs: 20, growthBytes: 2 ** 40 });
    await pause(500);
  });
  expect(collections).toBe(0);
});
