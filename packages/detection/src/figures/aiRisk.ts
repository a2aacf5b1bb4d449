import type { Incident } from '../event.ts';
import type { AiRiskAggregates } from './aggregates.ts';
import { type Fold, foldAll, foldOf } from './fold.ts';
import type { AiRiskFigures, Clock } from './shapes.ts';
import { type Period, windowOf } from './window.ts';

/** Number of events that the specification (section 9) considers enough data. */
export const AI_RISK_ENOUGH = 50;

/** Text shown instead of AI risk rows (specification section 5). */
export function aiRiskNotice(count: number): string {
  return count > 0 && count < AI_RISK_ENOUGH
    ? "Less than 50 events isn't enough data for reliable ML results."
    : 'No data yet';
}

/** The AI risk panel over the rule's incidents in the clock's period, by default the last 720 hours. */
export function aiRiskFigures(incidents: readonly Incident[], clock: Clock): AiRiskFigures {
  return finishAiRisk(foldAll(foldAiRisk(clock), incidents), clock);
}

/** First step of the figures: adds incidents of the period one by one. */
export function foldAiRisk(period: Period): Fold<AiRiskAggregates> {
  let total = 0;
  const count = () => {
    total += 1;
  };
  return foldOf(period, count, () => ({ total }));
}

/** Second step: the notice and the shape. */
export function finishAiRisk(aggregates: AiRiskAggregates, clock: Clock): AiRiskFigures {
  return { ...windowOf(clock), count: aggregates.total, notice: aiRiskNotice(aggregates.total) };
}
