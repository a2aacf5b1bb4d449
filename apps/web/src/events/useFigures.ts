import type { RuleId } from '@scout/detection';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { defaultRange, type Range } from '../view/range.ts';
import { useFeed, usePollStatus } from './FeedProvider.tsx';
import { lastSuccess } from './poller.ts';
import type { FiguresOf } from './rules.ts';
import { useServerFigures } from './serverFigures.ts';
import { timed } from './timed.ts';
import { timeZone } from './timeZone.ts';

/** Figures of a rule, as far as they are known. */
export interface FiguresView<Figures> {
  /** Null while nothing is known yet. */
  figures: Figures | null;
  /** ISO time from which on events were counted: the window's start, or later when this browser had no room for more. */
  since: string | null;
  /** Why there are none; null while there are, or while they are awaited. */
  error: unknown;
}

/**
 * The figures of a rule over the last 720 hours, computed here from the events in local storage, or by the server when the tenant has
 * more events than one poll holds; over another range, which the server always computes.
 */
export function useFigures<Rule extends RuleId>(
  rule: Rule,
  range: Range = defaultRange,
): FiguresView<FiguresOf[Rule]> {
  const feed = useFeed();
  const status = usePollStatus();
  const computedBy = useSyncExternalStore(feed.onSource, feed.source);
  const source = range === defaultRange ? computedBy : 'server';
  const stored = useSyncExternalStore(feed.matched.subscribe, feed.matched.get);
  const fromServer = useServerFigures(rule, range, source === 'server' && feed.tenantId !== null);

  // The window ends now; moving it on once a poll is enough, and lets figures be computed once a poll.
  const now = Math.max(lastSuccess(status) ?? 0, stored?.at ?? 0);
  const here = source === 'browser' || (source === null && stored?.rows.length) ? stored : null;
  const fromHere = useMemo(
    () => (here ? timed(`figures ${rule}`, () => here.figures(rule, { now, timeZone })) : null),
    [rule, here, now],
  );
  const computed = source === 'server' ? (fromServer.data ?? null) : fromHere;
  // Of another range nothing is kept. While nothing is computed yet, what was shown last is better than nothing.
  const keeps = range === defaultRange;
  const figures = computed ?? (keeps ? feed.snapshot.get(rule) : null);
  useEffect(() => {
    if (keeps && computed !== null) feed.snapshot.put(rule, computed);
  }, [keeps, computed, feed, rule]);

  if (figures === null) {
    const offline = status.phase === 'offline' ? status.error : null;
    return { figures, since: null, error: source === 'server' ? fromServer.error : offline };
  }
  const dropped = source === 'server' ? null : (stored?.since ?? null);
  return { figures, since: later(figures.since, dropped), error: null };
}

/** The later of two ISO times of the same form. */
function later(a: string, b: string | null): string {
  return b !== null && b > a ? b : a;
}
