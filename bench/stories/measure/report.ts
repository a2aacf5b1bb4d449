import type { Story } from '../input/labels.ts';
import { type Attribution, attributionOf, LEVELS } from './attribution.ts';
import { curveOf, type Point, rankAlerts, type Scale, settledCurveOf } from './curve.ts';
import type { Run } from './run.ts';

/** Budget for reporting recall by kind and attribution. */
const AIM = 1;

/** Complete result of one detector. */
export type Report = {
  detector: string;
  withInventory: boolean;
  alerts: number;
  recordsPerAlert: { median: number; max: number };
  eventsPerSecond: number;
  bytesPerAccount: number;
  curve: Point[];
  settledCurve: Point[];
  attribution: Attribution;
};

export function reportOf(run: Run, stories: readonly Story[], scale: Scale): Report {
  const ranked = rankAlerts(run.alerts, stories);
  const sizes = run.alerts.map(({ recordIds }) => recordIds.length).sort((a, b) => a - b);
  return {
    detector: run.detector,
    withInventory: run.withInventory,
    alerts: run.alerts.length,
    recordsPerAlert: { median: sizes[sizes.length >> 1] ?? 0, max: sizes.at(-1) ?? 0 },
    eventsPerSecond: run.eventsPerSecond,
    bytesPerAccount: run.bytesPerAccount,
    curve: curveOf(ranked, stories, scale),
    settledCurve: settledCurveOf(ranked, stories, scale),
    attribution: attributionOf(ranked, stories),
  };
}

/** The judged file. */
export type Summary = { events: number; accounts: number; from: string; to: string; stories: number };

/** The reports as tables for a terminal. */
export function printReports(summary: Summary, reports: readonly Report[]): void {
  const { events, accounts, from, to, stories } = summary;
  console.log(`${events} events of ${accounts} service accounts, ${from} to ${to}, ${stories} stories`);
  for (const report of reports) printReport(report, stories > 0);
  if (stories > 0) printKinds(reports);
}

function printReport(report: Report, isLabelled: boolean): void {
  const { median, max } = report.recordsPerAlert;
  console.log(
    `\n${titleOf(report)}: ${report.alerts} alerts of ${median} records (at most ${max}), ` +
      `${report.eventsPerSecond.toLocaleString('en-US')} events/s, ${report.bytesPerAccount} bytes an account`,
  );
  const settled = new Map(report.settledCurve.map((point) => [point.budget, point]));
  const titles = ['budget', 'alerts', 'recall', 'precision', 'day one', 'from day 15'];
  const late = ['recall', 'precision'];
  console.log(line([...titles, ...late].map((title) => title.padStart(11))));
  for (const point of report.curve) {
    const after = settled.get(point.budget);
    const cells = [
      point.budget ?? 'all',
      point.alerts,
      isLabelled ? share(point.recall) : '',
      isLabelled ? share(point.precision) : '',
      rate(point.dayOne),
      rate(point.settled),
      isLabelled && after !== undefined ? share(after.recall) : '',
      isLabelled && after !== undefined ? share(after.precision) : '',
    ];
    console.log(line(cells.map((cell) => String(cell).padStart(11))));
  }
  if (isLabelled) printAttribution(report.attribution);
}

function printAttribution({ stories, nobody, right, wrong, withoutPerson, accused }: Attribution): void {
  if (stories === 0 && withoutPerson === 0) return;
  const levels = (tally: Record<string, number>) =>
    LEVELS.map((level) => `${level} ${tally[level]}`).join(', ');
  console.log(
    `  persons of ${stories} found stories: right ${levels(right)}; wrong ${levels(wrong)}; nobody ${nobody}` +
      (withoutPerson === 0 ? '' : `; of ${withoutPerson} with nobody to name, ${accused} name one`),
  );
}

/** Recall by kind of story within the target budget, and of all alerts. */
function printKinds(reports: readonly Report[]): void {
  const kinds = [...new Set(reports.flatMap(({ curve }) => Object.keys(curve[0]?.byKind ?? {})))].sort();
  const width = Math.max(...kinds.map((kind) => kind.length), 4) + 2;
  console.log(`\nRecall by kind, found at ${AIM} alert per 1,000 accounts and day, then by any alert`);
  console.log(line(['kind'.padEnd(width), ...reports.map((report) => titleOf(report).padStart(28))]));
  for (const kind of kinds) {
    const cells = reports.map(({ curve }) => {
      const at = (budget: number | null) => curve.find((point) => point.budget === budget)!.byKind[kind]!;
      return `${at(AIM).found} / ${at(null).found} of ${at(null).of}`.padStart(28);
    });
    console.log(line([kind.padEnd(width), ...cells]));
  }
}

function titleOf({ detector, withInventory }: Report): string {
  return withInventory ? `${detector}, inventory` : detector;
}

const line = (cells: readonly string[]) => cells.join(' ').trimEnd();
const share = (value: number | null) => (value === null ? '-' : value.toFixed(2));
const rate = (value: number | null) => (value === null ? '-' : value.toFixed(2));
