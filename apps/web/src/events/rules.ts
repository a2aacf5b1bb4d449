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

const matched: Record<RuleId, WeakMap<Row, readonly Incident[]>> = {
  'service-account-activity': new WeakMap(),
  'failed-logons': new WeakMap(),
  'interactive-logons': new WeakMap(),
  'ai-risk': new WeakMap(),
};

/** The incident of a rule in a row, if it is one; found once per row. */
function incidentsIn(row: Row, rule: RuleId): readonly Incident[] {
  const known = matched[rule].get(row);
  if (known !== undefined) return known;
  const incidents = incidentsOf([row], rule);
  matched[rule].set(row, incidents);
  return incidents;
}

/** The figures of a rule from rows. A row must not change afterwards: what matched in it is remembered. */
export function figuresFrom<Rule extends RuleId>(
  rule: Rule,
  rows: readonly Row[],
  clock: Clock,
): FiguresOf[Rule] {
  const incidents = rows.flatMap((row) => incidentsIn(row, rule));
  return compute[rule](incidents, clock);
}
