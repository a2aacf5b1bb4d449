import type { NormalisedRow } from '@scout/detection';
import type { CaseAlert, CreateDetector, DetectorOptions } from '../detectors/detector.ts';
import { createTopAlerts } from './topAlerts.ts';

/** Rows between two checks of the clock. */
const CHUNK = 4_096;

/** Where a detector knows accounts and machines from, beside names and events. */
export const SOURCES = ['inventory', 'directory', 'none'] as const;
export type Source = (typeof SOURCES)[number];

/** Result and cost of one detector on a file. */
export type Run = {
  detector: string;
  source: Source;
  alerts: CaseAlert[];
  /** Number of all alerts, also of those that were not kept. */
  total: number;
  /** Number of monitored service accounts. */
  accounts: number;
  eventsPerSecond: number;
  bytesPerAccount: number;
};

/** First and last time of the rows, epoch milliseconds. */
export type DetectorRuns = { runs: Run[]; first: number; last: number };

export type RunOptions = {
  detectors: Readonly<Record<string, CreateDetector>>;
  /** Each detector runs once with each of them. */
  variants: readonly DetectorOptions[];
  /** Milliseconds of processor time, for events per second. */
  clock: () => number;
  /** Most alerts kept of a detector, the most severe; all by default. */
  keep?: number;
  /** Called with the number of rows judged, and the time of the last one. */
  progress?: (rows: number, time: number) => void;
};

/** Passes every row to every detector in each variant. @param chunks rows in order of time */
export async function runDetectors(
  chunks: Iterable<NormalisedRow[]> | AsyncIterable<NormalisedRow[]>,
  { detectors, variants, clock, keep = Number.POSITIVE_INFINITY, progress = () => {} }: RunOptions,
): Promise<DetectorRuns> {
  const running = Object.entries(detectors).flatMap(([detector, create]) =>
    variants.map((variant) => ({
      detector,
      source: sourceOf(variant),
      instance: create(variant),
      alerts: createTopAlerts(keep),
      spent: 0,
    })),
  );
  let count = 0;
  let first = Number.NaN;
  let last = Number.NaN;
  for await (const chunk of chunks) {
    if (count === 0) first = Date.parse(chunk[0]!.timestamp);
    last = Date.parse(chunk.at(-1)!.timestamp);
    count += chunk.length;
    for (const run of running) {
      const start = clock();
      for (const row of chunk) run.alerts.add(run.instance.observe(row));
      run.spent += clock() - start;
    }
    progress(count, last);
  }
  const runs = running.map(({ instance, spent, alerts, ...run }) => {
    const start = clock();
    alerts.add(instance.finish());
    const seconds = (spent + clock() - start) / 1_000;
    const accounts = instance.accounts();
    return {
      ...run,
      alerts: alerts.kept(),
      total: alerts.total(),
      accounts,
      eventsPerSecond: seconds === 0 ? 0 : Math.round(count / seconds),
      bytesPerAccount: accounts === 0 ? 0 : Math.round(instance.stateBytes() / accounts),
    };
  });
  return { runs, first, last };
}

function sourceOf({ inventory, directory }: DetectorOptions): Source {
  if (directory !== undefined) return 'directory';
  return inventory === undefined ? 'none' : 'inventory';
}

/** Rows in groups of a few thousand. */
export function* chunksOf(rows: Iterable<NormalisedRow>): Generator<NormalisedRow[]> {
  let chunk: NormalisedRow[] = [];
  for (const row of rows) {
    chunk.push(row);
    if (chunk.length < CHUNK) continue;
    yield chunk;
    chunk = [];
  }
  if (chunk.length > 0) yield chunk;
}
