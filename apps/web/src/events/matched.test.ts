import { describe, expect, test, vi } from 'vitest';
import { createMatchedEvents, type Slices } from './matched.ts';
import { createEventStore } from './store.ts';
import { fakePage } from './testStorage.ts';

const rowsFrom = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ id: `e${n}`, timestamp: '2026-11-21T10:00:00.000Z' }));

/** Slices whose clock moves by a millisecond with each look; the test runs what was put off. */
function bench() {
  const later: (() => void)[] = [];
  let time = 0;
  const slices: Slices = {
    now: () => (time += 1),
    afterPaint: (work) => void later.push(work),
    next: (work) => void later.push(work),
  };
  const page = fakePage();
  const store = createEventStore('tenant-a', page);
  const matched = createMatchedEvents(store, slices);
  const listener = vi.fn();
  return { store, matched, listener, later, runOne: () => later.shift()?.() };
}

describe('createMatchedEvents', () => {
  test('reads nothing before the page has been painted', () => {
    const { store, matched, listener, runOne } = bench();
    matched.subscribe(listener);
    store.write(rowsFrom(2));
    expect(matched.get()).toBeNull();
    runOne();
    expect(matched.get()?.rows).toHaveLength(2);
    expect(listener).toHaveBeenCalled();
  });

  test('matches many rows in slices, and shows them when all are matched', async () => {
    const { store, matched, later, runOne } = bench();
    matched.subscribe(() => {});
    runOne();
    store.write(rowsFrom(1_000));
    expect(matched.get()?.rows).toHaveLength(0);
    let settled = false;
    const settling = matched.settled().then(() => {
      settled = true;
    });
    let slices = 0;
    while (later.length > 0) {
      expect(settled).toBe(false);
      runOne();
      slices += 1;
    }
    await settling;
    expect(slices).toBeGreaterThan(2);
    expect(matched.get()?.rows).toHaveLength(1_000);
  });

  test('gives up on what was replaced meanwhile', () => {
    const { store, matched, later, runOne } = bench();
    matched.subscribe(() => {});
    runOne();
    store.write(rowsFrom(1_000));
    store.write(rowsFrom(3));
    while (later.length > 0) runOne();
    expect(matched.get()?.rows).toHaveLength(3);
  });

  test('matches a few rows at once', () => {
    const { store, matched, later, runOne } = bench();
    matched.subscribe(() => {});
    runOne();
    store.write(rowsFrom(20));
    expect(later).toEqual([]);
    expect(matched.get()?.rows).toHaveLength(20);
  });

  test('is settled when nobody listens', async () => {
    const { store, matched } = bench();
    store.write(rowsFrom(2));
    await matched.settled();
    expect(matched.get()).toBeNull();
  });
});
