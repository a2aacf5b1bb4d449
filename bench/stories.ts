import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { createAssessor } from '@scout/cases';
import { writeBank } from './stories/bank/writeBank.ts';
import type { CreateDetector } from './stories/detectors/detector.ts';
import { createFirstSeen, createSevenDayNewTerms } from './stories/detectors/newTerms.ts';
import { readInventory, readLabels } from './stories/input/labels.ts';
import { openSortedRows } from './stories/input/sortedRows.ts';
import { printReports, reportOf } from './stories/measure/report.ts';
import { type Run, runDetectors } from './stories/measure/run.ts';

const HELP = `npm run -s bench:stories -- [--events FILE [--labels FILE] [--inventory FILE]] [options]

How many stories of misuse a detector finds for how many alerts. Reads NDJSON of flat rows with the specification's field names, sorted or
not, "record_id" unique; prints recall and precision by budget, for a first-seen rule, a seven-day new-terms rule and Scout.
Without --events it generates a bank of its own.

  --events FILE      rows to judge
  --labels FILE      stories in them: {"story", "kind", "account", "start", "end", "record_ids", "person"?} a line; without them
                     alerts are only counted
  --inventory FILE   {"domain", "accounts": [{"name", "app", "env"}], "servers": [{"name", "role", "env"}]}; each figure is then told
                     with and without it
  --alerts OUT       write the alerts that Scout would send, one JSON object a line
  --json             print one JSON object instead of tables

  --seed N           of the generated bank (default 1)
  --accounts N       service accounts of the bank, about 257 events each (default 2100)
  --stories N        stories of each kind for every 2,100 accounts (default 2)
  --write DIR        keep the bank's events.ndjson, labels.ndjson and inventory.json there
  --help             print this`;

const DETECTORS: Readonly<Record<string, CreateDetector>> = {
  'first-seen': createFirstSeen,
  'seven-day': createSevenDayNewTerms,
  scout: createAssessor,
};

/** The detector whose alerts are written to a file. */
const ALERTING = 'scout';

const { values: options } = parseArgs({
  options: {
    events: { type: 'string' },
    labels: { type: 'string' },
    inventory: { type: 'string' },
    alerts: { type: 'string' },
    json: { type: 'boolean', default: false },
    seed: { type: 'string', default: '1' },
    accounts: { type: 'string', default: '2100' },
    stories: { type: 'string', default: '2' },
    write: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});

type Files = { events: string; labels?: string | undefined; inventory?: string | undefined };

if (options.help) console.log(HELP);
else {
  try {
    await run();
  } catch (error) {
    console.error((error as Error).message);
    process.exitCode = 1;
  }
}

/** Judges the given file, or a bank generated for it. */
async function run(): Promise<void> {
  if (options.events !== undefined) {
    await judge({ events: options.events, labels: options.labels, inventory: options.inventory });
    return;
  }
  const bank = {
    seed: wholeNumber('seed', options.seed, 0),
    accounts: wholeNumber('accounts', options.accounts, 100),
    storiesOfKind: wholeNumber('stories', options.stories, 1),
  };
  const folder = options.write ?? mkdtempSync(join(tmpdir(), 'scout-stories-'));
  try {
    await judge(await writeBank(folder, bank, (day) => tell(`day ${day} of the bank`)));
  } finally {
    if (options.write === undefined) rmSync(folder, { recursive: true, force: true });
  }
}

async function judge(files: Files): Promise<void> {
  const stories = files.labels === undefined ? [] : readLabels(files.labels);
  const inventory = files.inventory === undefined ? undefined : readInventory(files.inventory);
  const file = await openSortedRows(files.events, (rows) => tell(`${rows} rows read`));
  if (file.count === 0) throw new Error(`${files.events} holds no row`);
  for (const [reason, count] of file.rejected) console.error(`${count} lines are no row: ${reason}`);
  if (file.withoutId > 0)
    console.error(`${file.withoutId} rows have no record id, so no alert can name them`);
  const { runs, first, last } = runDetectors(file.rows(), DETECTORS, inventory, cpuTime, (rows) =>
    tell(`${rows} of ${file.count} rows judged`),
  );
  // Every detector's alerts are divided by the same number: the accounts seen by the first rule, by names and inventory.
  const accounts = Math.max(runs[0]!.accounts, 1);
  const reports = runs.map((run) => reportOf(run, stories, { accounts, first, last }));
  if (options.alerts !== undefined) await writeAlerts(options.alerts, runs);
  const summary = {
    events: file.count,
    accounts,
    from: new Date(first).toISOString(),
    to: new Date(last).toISOString(),
    stories: stories.length,
  };
  if (options.json) console.log(JSON.stringify({ ...summary, detectors: reports }));
  else printReports(summary, reports);
}

/** Scout's alerts in order of time: with the inventory if given. */
async function writeAlerts(path: string, runs: readonly Run[]): Promise<void> {
  const run = runs.find(({ detector }) => detector === ALERTING)!;
  const alerts = run.alerts.toSorted((a, b) => Date.parse(a.time) - Date.parse(b.time));
  const lines = alerts.map(
    ({ recordIds, ...alert }) => `${JSON.stringify({ ...alert, record_ids: recordIds })}\n`,
  );
  await pipeline(lines, createWriteStream(path));
}

/** Progress on stderr, on one line of a terminal; nothing if stderr is a file. */
function tell(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${text}`);
}

/** Milliseconds of this thread's processor time. */
function cpuTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

function wholeNumber(name: string, text: string, least: number): number {
  const value = Number(text);
  if (Number.isSafeInteger(value) && value >= least) return value;
  throw new Error(`--${name} must be a whole number from ${least}, not ${JSON.stringify(text)}`);
}
