import type { FiguredRule, FiguresOf } from '@scout/detection';
import { useEffect, useMemo } from 'react';
import { useStore } from '../store/useStore.ts';
import { defaultRange, type Range } from '../view/range.ts';
import { useFeed, usePollStatus } from './FeedProvider.tsx';
import { useServerFigures } from './serverFigures.ts';

/** The figures of a rule, as far as they are known. */
export interface FiguresView<Figures> {
  /** Null until known. */
  figures: Figures | null;
  /** ISO time since when events are counted: the start of the window, or later when this browser had no room for more. */
  since: string | null;
  /** The reason why there are no figures; null while they are shown or loading. */
  error: unknown;
}

/**
 * The figures of a rule over the last 720 hours, computed from the events in local storage, or by the server when the tenant has more
 * events than one poll returns. Figures of other ranges always come from the server.
 */
export function useFigures<Rule extends FiguredRule>(
  rule: Rule,
  range: Range = defaultRange,
): FiguresView<FiguresOf[Rule]> {
  const feed = useFeed();
  const status = usePollStatus();
  const feedSource = useStore(feed.source);
  const source = range === defaultRange ? feedSource : 'server';
  const stored = useStore(feed.figures);
  const fromServer = useServerFigures(rule, range, source === 'server' && feed.tenantId !== null);

  useEffect(() => feed.figures.want(rule), [feed, rule]);
  const counted = source === 'browser' || (source === null && stored?.rows.length) ? stored : null;
  const fromBrowser = useMemo(() => counted?.figures(rule) ?? null, [rule, counted]);
  const computed = source === 'server' ? (fromServer.data ?? null) : fromBrowser;
  // The snapshot of the last visit fills in until figures are computed; other ranges have none.
  const hasSnapshot = range === defaultRange;
  const figures = computed ?? (hasSnapshot ? feed.snapshot.get(rule) : null);
  useEffect(() => {
    if (hasSnapshot && computed !== null) feed.snapshot.put(rule, computed);
  }, [hasSnapshot, computed, feed, rule]);

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
