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
  RULE_IDS,
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
  matched[rule].set(row, incidents.length === 0 ? noIncidents : incidents);
  return incidents;
}

const noIncidents: readonly Incident[] = [];

/** Finds what every rule says of a row and remembers it, so that figures later only add up. */
export function matchRow(row: Row): void {
  for (const rule of RULE_IDS) incidentsIn(row, rule);
}

const gathered: Record<RuleId, WeakMap<readonly Row[], readonly Incident[]>> = {
  'service-account-activity': new WeakMap(),
  'failed-logons': new WeakMap(),
  'interactive-logons': new WeakMap(),
  'ai-risk': new WeakMap(),
};

/** The incidents of a rule among rows; gathered once per array of rows. */
function incidentsAmong(rows: readonly Row[], rule: RuleId): readonly Incident[] {
  const known = gathered[rule].get(rows);
  if (known !== undefined) return known;
  const incidents: Incident[] = [];
  for (const row of rows) for (const incident of incidentsIn(row, rule)) incidents.push(incident);
  gathered[rule].set(rows, incidents);
  return incidents;
}

/** The figures of a rule from rows. Neither a row nor the array may change afterwards: what matched is remembered. */
export function figuresFrom<Rule extends RuleId>(
  rule: Rule,
  rows: readonly Row[],
  clock: Clock,
): FiguresOf[Rule] {
  return compute[rule](incidentsAmong(rows, rule), clock);
}
