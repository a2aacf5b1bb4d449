import type { RuleId } from '@scout/detection';
import { useQuery } from '@tanstack/react-query';
import { api } from '../session/current.ts';
import type { FiguresOf } from './rules.ts';
import { timeZone } from './timeZone.ts';

/** The start of the key of every figure that the server computed. */
export const figuresKey = ['figures'] as const;

type Ask = { [Rule in RuleId]: (signal: AbortSignal) => Promise<FiguresOf[Rule]> };

const ask: Ask = {
  'service-account-activity': (signal) => api.figuresServiceAccountActivity({ tz: timeZone }, { signal }),
  'failed-logons': (signal) => api.figuresFailedLogons({ tz: timeZone }, { signal }),
  'interactive-logons': (signal) => api.figuresInteractiveLogons({ tz: timeZone }, { signal }),
  'ai-risk': (signal) => api.figuresAiRisk({ tz: timeZone }, { signal }),
};

/** The figures of a rule over all of a tenant's events. The feed's poll asks for them again, so they are not retried here. */
export function useServerFigures<Rule extends RuleId>(rule: Rule, enabled: boolean) {
  return useQuery({
    queryKey: [...figuresKey, rule, timeZone],
    queryFn: ({ signal }) => ask[rule](signal),
    enabled,
    retry: false,
  });
}
