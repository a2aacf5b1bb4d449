import type {
  AiRiskFigures,
  FailedLogonFigures,
  InteractiveLogonFigures,
  ServiceAccountActivityFigures,
} from '@scout/contract';
import {
  aiRiskFigures,
  type Clock,
  failedLogonFigures,
  type Incident,
  incidentsOf,
  interactiveLogonFigures,
  type Row,
  type RuleId,
  serviceAccountActivityFigures,
} from '@scout/detection';

/** The figures of each rule, whether the browser or the server computed them. */
export interface FiguresOf {
  'service-account-activity': ServiceAccountActivityFigures;
  'failed-logons': FailedLogonFigures;
  'interactive-logons': InteractiveLogonFigures;
  'ai-risk': AiRiskFigures;
}

type Compute = { [Rule in RuleId]: (incidents: readonly Incident[], clock: Clock) => FiguresOf[Rule] };

const compute: Compute = {
  'service-account-activity': serviceAccountActivityFigures,
  'failed-logons': failedLogonFigures,
  'interactive-logons': interactiveLogonFigures,
  'ai-risk': aiRiskFigures,
};

const matched = new WeakMap<readonly Row[], Map<RuleId, Incident[]>>();

/** The incidents of a rule in a list of rows, found once per list. */
function incidentsIn(rows: readonly Row[], rule: RuleId): Incident[] {
  const byRule = matched.get(rows) ?? new Map<RuleId, Incident[]>();
  matched.set(rows, byRule);
  const incidents = byRule.get(rule) ?? incidentsOf(rows, rule);
  byRule.set(rule, incidents);
  return incidents;
}

/** The figures of a rule from rows. The rows must not change afterwards: what matched in them is remembered. */
export function figuresFrom<Rule extends RuleId>(
  rule: Rule,
  rows: readonly Row[],
  clock: Clock,
): FiguresOf[Rule] {
  return compute[rule](incidentsIn(rows, rule), clock);
}
