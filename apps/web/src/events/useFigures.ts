import type { RuleId } from '@scout/detection';
import { useMemo, useSyncExternalStore } from 'react';
import { defaultRange, type Range } from '../view/range.ts';
import { useFeed, usePollState } from './FeedProvider.tsx';
import { lastSuccess } from './poller.ts';
import { type FiguresOf, figuresFrom } from './rules.ts';
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
 * The figures of a rule over the last 720 hours, or over another range, which the server always computes: computed here from the events in local storage, or by the server when
 * the tenant has more events than one poll holds.
 */
export function useFigures<Rule extends RuleId>(
  rule: Rule,
  range: Range = defaultRange,
): FiguresView<FiguresOf[Rule]> {
  const feed = useFeed();
  const { status } = usePollState();
  const computedBy = useSyncExternalStore(feed.onSource, feed.source);
  const source = range === defaultRange ? computedBy : 'server';
  const stored = useSyncExternalStore(feed.store.subscribe, feed.store.get);
  const fromServer = useServerFigures(rule, range, source === 'server');

  // The window ends now; moving it on once a poll is enough, and lets figures be computed once a poll.
  const now = Math.max(lastSuccess(status) ?? 0, stored.at);
  const known = source === 'browser' || (source === null && stored.rows.length > 0);
  const fromHere = useMemo(
    () => (known ? timed(`figures ${rule}`, () => figuresFrom(rule, stored.rows, { now, timeZone })) : null),
    [known, rule, stored.rows, now],
  );

  if (source === 'server') {
    const figures = fromServer.data ?? null;
    return { figures, since: figures?.since ?? null, error: figures === null ? fromServer.error : null };
  }
  const offline = status.phase === 'offline' ? status.error : null;
  return {
    figures: fromHere,
    since: fromHere === null ? null : later(fromHere.since, stored.since),
    error: fromHere === null ? offline : null,
  };
}

/** The later of two ISO times of the same form. */
function later(a: string, b: string | null): string {
  return b !== null && b > a ? b : a;
}
