import { type Attribution, LEVELS } from './attribution.ts';
import type { Summary } from './judge.ts';
import type { Report } from './report.ts';

/** Budget for printing recall by kind. */
const AIM = 1;

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
      share(point.dayOne),
      share(point.settled),
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

export function titleOf({ detector, source }: Pick<Report, 'detector' | 'source'>): string {
  return source === 'none' ? detector : `${detector}, ${source}`;
}

export const line = (cells: readonly string[]) => cells.join(' ').trimEnd();
export const share = (value: number | null) => (value === null ? '-' : value.toFixed(2));
