import { figuresCallOf } from '@scout/contract';
import type { FiguredRule, FiguresOf } from '@scout/detection';
import { useQuery } from '@tanstack/react-query';
import { api } from '../session/current.ts';
import { defaultRange, type Range, windowOf } from '../view/range.ts';
import { timeZone } from './clock.ts';
import { pollIntervalMs } from './feed.ts';

/** Prefix of the query keys of all figures from the server. */
export const figuresKey = ['figures'] as const;

interface FiguresRequest {
  tz: string;
  from?: string;
  to?: string;
}

async function ask<Rule extends FiguredRule>(
  rule: Rule,
  request: FiguresRequest,
  signal: AbortSignal,
): Promise<FiguresOf[Rule]> {
  return (await api[figuresCallOf(rule)](request, { signal })) as FiguresOf[Rule];
}

/**
 * The figures of a rule over all of a tenant's events in a range. The feed's poll refetches those of the default range; those of other
 * ranges refetch themselves, because the feed needs no figures from the server when the browser holds all events.
 */
export function useServerFigures<Rule extends FiguredRule>(rule: Rule, range: Range, enabled: boolean) {
  return useQuery({
    queryKey: [...figuresKey, rule, timeZone, range],
    queryFn: ({ signal }) => ask(rule, { tz: timeZone, ...windowOf(range, Date.now()) }, signal),
    enabled,
    refetchInterval: range === defaultRange ? false : pollIntervalMs,
    retry: false,
  });
}
