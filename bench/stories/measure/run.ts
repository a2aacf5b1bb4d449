import type { NormalisedRow } from '@scout/detection';
import type { CaseAlert, CreateDetector, Inventory } from '../detectors/detector.ts';

/** Rows between two checks of the clock. */
const CHUNK = 4_096;

/** Result and cost of one detector on a file. */
export type Run = {
  detector: string;
  withInventory: boolean;
  alerts: CaseAlert[];
  /** Number of monitored service accounts. */
  accounts: number;
  eventsPerSecond: number;
  bytesPerAccount: number;
};

/** First and last time of the rows, epoch milliseconds. */
export type Outcome = { runs: Run[]; first: number; last: number };

/**
 * Passes every row to every detector, with and without the inventory if given.
 *
 * @param rows in order of time
 * @param clock milliseconds of processor time, for events per second
 */
export function runDetectors(
  rows: Iterable<NormalisedRow>,
  detectors: Readonly<Record<string, CreateDetector>>,
  inventory: Inventory | undefined,
  clock: () => number,
  progress: (rows: number) => void = () => {},
): Outcome {
  const options = inventory === undefined ? [{}] : [{ inventory }, {}];
  const running = Object.entries(detectors).flatMap(([detector, create]) =>
    options.map((option) => ({
      detector,
      withInventory: 'inventory' in option,
      instance: create(option),
      alerts: [] as CaseAlert[],
      spent: 0,
    })),
  );
  let count = 0;
  let first = Number.NaN;
  let last = Number.NaN;
  for (const chunk of chunksOf(rows)) {
    if (count === 0) first = Date.parse(chunk[0]!.timestamp);
    last = Date.parse(chunk.at(-1)!.timestamp);
    count += chunk.length;
    for (const run of running) {
      const start = clock();
      for (const row of chunk) {
        const alerts = run.instance.observe(row);
        if (alerts.length > 0) run.alerts.push(...alerts);
      }
      run.spent += clock() - start;
    }
    progress(count);
  }
  const runs = running.map(({ instance, spent, alerts, ...run }) => {
    const start = clock();
    alerts.push(...instance.finish());
    const seconds = (spent + clock() - start) / 1_000;
    const accounts = instance.accounts();
    return {
      ...run,
      alerts,
      accounts,
      eventsPerSecond: seconds === 0 ? 0 : Math.round(count / seconds),
      bytesPerAccount: accounts === 0 ? 0 : Math.round(instance.stateBytes() / accounts),
    };
  });
  return { runs, first, last };
}

function* chunksOf(rows: Iterable<NormalisedRow>): Generator<NormalisedRow[]> {
  let chunk: NormalisedRow[] = [];
  for (const row of rows) {
    chunk.push(row);
    if (chunk.length < CHUNK) continue;
    yield chunk;
    chunk = [];
  }
  if (chunk.length > 0) yield chunk;
}
