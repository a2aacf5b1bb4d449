import type {
  AiRiskFigures,
  FailedLogonFigures,
  InteractiveLogonFigures,
  ServiceAccountActivityFigures,
} from '@scout/contract';
import {
  type Clock,
  type Fold,
  finishAiRisk,
  finishFailedLogons,
  finishInteractiveLogons,
  finishServiceAccountActivity,
  foldAiRisk,
  foldFailedLogons,
  foldInteractiveLogons,
  foldServiceAccountActivity,
  type Incident,
  incidentsOf,
  type Period,
  type Row,
  RULE_IDS,
  type RuleId,
} from '@scout/detection';

/** The figures of each rule, whether the browser or the server computed them. */
export interface FiguresOf {
  'service-account-activity': ServiceAccountActivityFigures;
  'failed-logons': FailedLogonFigures;
  'interactive-logons': InteractiveLogonFigures;
  'ai-risk': AiRiskFigures;
}

/** Figures in the making: incidents are added one by one, and the figures finished of what was. */
interface Making<Figures> {
  add(incident: Incident): void;
  finish(clock: Clock): Figures;
}

function making<Aggregates, Figures>(
  { add, aggregates }: Fold<Aggregates>,
  finish: (aggregates: Aggregates, clock: Clock) => Figures,
): Making<Figures> {
  return { add, finish: (clock) => finish(aggregates(), clock) };
}

type Begin = { [Rule in RuleId]: (period: Period) => Making<FiguresOf[Rule]> };

const begin: Begin = {
  'service-account-activity': (period) =>
    making(foldServiceAccountActivity(period), finishServiceAccountActivity),
  'failed-logons': (period) => making(foldFailedLogons(period), finishFailedLogons),
  'interactive-logons': (period) => making(foldInteractiveLogons(period), finishInteractiveLogons),
  'ai-risk': (period) => making(foldAiRisk(period), finishAiRisk),
};

/** One value for each rule. */
function perRule<Values extends Record<RuleId, unknown>>(make: (rule: RuleId) => Values[RuleId]): Values {
  return Object.fromEntries(RULE_IDS.map((rule) => [rule, make(rule)])) as Values;
}

const matched = perRule<Record<RuleId, WeakMap<Row, readonly Incident[]>>>(() => new WeakMap());

/** The incident of a rule in a row, if it is one; found once per row. */
function incidentsIn(row: Row, rule: RuleId): readonly Incident[] {
  const known = matched[rule].get(row);
  if (known !== undefined) return known;
  const incidents = incidentsOf([row], rule);
  matched[rule].set(row, incidents.length === 0 ? noIncidents : incidents);
  return incidents;
}

const noIncidents: readonly Incident[] = [];

/** Rows that are read one by one, and the figures of them. */
export interface Reading {
  /** Finds what every rule says of a row, remembers it, and counts it. */
  add(row: Row): void;
  /**
   * The figures of a rule over all rows that were added: at hand for the reading's own moment, counted again for another; of the same
   * moment and zone the same object.
   */
  figures<Rule extends RuleId>(rule: Rule, clock: Clock): FiguresOf[Rule];
}

/** Begins to read rows for their figures at a moment, epoch ms. A row may not change afterwards: what matched is remembered. */
export function beginReading(now: number): Reading {
  const counted = perRule<{ [Rule in RuleId]: Making<FiguresOf[Rule]> }>((rule) => begin[rule]({ now }));
  const incidents = perRule<Record<RuleId, Incident[]>>(() => []);
  const latest: { [Rule in RuleId]?: FiguresOf[Rule] } = {};
  const latestOf: Partial<Record<RuleId, string>> = {};

  function countAgain<Rule extends RuleId>(rule: Rule, clock: Clock): FiguresOf[Rule] {
    const again = begin[rule](clock);
    for (const incident of incidents[rule]) again.add(incident);
    return again.finish(clock);
  }

  return {
    add(row) {
      for (const rule of RULE_IDS) {
        for (const incident of incidentsIn(row, rule)) {
          incidents[rule].push(incident);
          counted[rule].add(incident);
        }
      }
    },
    figures(rule, clock) {
      const of = `${clock.now} ${clock.timeZone}`;
      const known = latest[rule];
      if (known !== undefined && latestOf[rule] === of) return known;
      const figures = clock.now === now ? counted[rule].finish(clock) : countAgain(rule, clock);
      latest[rule] = figures;
      latestOf[rule] = of;
      return figures;
    },
  };
}
