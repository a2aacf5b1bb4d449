import { compileNaming, type Naming, STANDARD_NAMING, STANDARD_SETTINGS } from '@scout/detection';
import { describe, expect, test, vi } from 'vitest';
import { fakePage } from '../store/fakeStorage.ts';
import { createEventStore } from './eventStore.ts';
import { createFiguresStore } from './figures.ts';
import type { Slices } from './slices.ts';

const rowsFrom = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ id: `e${n}`, timestamp: '2026-11-21T10:00:00.000Z' }));

/** Slices whose clock advances by a millisecond at each read; the test runs deferred work. */
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
  const figures = createFiguresStore(store, slices, STANDARD_NAMING);
  const listener = vi.fn();
  return { store, figures, listener, later, runOne: () => later.shift()?.() };
}

describe('createFiguresStore', () => {
  test('counts nothing before the first paint', () => {
    const { store, figures, listener, runOne } = bench();
    figures.subscribe(listener);
    store.write(rowsFrom(2));
    expect(figures.get()).toBeNull();
    runOne();
    expect(figures.get()?.rows).toHaveLength(2);
    expect(listener).toHaveBeenCalled();
  });

  test('counts many rows in slices, and publishes them when all are counted', async () => {
    const { store, figures, later, runOne } = bench();
    figures.subscribe(() => {});
    runOne();
    store.write(rowsFrom(1_000));
    expect(figures.get()?.rows).toHaveLength(0);
    let settled = false;
    const settling = figures.countUntil(0).then(() => {
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
    expect(figures.get()?.rows).toHaveLength(1_000);
  });

  test('abandons rows that were replaced meanwhile', () => {
    const { store, figures, later, runOne } = bench();
    figures.subscribe(() => {});
    runOne();
    store.write(rowsFrom(1_000));
    store.write(rowsFrom(3));
    while (later.length > 0) runOne();
    expect(figures.get()?.rows).toHaveLength(3);
  });

  test('counts a few rows at once', () => {
    const { store, figures, later, runOne } = bench();
    figures.subscribe(() => {});
    runOne();
    store.write(rowsFrom(20));
    expect(later).toEqual([]);
    expect(figures.get()?.rows).toHaveLength(20);
  });

  test('computes what the page shows before it is published, each rule in a task of its own', () => {
    const { store, figures, later, runOne } = bench();
    figures.subscribe(() => {});
    runOne();
    const measured = () =>
      performance.getEntriesByType('measure').filter(({ name }) => name.startsWith('figures ')).length;
    performance.clearMeasures();
    const drop = figures.want('failed-logons');
    figures.want('interactive-logons');
    figures.want('interactive-logons');
    store.write(rowsFrom(2));
    expect([measured(), figures.get()?.rows.length]).toEqual([1, 0]);
    runOne();
    expect([measured(), figures.get()?.rows.length]).toEqual([2, 0]);
    runOne();
    expect(figures.get()?.rows).toHaveLength(2);
    figures.get()?.figures('interactive-logons');
    expect(measured()).toBe(2);
    drop();
    performance.clearMeasures();
    store.write(rowsFrom(3));
    while (later.length > 0) runOne();
    expect(measured()).toBe(1);
  });

  test('counts again between frames when the window moves', async () => {
    const { store, figures, later, runOne } = bench();
    figures.subscribe(() => {});
    runOne();
    const now = Date.now();
    const refused = {
      id: 'e1',
      timestamp: new Date(now - 1_000).toISOString(),
      event_type: 'WINDOWS_SECURITY_4625',
      target_user_name: 'svc.etl',
      system_context_computer_name: 'PRD-SQL01',
    };
    store.write([refused, ...rowsFrom(1_000)]);
    const figuresAt = async (end: number) => {
      const counting = figures.countUntil(end);
      while (later.length > 0) runOne();
      await counting;
      return figures.get()?.figures('failed-logons');
    };
    const known = await figuresAt(now);
    expect(known?.total).toBe(1);
    expect(figures.get()?.figures('failed-logons')).toBe(known);
    const inTwoMonths = now + 60 * 24 * 3_600_000;
    expect(await figuresAt(inTwoMonths)).toMatchObject({
      total: 0,
      until: new Date(inTwoMonths).toISOString(),
    });
  });

  test('is settled without listeners', async () => {
    const { store, figures } = bench();
    store.write(rowsFrom(2));
    await figures.countUntil(0);
    expect(figures.get()).toBeNull();
  });

  test('counts by the names of the organization', () => {
    const event = {
      id: 'e1',
      timestamp: new Date(Date.now() - 1_000).toISOString(),
      event_type: 'WINDOWS_SECURITY_4625',
      target_user_name: 'sa_etl',
      system_context_computer_name: 'PRD-SQL01',
    };
    const naming = compileNaming({
      ...STANDARD_SETTINGS,
      service_accounts: { standard: true, entries: ['sa_*'] },
    });
    const totalBy = (of: Naming) => {
      const page = fakePage();
      const store = createEventStore('tenant-a', page);
      const slices: Slices = { now: () => 0, afterPaint: (work) => work(), next: (work) => work() };
      const figures = createFiguresStore(store, slices, of);
      figures.subscribe(() => {});
      store.write([event]);
      return figures.get()?.figures('failed-logons').total;
    };
    expect(totalBy(STANDARD_NAMING)).toBe(0);
    expect(totalBy(naming)).toBe(1);
  });
});
