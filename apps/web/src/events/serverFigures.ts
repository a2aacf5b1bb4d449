import { useQuery } from '@tanstack/react-query';
import { api } from '../session/current.ts';
import { defaultRange, type Range, windowOf } from '../view/range.ts';
import { timeZone } from './clock.ts';
import { pollIntervalMs } from './feed.ts';
import type { FiguredRule, FiguresOf } from './figures.ts';

/** Prefix of the query keys of all figures from the server. */
export const figuresKey = ['figures'] as const;

interface Asked {
  tz: string;
  from?: string;
  to?: string;
}

type Ask = { [Rule in FiguredRule]: (asked: Asked, signal: AbortSignal) => Promise<FiguresOf[Rule]> };

const ask: Ask = {
  'service-account-activity': (asked, signal) => api.figuresServiceAccountActivity(asked, { signal }),
  'failed-logons': (asked, signal) => api.figuresFailedLogons(asked, { signal }),
  'interactive-logons': (asked, signal) => api.figuresInteractiveLogons(asked, { signal }),
  'ai-risk': (asked, signal) => api.figuresAiRisk(asked, { signal }),
  'infrastructure-changes': (asked, signal) => api.figuresInfrastructureChanges(asked, { signal }),
};

/**
 * The figures of a rule over all of a tenant's events in a range. The feed's poll refetches those of the default range; those of other
 * ranges refetch themselves, because the feed needs no figures from the server when the browser holds all events.
 */
export function useServerFigures<Rule extends FiguredRule>(rule: Rule, range: Range, enabled: boolean) {
  return useQuery({
    queryKey: [...figuresKey, rule, timeZone, range],
    queryFn: ({ signal }) => ask[rule]({ tz: timeZone, ...windowOf(range, Date.now()) }, signal),
    enabled,
    refetchInterval: range === defaultRange ? false : pollIntervalMs,
    retry: false,
  });
}
