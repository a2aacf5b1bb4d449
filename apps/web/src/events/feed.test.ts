import { describe, expect, test, vi } from 'vitest';
import { fakePage, fakeStorage } from '../store/fakeStorage.ts';
import { eventsKey, eventsUpdated } from '../store/recentEvents.ts';
import { createFeed, type FeedCalls } from './feed.ts';
import type { PollerPage } from './poller.ts';
import type { Slices } from './slices.ts';

type Answer = Awaited<ReturnType<FeedCalls['tenantEvents']>>;
type EventsRequest = Parameters<FeedCalls['tenantEvents']>[0];

/** A stored event; its time rises with the letter of its id unless given. */
const row = (
  id: string,
  timestamp = `2026-11-21T10:00:${String(id.charCodeAt(0) - 97).padStart(2, '0')}.000Z`,
) => ({
  id,
  timestamp,
});

interface Sent {
  etag?: string;
  part?: 'all' | 'new';
  from?: string;
  tenantId?: string;
}

function answer(rows: (string | ReturnType<typeof row>)[], complete: boolean, sent: Sent = {}): Answer {
  const { etag = '"1"', part = 'all', from = '2026-10-22T10:00:00.000Z', tenantId = 'tenant-a' } = sent;
  const headers = {
    etag,
    'x-scout-complete': String(complete),
    'x-scout-cursor': `cursor of ${etag}`,
    'x-scout-part': part,
    'x-scout-from': from,
  };
  const body = rows.map((given) => ({
    ...(typeof given === 'string' ? row(given) : given),
    tenant_id: tenantId,
    status: null,
  }));
  return { status: 200, headers, body } as unknown as Answer;
}

const unchanged = (complete = true) =>
  ({ ...answer([], complete, { part: 'new' }), status: 304, body: undefined }) as unknown as Answer;

/** A feed whose polls the test runs one by one. */
function bench(page = fakePage()) {
  const requests: EventsRequest[] = [];
  const refreshFigures = vi.fn(async () => {});
  let next: Answer | Error = answer([], true);
  const clock: PollerPage = {
    now: () => 0,
    setTimeout: () => 0,
    clearTimeout: () => {},
    isVisible: () => true,
    onVisibility: () => () => {},
  };
  const calls: FeedCalls = {
    tenantEvents: async (input) => {
      requests.push(input);
      if (next instanceof Error) throw next;
      return next;
    },
    refreshFigures,
  };
  const atOnce: Slices = { now: () => 0, afterPaint: (work) => work(), next: (work) => work() };
  const feed = createFeed('tenant-a', page, clock, calls, { slices: atOnce });
  feed.figures.subscribe(() => {});
  const poll = (answered: Answer | Error) => {
    next = answered;
    return new Promise<void>((resolve) => {
      const stop = feed.poller.subscribe(() => {
        if (feed.poller.get().status.phase === 'connecting' || running) return;
        stop();
        resolve();
      });
      let running = true;
      feed.poller.poll();
      running = false;
    });
  };
  return { feed, poll, page, requests, refreshFigures };
}

