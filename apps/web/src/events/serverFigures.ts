import type { RuleId } from '@scout/detection';
import { useQuery } from '@tanstack/react-query';
import { api } from '../session/current.ts';
import { defaultRange, type Range, windowOf } from '../view/range.ts';
import { pollIntervalMs } from './feed.ts';
import type { FiguresOf } from './rules.ts';
import { timeZone } from './timeZone.ts';

/** The start of the key of every figure that the server computed. */
export const figuresKey = ['figures'] as const;

interface Asked {
  tz: string;
  from?: string;
  to?: string;
}

type Ask = { [Rule in RuleId]: (asked: Asked, signal: AbortSignal) => Promise<FiguresOf[Rule]> };

const ask: Ask = {
  'service-account-activity': (asked, signal) => api.figuresServiceAccountActivity(asked, { signal }),
  'failed-logons': (asked, signal) => api.figuresFailedLogons(asked, { signal }),
  'interactive-logons': (asked, signal) => api.figuresInteractiveLogons(asked, { signal }),
  'ai-risk': (asked, signal) => api.figuresAiRisk(asked, { signal }),
};

/**
 * The figures of a rule over all of a tenant's events in a range. The feed's poll asks for those of the usual one again; those
 * of another ask for themselves, because a feed whose events are all here has no need of the server's.
 */
export function useServerFigures<Rule extends RuleId>(rule: Rule, range: Range, enabled: boolean) {
  return useQuery({
    queryKey: [...figuresKey, rule, timeZone, range],
    queryFn: ({ signal }) => ask[rule]({ tz: timeZone, ...windowOf(range, Date.now()) }, signal),
    enabled,
    refetchInterval: range === defaultRange ? false : pollIntervalMs,
    retry: false,
  });
}
