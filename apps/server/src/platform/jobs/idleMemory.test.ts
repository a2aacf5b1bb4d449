import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { collectWhenIdle, processHeap } from './idleMemory.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const MIB = 1024 * 1024;

/** A heap of some size whose collection leaves 50 MiB, and its number of collections. */
function heapOf(size: number, utilization = 0) {
  const heap = {
    now: size * MIB,
    busy: utilization,
    utilization: () => heap.busy,
    size: () => heap.now,
    collect: vi.fn(() => {
      heap.now = 50 * MIB;
    }),
  };
  return heap;
}

const checks = (count: number) => vi.advanceTimersByTime(count * 10_000);

test('an idle process frees the memory of a busy time, once', () => {
  const heap = heapOf(130, 0.9);
  using _watch = collectWhenIdle({ heap });
  checks(5);
  expect(heap.collect).not.toHaveBeenCalled();
  heap.busy = 0.01;
  checks(1);
  expect(heap.now).toBe(50 * MIB);
  checks(5);
  expect(heap.collect).toHaveBeenCalledTimes(1);
});

test('a busy one is left alone', () => {
  const heap = heapOf(500, 0.06);
  using _watch = collectWhenIdle({ heap });
  checks(10);
  expect(heap.collect).not.toHaveBeenCalled();
});

test('a heap that has not grown since the last time is left alone', () => {
  const heap = heapOf(130);
  using _watch = collectWhenIdle({ heap });
  checks(1);
  heap.now += 31 * MIB;
  checks(5);
  expect(heap.collect).toHaveBeenCalledTimes(1);
  heap.now += MIB;
  checks(1);
  expect(heap.collect).toHaveBeenCalledTimes(2);
});

test('a closed watch checks nothing', () => {
  const heap = heapOf(130);
  collectWhenIdle({ heap })[Symbol.dispose]();
  checks(2);
  expect(heap.collect).not.toHaveBeenCalled();
});

test("the process's own heap is measured and collected", async () => {
  vi.useRealTimers();
  const heap = processHeap();
  const turn = () => new Promise(setImmediate);
  const held = new WeakRef({});
  // A weak reference holds its target until the end of the turn that made it.
  await turn();
  expect(heap.utilization()).toBeGreaterThan(0);
  expect(heap.size()).toBeGreaterThan(MIB);
  heap.collect();
  expect(held.deref()).toBeUndefined();
});