describe('createFeed', () => {
  test('figures come from the browser when it holds the whole window', async () => {
    const { feed, poll } = bench();
    expect(feed.source.get()).toBeNull();
    await poll(answer(['a', 'b'], true));
    expect(feed.source.get()).toBe('browser');
    expect(feed.store.get().rows).toEqual([row('b'), row('a')]);
  });

  test('an organization without events is complete too', async () => {
    const { feed, poll } = bench();
    await poll(answer([], true));
    expect(feed.source.get()).toBe('browser');
  });

  test('figures come from the server when the window holds more, and are refetched with each poll', async () => {
    const { feed, poll, refreshFigures } = bench();
    await poll(answer(['a'], false));
    expect(feed.source.get()).toBe('server');
    expect(refreshFigures).toHaveBeenCalledTimes(1);
    await poll(unchanged(false));
    expect(refreshFigures).toHaveBeenCalledTimes(2);
    await poll(answer(['a'], true, { etag: '"2"' }));
    expect(feed.source.get()).toBe('browser');
    await poll(unchanged());
    expect(refreshFigures).toHaveBeenCalledTimes(3);
  });

  test('new events also refetch the figures of other ranges, whose failure does not fail the poll', async () => {
    const { feed, poll, refreshFigures } = bench();
    await poll(answer(['a'], true));
    expect(refreshFigures).not.toHaveBeenCalled();
    refreshFigures.mockRejectedValueOnce(new Error('HTTP 500'));
    await poll(answer(['b'], true, { etag: '"2"', part: 'new' }));
    expect(refreshFigures).toHaveBeenCalledTimes(1);
    expect(feed.poller.get().status.phase).toBe('live');
  });

  test('a poll fails when the server cannot compute its figures', async () => {
    const { feed, poll, refreshFigures } = bench();
    await poll(answer(['a'], false));
    refreshFigures.mockRejectedValueOnce(new Error('HTTP 500'));
    await poll(unchanged(false));
    expect(feed.poller.get().status.phase).toBe('offline');
  });

  test('figures come from the server when storage has no room for any event', async () => {
    const { feed, poll } = bench(fakePage(fakeStorage(60)));
    await poll(answer(['a'], true));
    expect(feed.source.get()).toBe('server');
  });

  test('an unchanged answer keeps the stored events', async () => {
    const { feed, poll, requests } = bench();
    await poll(answer(['a'], true));
    const before = feed.store.get();
    await poll(unchanged());
    expect(requests[1]?.headers).toEqual({ 'if-none-match': '"1"' });
    expect(feed.store.get()).toBe(before);
    expect(feed.poller.get().status.phase).toBe('live');
  });

  test('asks for events after the last answer, and sorts them in by time', async () => {
    const { feed, poll, requests } = bench();
    await poll(answer(['c', 'a'], true));
    const [, kept] = feed.store.get().rows;
    await poll(answer(['d', row('b', '2026-11-21T10:00:01.500Z')], true, { etag: '"2"', part: 'new' }));
    expect(requests[0]).toMatchObject({ query: { limit: 5000 }, headers: {} });
    expect(requests[0]?.query).not.toHaveProperty('after');
    expect(requests[1]?.query).toMatchObject({ after: 'cursor of "1"' });
    expect(feed.store.get().rows.map(({ id }) => id)).toEqual(['d', 'c', 'b', 'a']);
    expect(feed.store.get().rows[3]).toBe(kept);
    await poll(unchanged());
    expect(requests[2]?.query).toMatchObject({ after: 'cursor of "2"' });
  });

  test('a duplicate event is kept once', async () => {
    const { feed, poll } = bench();
    await poll(answer(['a'], true));
    await poll(answer(['b', 'a'], true, { part: 'new' }));
    expect(feed.store.get().rows.map(({ id }) => id)).toEqual(['b', 'a']);
  });

  test('events that have left the window are dropped', async () => {
    const { feed, poll } = bench();
    await poll(answer(['c', 'a'], true));
    await poll(answer([], true, { part: 'new', from: '2026-11-21T10:00:01.000Z' }));
    expect(feed.store.get().rows.map(({ id }) => id)).toEqual(['c']);
  });

  test('an expired cursor is answered with all events, which replace the known ones', async () => {
    const { feed, poll } = bench();
    await poll(answer(['a'], true));
    await poll(answer(['c', 'b'], true, { part: 'all' }));
    expect(feed.store.get().rows.map(({ id }) => id)).toEqual(['c', 'b']);
  });

  test('keeps at most as many events as one answer holds', async () => {
    const { feed, poll } = bench();
    const many = (from: number, count: number) =>
      Array.from({ length: count }, (_, n) =>
        row(`${from + n}`, new Date(Date.UTC(2026, 10, 21, 1) + (from + n) * 1000).toISOString()),
      );
    await poll(answer(many(0, 5_000), true));
    await poll(answer(many(5_000, 3), false, { part: 'new' }));
    const { rows } = feed.store.get();
    expect([rows.length, rows[0]?.id, rows.at(-1)?.id]).toEqual([5_000, '5002', '3']);
  });

  test('storage that was changed elsewhere is restored from this tab, also without new events', async () => {
    const { feed, poll, page } = bench();
    await poll(answer(['a'], true));
    page.localStorage.setItem(eventsKey, '[]');
    page.dispatchEvent(new Event(eventsUpdated));
    expect(feed.store.get().rows).toEqual([]);
    await poll(unchanged());
    expect(feed.store.get().rows).toEqual([row('a')]);
  });

  test('events that storage had no room for stay known to the tab', async () => {
    const storage = fakeStorage(200);
    const { feed, poll, page } = bench(fakePage(storage));
    await poll(answer(['c', 'b', 'a'], true));
    expect(feed.store.get().rows.length).toBeLessThan(3);
    page.localStorage.removeItem(eventsKey);
    storage.quota = Number.POSITIVE_INFINITY;
    page.dispatchEvent(new Event(eventsUpdated));
    await poll(answer(['d'], true, { part: 'new' }));
    expect(feed.store.get().rows.map(({ id }) => id)).toEqual(['d', 'c', 'b', 'a']);
  });

  test("another organization's events are never stored", async () => {
    const { feed, poll } = bench();
    await poll(answer(['a'], true));
    await poll(answer(['b'], true, { tenantId: 'tenant-b', part: 'new' }));
    expect(feed.poller.get().status.phase).toBe('offline');
    expect(feed.store.get().rows).toEqual([row('a')]);
  });

  test('a failed poll changes no events', async () => {
    const { feed, poll } = bench();
    await poll(answer(['a'], true));
    await poll(new TypeError('network'));
    expect(feed.poller.get().status.phase).toBe('offline');
    expect(feed.store.get().rows).toEqual([row('a')]);
  });
});
