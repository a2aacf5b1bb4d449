import { createAssessor } from '@scout/cases';
import type { CreateDetector } from '../detectors/detector.ts';
import { createFirstSeen, createSevenDayNewTerms } from '../detectors/newTerms.ts';
import { readDirectory, withDirectory } from '../input/directory.ts';
import { readCauses, readInventory, readLabels, type Story } from '../input/labels.ts';
import { openSortedRows, type SortedRows } from '../input/sortedRows.ts';
import { type Report, reportOf } from './report.ts';
import { chunksOf, type Run, runDetectors } from './run.ts';

export const DETECTORS: Readonly<Record<string, CreateDetector>> = {
  'first-seen': createFirstSeen,
  'seven-day': createSevenDayNewTerms,
  scout: createAssessor,
};

/** The detector whose alerts are written and whose sentences are printed. */
export const ALERTING = 'scout';

export type Files = {
  events: string;
  labels?: string | undefined;
  inventory?: string | undefined;
  directory?: string | undefined;
  causes?: string | undefined;
};

/** The judged file. */
export type Summary = { events: number; accounts: number; from: string; to: string; stories: number };

export type Judgment = {
  summary: Summary;
  reports: Report[];
  runs: Run[];
  stories: Story[];
  causes: ReadonlyMap<string, string>;
  rows: SortedRows['rows'];
};

/** Milliseconds of processor time, what tells the progress, and detectors beside the usual ones. */
export type Judging = {
  clock: () => number;
  tell: (progress: string) => void;
  further?: Readonly<Record<string, CreateDetector>>;
};

/** Judges a file by all detectors, with the inventory and with the directory if given, and without. @throws Error if it cannot be read or holds no row */
export async function judge(files: Files, { clock, tell, further = {} }: Judging): Promise<Judgment> {
  const stories = files.labels === undefined ? [] : readLabels(files.labels);
  const variants = [
    ...(files.inventory === undefined ? [] : [{ inventory: readInventory(files.inventory) }]),
    ...(files.directory === undefined ? [] : [withDirectory(readDirectory(files.directory))]),
    {},
  ];
  const causes = files.causes === undefined ? new Map<string, string>() : readCauses(files.causes);
  const file = await openSortedRows(files.events, (rows) => tell(`${rows} rows read`));
  if (file.count === 0) throw new Error(`${files.events} holds no row`);
  for (const [reason, count] of file.rejected) console.error(`${count} lines are no row: ${reason}`);
  if (file.withoutId > 0)
    console.error(`${file.withoutId} rows have no record id, so no alert can name them`);
  const { runs, first, last } = await runDetectors(chunksOf(file.rows()), {
    detectors: { ...further, ...DETECTORS },
    variants,
    clock,
    progress: (rows) => tell(`${rows} of ${file.count} rows judged`),
  });
  // Every detector's alerts are divided by the same number: the accounts seen by the first rule in its first variant.
  const accounts = Math.max(runs.find(({ detector }) => detector === 'first-seen')!.accounts, 1);
  return {
    summary: {
      events: file.count,
      accounts,
      from: new Date(first).toISOString(),
      to: new Date(last).toISOString(),
      stories: stories.length,
    },
    reports: runs.map((run) => reportOf(run, stories, { accounts, first, last }, causes)),
    runs,
    stories,
    causes,
    rows: file.rows,
  };
}
