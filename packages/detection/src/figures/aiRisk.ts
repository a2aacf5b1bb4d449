import type { Incident } from '../event.ts';
import type { AiRiskAggregates } from './aggregates.ts';
import { type Fold, foldAll, foldOf } from './fold.ts';
import type { AiRiskFigures, Clock } from './shapes.ts';
import { type Period, windowOf } from './window.ts';

/** Events from which the specification (section 9) calls the data enough. */
export const AI_RISK_ENOUGH = 50;

/** The sentence in place of AI risk rows (specification section 5). */
export function aiRiskNotice(count: number): string {
  return count > 0 && count < AI_RISK_ENOUGH
    ? "Less than 50 events isn't enough data for reliable ML results."
    : 'No data yet';
}

/** The AI risk panel over the rule's incidents of the clock's period, without one of the last 720 hours. */
export function aiRiskFigures(incidents: readonly Incident[], clock: Clock): AiRiskFigures {
  return finishAiRisk(foldAll(foldAiRisk(clock), incidents), clock);
}

/** First half of the figures: incidents in the period, an incident at a time. */
export function foldAiRisk(period: Period): Fold<AiRiskAggregates> {
  let total = 0;
  const count = () => {
    total += 1;
  };
  return foldOf(period, count, () => ({ total }));
}

/** Second half: the notice and the shape. */
export function finishAiRisk(aggregates: AiRiskAggregates, clock: Clock): AiRiskFigures {
  return { ...windowOf(clock), count: aggregates.total, notice: aiRiskNotice(aggregates.total) };
}
