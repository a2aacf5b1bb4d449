import { DAY } from '@scout/detection/time';
import type { CaseAlert } from '../detectors/detector.ts';
import type { Story } from '../input/labels.ts';
import { matchAlerts } from './match.ts';

/** Time after which detectors have learned enough about an organization. */
const SETTLING = 14 * DAY;

/** Alerts per 1,000 accounts and day for which recall and precision are reported. */
export const BUDGETS = [0.1, 0.25, 0.5, 1, 2, 3, 5, 10] as const;

/** A file's time range and its number of service accounts, for alert rates. Times are epoch milliseconds. */
export type Scale = { accounts: number; first: number; last: number };

/** The most severe alerts within a budget. Rates are alerts per 1,000 accounts and day. */
export type Point = {
  /** Null: every alert. */
  budget: number | null;
  alerts: number;
  rate: number;
  dayOne: number;
  /** From the fifteenth day on; null for a shorter file. */
  settled: number | null;
  found: number;
  recall: number;
  /** Share of the alerts that find a story; null without alerts. */
  precision: number | null;
  byKind: Record<string, { found: number; of: number }>;
};

/** Alerts in the order of the budget, each with its found stories. */
export type Ranked = { alert: CaseAlert; found: number[] };

/** Most severe first. Equal scores are ordered pseudo-randomly by record id, not by time, so that no day is preferred. */
export function bySeverity(a: CaseAlert, b: CaseAlert): number {
  return b.score - a.score || drawOf(a) - drawOf(b);
}

/** The alerts by severity, each with the stories that it finds. */
export function rankAlerts(alerts: readonly CaseAlert[], stories: readonly Story[]): Ranked[] {
  const found = matchAlerts(alerts, stories);
  return alerts
    .map((alert, index) => ({ alert, found: found[index]! }))
    .sort((a, b) => bySeverity(a.alert, b.alert));
}

/** Recall and precision for each budget over all days of the file, followed by all alerts. */
export function curveOf(
  ranked: readonly Ranked[],
  stories: readonly Story[],
  scale: Scale,
  budgets: readonly number[] = BUDGETS,
): Point[] {
  const days = daysOf(scale);
  return [...budgets, null].map((budget) => {
    const most = budget === null ? ranked.length : Math.floor((budget * scale.accounts * days) / 1_000);
    return pointOf(budget, ranked.slice(0, most), stories, scale);
  });
}

/** The same from the fifteenth day on: excludes stories and alerts of the first fourteen days. Empty for a shorter file. */
export function settledCurveOf(ranked: readonly Ranked[], stories: readonly Story[], scale: Scale): Point[] {
  const first = scale.first + SETTLING;
  if (first >= scale.last) return [];
  const late = stories.filter(({ start }) => start >= first);
  const places = new Map(late.map((story, place) => [story, place]));
  const counted: Ranked[] = [];
  for (const { alert, found } of ranked) {
    const ofLate = found.flatMap((index) => places.get(stories[index]!) ?? []);
    // An alert on an earlier story is neither true nor false here.
    if (ofLate.length > 0 || (found.length === 0 && Date.parse(alert.time) >= first))
      counted.push({ alert, found: ofLate });
  }
  return curveOf(counted, late, { ...scale, first });
}

function pointOf(
  budget: number | null,
  taken: readonly Ranked[],
  stories: readonly Story[],
  scale: Scale,
): Point {
  const found = new Set(taken.flatMap((entry) => entry.found));
  const byKind: Point['byKind'] = {};
  for (const [index, { kind }] of stories.entries()) {
    byKind[kind] ??= { found: 0, of: 0 };
    const tally = byKind[kind];
    tally.of += 1;
    if (found.has(index)) tally.found += 1;
  }
  const per = (alerts: number, days: number) => (alerts * 1_000) / (scale.accounts * days);
  const within = (from: number, to: number) =>
    taken.filter(({ alert }) => Date.parse(alert.time) >= from && Date.parse(alert.time) < to).length;
  const settledFrom = scale.first + SETTLING;
  return {
    budget,
    alerts: taken.length,
    rate: per(taken.length, daysOf(scale)),
    dayOne: per(within(scale.first, scale.first + DAY), 1),
    settled:
      settledFrom >= scale.last
        ? null
        : per(within(settledFrom, Number.POSITIVE_INFINITY), (scale.last - settledFrom) / DAY),
    found: found.size,
    recall: stories.length === 0 ? 0 : found.size / stories.length,
    precision:
      taken.length === 0 ? null : taken.filter((entry) => entry.found.length > 0).length / taken.length,
    byKind,
  };
}

/** Number of days spanned by a file, at least one. */
function daysOf({ first, last }: Scale): number {
  return Math.max(1, (last - first) / DAY);
}

/** A reproducible pseudo-random number (FNV-1a). */
function drawOf(alert: CaseAlert): number {
  const text = alert.recordIds[0] ?? `${alert.account} ${alert.time}`;
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}
