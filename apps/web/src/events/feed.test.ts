import { describe, expect, test, vi } from 'vitest';
import { createFeed, type FeedCalls } from './feed.ts';
import type { PollerPage } from './poller.ts';
import { eventsKey, eventsUpdated } from './storage.ts';
import { fakePage, fakeStorage } from './testStorage.ts';

type Answer = Awaited<ReturnType<FeedCalls['tenantEvents']>>;
type Asked = Parameters<FeedCalls['tenantEvents']>[0];

const row = (id: string) => ({ id, timestamp: '2026-11-21T10:00:00.000Z' });

function answer(ids: string[], complete: boolean, etag = '"1"'): Answer {
  const headers = { etag, 'cache-control': 'private', 'x-scout-complete': String(complete) };
  return { status: 200, headers, body: ids.map(row) } as unknown as Answer;
}

const unchanged = { status: 304, headers: { etag: '"1"', 'x-scout-complete': 'true' } } as unknown as Answer;

/** A feed whose polls are run one by one. */
function bench(page = fakePage()) {
  const asked: Asked[] = [];
  const refreshFigures = vi.fn(async () => {});
  let next: Answer | Error = answer([], true);
  const clock: PollerPage = {
    now: () => 0,
    setTimeout: () => 0,
    clearTimeout: () => {},
    isVisible: () => true,
    onVisibility: () => () => {},
  };
  const feed = createFeed('tenant-a', page, clock, {
    tenantEvents: async (input) => {
      asked.push(input);
      if (next instanceof Error) throw next;
      return next;
    },
    refreshFigures,
  });
  feed.store.subscribe(() => {});
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
  return { feed, poll, page, asked, refreshFigures };
}

describe('createFeed', () => {
  test('figures come from the browser when it holds the whole window', async () => {
    const { feed, poll } = bench();
    expect(feed.source()).toBeNull();
    await poll(answer(['a', 'b'], true));
    expect(feed.source()).toBe('browser');
    expect(feed.store.get().rows).toEqual([row('a'), row('b')]);
  });

  test('an organization without events is complete too', async () => {
    const { feed, poll } = bench();
    await poll(answer([], true));
    expect(feed.source()).toBe('browser');
  });

  test('figures come from the server when the window holds more, and are asked for again with each poll', async () => {
    const { feed, poll, refreshFigures } = bench();
    await poll(answer(['a'], false));
    expect(feed.source()).toBe('server');
    expect(refreshFigures).toHaveBeenCalledTimes(1);
    await poll(unchanged);
    expect(refreshFigures).toHaveBeenCalledTimes(2);
    await poll(answer(['a'], true, '"2"'));
    expect(feed.source()).toBe('browser');
    expect(refreshFigures).toHaveBeenCalledTimes(2);
  });

  test('figures that the server could not compute make the poll a failure', async () => {
    const { feed, poll, refreshFigures } = bench();
    await poll(answer(['a'], false));
    refreshFigures.mockRejectedValueOnce(new Error('HTTP 500'));
    await poll(unchanged);
    expect(feed.poller.get().status.phase).toBe('offline');
  });

  test('figures come from the server when storage takes no event', async () => {
    const { feed, poll } = bench(fakePage(fakeStorage(60)));
    await poll(answer(['a'], true));
    expect(feed.source()).toBe('server');
  });

  test('an unchanged answer keeps what is there', async () => {
    const { feed, poll, asked } = bench();
    await poll(answer(['a'], true));
    const before = feed.store.get();
    await poll(unchanged);
    expect(asked[1]?.headers).toEqual({ 'if-none-match': '"1"' });
    expect(feed.store.get()).toBe(before);
    expect(feed.poller.get().status.phase).toBe('live');
  });

  test('what was replaced in storage is asked for in full', async () => {
    const { poll, page, asked } = bench();
    await poll(answer(['a'], true));
    page.localStorage.setItem(eventsKey, '[]');
    page.dispatchEvent(new Event(eventsUpdated));
    await poll(answer(['a'], true));
    expect(asked[1]?.headers).toEqual({});
  });

  test('a failed poll changes no events', async () => {
    const { feed, poll } = bench();
    await poll(answer(['a'], true));
    await poll(new TypeError('network'));
    expect(feed.poller.get().status.phase).toBe('offline');
    expect(feed.store.get().rows).toEqual([row('a')]);
  });
});
