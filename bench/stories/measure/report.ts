import type { Story } from '../input/labels.ts';
import { type Attribution, attributionOf } from './attribution.ts';
import { type FalseAlerts, falseAlertsOf } from './causes.ts';
import { curveOf, type Point, rankAlerts, type Scale, settledCurveOf } from './curve.ts';
import type { Run, Source } from './run.ts';

/** Complete result of one detector. */
export type Report = {
  detector: string;
  source: Source;
  alerts: number;
  recordsPerAlert: { median: number; max: number };
  eventsPerSecond: number;
  bytesPerAccount: number;
  curve: Point[];
  settledCurve: Point[];
  attribution: Attribution;
  falseAlerts: { at1: FalseAlerts; at5: FalseAlerts };
};

/** @param causes what rows belong to that are no misuse, by record id */
export function reportOf(
  run: Run,
  stories: readonly Story[],
  scale: Scale,
  causes: ReadonlyMap<string, string> = new Map(),
): Report {
  const ranked = rankAlerts(run.alerts, stories);
  const sizes = run.alerts.map(({ recordIds }) => recordIds.length).sort((a, b) => a - b);
  const curve = curveOf(ranked, stories, scale);
  const falseAt = (budget: number) =>
    falseAlertsOf(ranked, curve.find((point) => point.budget === budget)!, causes);
  return {
    detector: run.detector,
    source: run.source,
    alerts: run.total,
    recordsPerAlert: { median: sizes[sizes.length >> 1] ?? 0, max: sizes.at(-1) ?? 0 },
    eventsPerSecond: run.eventsPerSecond,
    bytesPerAccount: run.bytesPerAccount,
    curve,
    settledCurve: settledCurveOf(ranked, stories, scale),
    attribution: attributionOf(ranked, stories),
    falseAlerts: { at1: falseAt(1), at5: falseAt(5) },
  };
}
