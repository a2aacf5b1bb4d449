import type { Incident, RuleId } from '../event.ts';
import type { FiguresDefinition } from '../figures/definition.ts';
import { failedLogonDefinition } from '../figures/failedLogons.ts';
import { infrastructureChangeDefinition } from '../figures/infrastructureChanges.ts';
import { interactiveLogonDefinition } from '../figures/interactiveLogons.ts';
import { serviceAccountActivityDefinition } from '../figures/serviceAccountActivity.ts';
import type { Clock } from '../figures/shapes.ts';
import type { Period } from '../figures/window.ts';
import { aiRiskFigures } from './ai-risk/figures.ts';
import { aiRisk } from './ai-risk/rule.ts';
import { failedLogons } from './failed-logons/rule.ts';
import { infrastructureChanges } from './infrastructure-changes/rule.ts';
import { interactiveLogons } from './interactive-logons/rule.ts';
import type { Rule } from './rule.ts';
import { serviceAccountActivity } from './service-account-activity/rule.ts';

/** Every rule by its id. A new rule needs a folder beside these, an id in `event.ts` and a line here. */
export const RULES: Readonly<Record<RuleId, Rule>> = {
  'service-account-activity': serviceAccountActivity,
  'failed-logons': failedLogons,
  'interactive-logons': interactiveLogons,
  'ai-risk': aiRisk,
  'infrastructure-changes': infrastructureChanges,
};

/** Figures by rule. The call, the SQL and the counting in the browser follow from the entry. */
export const FIGURES = {
  'service-account-activity': serviceAccountActivityDefinition,
  'failed-logons': failedLogonDefinition,
  'interactive-logons': interactiveLogonDefinition,
  'ai-risk': aiRiskFigures,
  'infrastructure-changes': infrastructureChangeDefinition,
} as const satisfies { [Rule in RuleId]?: unknown };

/** A rule with figures: one without has incidents, and no dashboard of its own. */
export type FiguredRule = keyof typeof FIGURES;

/** The figures of each rule, computed by the browser or the server. */
export type FiguresOf = { [Rule in FiguredRule]: ReturnType<(typeof FIGURES)[Rule]['finish']> };

export const FIGURED_RULES = Object.keys(FIGURES) as readonly FiguredRule[];

/** Figures of a rule, counted one by one. */
export type Counting<Figures> = { add(incident: Incident): void; finish(clock: Clock): Figures };

type CountingOf = { [R in FiguredRule]: Counting<FiguresOf[R]> };

/** Begins to count the figures of a rule in a period. */
export function countFigures<R extends FiguredRule>(rule: R, period: Period): CountingOf[R] {
  const { fold, finish } = FIGURES[rule] as unknown as FiguresDefinition<unknown, FiguresOf[R]>;
  const { add, aggregates } = fold(period);
  return { add, finish: (clock: Clock) => finish(aggregates(), clock) } as CountingOf[R];
}

/** The figures of a rule over its incidents of the clock's period, without one of the last 720 hours. */
export function figuresOf<R extends FiguredRule>(
  rule: R,
  incidents: readonly Incident[],
  clock: Clock,
): FiguresOf[R] {
  const counting = countFigures(rule, clock);
  for (const incident of incidents) counting.add(incident);
  return counting.finish(clock) as FiguresOf[R];
}
