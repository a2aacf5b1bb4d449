import { DAY } from '@scout/detection/time';
import { curveOf, type Point, rankAlerts } from '../measure/curve.ts';
import { DETECTORS } from '../measure/judge.ts';
import { line, share } from '../measure/print.ts';
import { runDetectors } from '../measure/run.ts';
import { openCert } from './cert.ts';
import type { OpenDataset } from './dataset.ts';
import { openLanl } from './lanl.ts';

export const DATASETS: Readonly<Record<string, OpenDataset>> = { lanl: openLanl, cert: openCert };

/** Alerts a day of the whole organization, as many as people read. */
const BUDGETS = [0.1, 0.25, 0.5, 1, 2, 5, 10, 20, 50, 100] as const;
/** Days of the longest data set, for which the alerts of the largest budget are kept. */
const MOST_DAYS = 600;
const KEPT = BUDGETS.at(-1)! * MOST_DAYS;
/** Time between two lines of progress. */
const PAUSE = 5_000;

/** Results of the detectors on a public data set. */
export type DatasetReport = {
  dataset: string;
  rows: number;
  from: string;
  to: string;
  stories: number;
  notes: string[];
  detectors: {
    detector: string;
    alerts: number;
    accounts: number;
    eventsPerSecond: number;
    curve: Point[];
  }[];
};

/**
 * Reads a public data set once, row by row, and measures every detector on it.
 *
 * @param clock milliseconds of processor time
 * @param now milliseconds, for the pauses of the progress
 * @param tell one line of progress, each few seconds
 * @throws Error that says which file is missing and where it comes from
 */
export async function measureDataset(
  name: string,
  folder: string,
  limit: number,
  { clock, now, tell }: { clock: () => number; now: () => number; tell: (line: string) => void },
): Promise<DatasetReport> {
  const dataset = await DATASETS[name]!(folder, limit);
  let rows = 0;
  let printedAt = now();
  let printedRows = 0;
  const { runs, first, last } = await runDetectors(dataset.chunks(), {
    detectors: DETECTORS,
    variants: [{ naming: dataset.naming }],
    clock,
    keep: KEPT,
    progress(count, time) {
      rows = count;
      const seconds = (now() - printedAt) / 1_000;
      if (seconds < PAUSE / 1_000) return;
      const rate = Math.round((count - printedRows) / seconds);
      const size = Math.round(process.memoryUsage.rss() / 1e6);
      tell(
        `${figure(count)} rows to ${new Date(time).toISOString().slice(0, 10)}, ${figure(rate)} rows/s, ${size} MB`,
      );
      printedAt = now();
      printedRows = count;
    },
  });
  if (rows === 0) throw new Error(`${folder} holds no row of ${name}`);
  const stories = dataset.stories();
  // Budgets are alerts a day: those of 1,000 accounts.
  const scale = { accounts: 1_000, first, last };
  return {
    dataset: name,
    rows,
    from: new Date(first).toISOString(),
    to: new Date(last).toISOString(),
    stories: stories.length,
    notes: dataset.notes(),
    detectors: runs.map(({ detector, alerts, total, accounts, eventsPerSecond }) => ({
      detector,
      alerts: total,
      accounts,
      eventsPerSecond,
      curve: curveOf(rankAlerts(alerts, stories), stories, scale, BUDGETS).filter(
        ({ budget }) => budget !== null,
      ),
    })),
  };
}

/** The curves side by side, with the recall by kind at the budget of one alert a day. */
export function printDataset(report: DatasetReport): void {
  const { dataset, rows, from, to, stories, notes, detectors } = report;
  const days = Math.max(1, (Date.parse(to) - Date.parse(from)) / DAY);
  console.log(`${dataset}: ${figure(rows)} rows of ${days.toFixed(1)} days, ${stories} stories`);
  for (const note of notes) console.log(note);
  for (const { detector, alerts, accounts, eventsPerSecond, curve } of detectors) {
    console.log(
      `\n${detector}: ${figure(alerts)} alerts of ${figure(accounts)} accounts, ${figure(eventsPerSecond)} events/s`,
    );
    console.log(line(['alerts/day', 'alerts', 'found', 'recall', 'precision'].map(right)));
    for (const { budget, alerts, found, recall, precision } of curve)
      console.log(
        line([budget!, alerts, `${found} of ${stories}`, share(recall), share(precision)].map(right)),
      );
  }
  const kinds = Object.keys(detectors[0]?.curve[0]?.byKind ?? {}).sort();
  if (kinds.length > 1) console.log('\nFound by kind at 1 and at 10 alerts a day');
  if (kinds.length > 1)
    for (const kind of kinds)
      console.log(
        `${kind.padEnd(14)}${detectors
          .map(({ detector, curve }) => `${detector} ${tallyOf(curve, 1, kind)}, ${tallyOf(curve, 10, kind)}`)
          .join('; ')}`,
      );
}

function tallyOf(curve: readonly Point[], budget: number, kind: string): string {
  const tally = curve.find((point) => point.budget === budget)?.byKind[kind];
  return tally === undefined ? '-' : `${tally.found} of ${tally.of}`;
}

const figure = (value: number) => value.toLocaleString('en-US');
const right = (cell: string | number) => String(cell).padStart(12);
