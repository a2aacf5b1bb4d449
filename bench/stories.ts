import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { writeBank } from './stories/bank/writeBank.ts';
import { DATASETS, measureDataset, printDataset } from './stories/datasets/measure.ts';
import { numberOf, parseSeeds } from './stories/input/options.ts';
import { type Accusation, accusationsOf, printAccusations } from './stories/measure/accusations.ts';
import { ALERTING, type Files, type Judgment, judge } from './stories/measure/judge.ts';
import { detectorsWithout, PART_NAMES } from './stories/measure/parts.ts';
import { printReports } from './stories/measure/print.ts';
import { printComparison } from './stories/measure/printComparison.ts';
import { printSentences, type Sentence, sentencesOf, sentencesOfBanks } from './stories/measure/sentences.ts';
import { compare } from './stories/measure/spread.ts';

const HELP = `npm run -s bench:stories -- [--events FILE [--labels FILE] [--inventory FILE] [--directory FILE]] [options]
npm run -s bench:stories -- --dataset lanl|cert --folder F [--events N] [--json]

How many stories of misuse a detector finds for how many alerts. Reads NDJSON of flat rows with the specification's field names, sorted or
not, "record_id" unique; prints recall and precision by budget, for a first-seen rule, a seven-day new-terms rule and Scout.
Without --events it generates banks of its own, each with its own sizes, names, coverage and noise, and prints the mean, the worst bank and
the deviation of each figure.

  --events FILE      rows to judge
  --labels FILE      stories in them: {"story", "kind", "account", "start", "end", "record_ids", "person"?} a line; without them
                     alerts are only counted
  --inventory FILE   {"domain", "accounts": [{"name", "app", "env"}], "servers": [{"name", "role", "env"}]}; each figure is then told
                     with and without it
  --directory FILE   {"accounts": [{"name", "kind", "sid", "has_services", "dn", "created"}], "computers": [{"name", "role", "dn"}]}: as a sync
                     reads them; each figure is then also told with what a server takes of it
  --causes FILE      {"record_id", "cause"} a line: ordinary events that look like misuse, to tell what false alerts are about
  --alerts OUT       write the alerts that Scout would send, one JSON object a line
  --sentences N      print N true and N false cases of Scout beside their events, instead of tables
  --without PARTS    also judge by Scout without each of these parts: all, or some of the list, separated by commas:
                     ${PART_NAMES.slice(0, 4).join(', ')},
                     ${PART_NAMES.slice(4).join(', ')}
  --json             print one JSON object instead of tables

  --seed N           one generated bank
  --seeds A-B        several: 1-5 (the default), or a list, 3,8,21
  --accounts N       service accounts of a bank, about 250 events each (drawn by the seed: 300 to 2,400)
  --stories N        stories of each kind for every 2,100 accounts (default 2)
  --write DIR        keep a bank's files there: events.ndjson, labels.ndjson, inventory.json, directory.json,
                     causes.ndjson, domain.json

  --dataset NAME     a public data set, as downloaded: lanl (auth.txt.gz, redteam.txt.gz from https://csr.lanl.gov/data/cyber1/) or cert
                     (release 4.2 and its answers, see the message about a missing file); every user is watched like a service account,
                     and budgets are alerts a day, 0.1 to 100
  --folder F         where its files are
  --events N         with --dataset: read the first N events
  --help             print this`;

const { values: options } = parseArgs({
  options: {
    events: { type: 'string' },
    labels: { type: 'string' },
    inventory: { type: 'string' },
    directory: { type: 'string' },
    causes: { type: 'string' },
    alerts: { type: 'string' },
    sentences: { type: 'string' },
    json: { type: 'boolean', default: false },
    seed: { type: 'string' },
    seeds: { type: 'string', default: '1-5' },
    accounts: { type: 'string' },
    stories: { type: 'string', default: '2' },
    write: { type: 'string' },
    without: { type: 'string' },
    dataset: { type: 'string' },
    folder: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});

if (options.help) console.log(HELP);
else {
  try {
    await run();
  } catch (error) {
    console.error((error as Error).message);
    process.exitCode = 1;
  }
}

/** Judges a public data set, the given file, or banks generated for it. */
async function run(): Promise<void> {
  if (options.dataset !== undefined) await runDataset(options.dataset);
  else if (options.events !== undefined) {
    const { events, labels, inventory, directory, causes } = options;
    await tellOne(await judged({ events, labels, inventory, directory, causes }), null);
  } else
    await runBanks(
      options.seed === undefined ? parseSeeds(options.seeds) : [numberOf('seed', options.seed, 0)],
    );
}

async function runDataset(name: string): Promise<void> {
  if (DATASETS[name] === undefined)
    throw new Error(`--dataset must be ${Object.keys(DATASETS).join(' or ')}, not ${JSON.stringify(name)}`);
  if (options.folder === undefined) throw new Error('--dataset needs --folder, where its files are');
  const limit =
    options.events === undefined ? Number.POSITIVE_INFINITY : numberOf('events', options.events, 1);
  const report = await measureDataset(name, options.folder, limit, {
    clock: cpuTime,
    now: () => performance.now(),
    tell: (text) => console.error(text),
  });
  if (options.json) console.log(JSON.stringify(report));
  else printDataset(report);
}

async function runBanks(seeds: readonly number[]): Promise<void> {
  const [only] = seeds;
  if (seeds.length === 1)
    return withBank(only!, (files) => judged(files).then((result) => tellOne(result, only!)));
  for (const name of ['write', 'alerts'] as const)
    if (options[name] !== undefined) throw new Error(`--${name} is for one bank: name it with --seed`);
  const banks: { seed: number; summary: Judgment['summary']; reports: Judgment['reports'] }[] = [];
  const sentences: Sentence[] = [];
  const accusations: Accusation[] = [];
  const wanted = sentencesWanted();
  for (const seed of seeds)
    await withBank(seed, async (files) => {
      const result = await judged(files);
      banks.push({ seed, summary: result.summary, reports: result.reports });
      accusations.push(...accusationsOf(result, ALERTING));
      if (wanted > 0) sentences.push(...sentencesOf(result, wanted, seed));
    });
  if (wanted > 0) return printSentences(sentencesOfBanks(sentences, wanted));
  const comparison = compare(banks);
  if (options.json) {
    const seeds = banks.map(({ seed, summary, reports }) => ({ seed, ...summary, detectors: reports }));
    console.log(JSON.stringify({ seeds, comparison, accusations }));
    return;
  }
  for (const { seed, summary } of banks)
    console.log(
      `seed ${seed}: ${summary.accounts} accounts, ${summary.events} events, ${summary.stories} stories`,
    );
  printComparison(comparison, seeds.length);
  printAccusations(accusations);
}

/** The report of one file. */
async function tellOne(result: Judgment, seed: number | null): Promise<void> {
  if (options.alerts !== undefined) await writeAlerts(options.alerts, result);
  const wanted = sentencesWanted();
  if (wanted > 0) printSentences(sentencesOf(result, wanted, seed));
  else {
    const accusations = accusationsOf(result, ALERTING);
    if (options.json)
      console.log(JSON.stringify({ ...result.summary, detectors: result.reports, accusations }));
    else {
      printReports(result.summary, result.reports);
      printAccusations(accusations);
    }
  }
}

/** Generates a bank for as long as it is used. */
async function withBank(seed: number, use: (files: Files) => Promise<void>): Promise<void> {
  const bank = {
    seed,
    accounts: options.accounts === undefined ? undefined : numberOf('accounts', options.accounts, 100),
    storiesOfKind: numberOf('stories', options.stories, 1),
  };
  const folder = options.write ?? mkdtempSync(join(tmpdir(), 'scout-stories-'));
  try {
    await use(await writeBank(folder, bank, (day) => tell(`seed ${seed}: day ${day} of the bank`)));
  } finally {
    if (options.write === undefined) rmSync(folder, { recursive: true, force: true });
  }
}

function judged(files: Files): Promise<Judgment> {
  const further = options.without === undefined ? {} : detectorsWithout(options.without);
  return judge(files, { clock: cpuTime, tell, further });
}

/** Scout's alerts in order of time: with the inventory if given. */
async function writeAlerts(path: string, { runs }: Judgment): Promise<void> {
  const run = runs.find(({ detector }) => detector === ALERTING)!;
  const alerts = run.alerts.toSorted((a, b) => Date.parse(a.time) - Date.parse(b.time));
  const lines = alerts.map(
    ({ recordIds, ...alert }) => `${JSON.stringify({ ...alert, record_ids: recordIds })}\n`,
  );
  await pipeline(lines, createWriteStream(path));
}

function sentencesWanted(): number {
  return options.sentences === undefined ? 0 : numberOf('sentences', options.sentences, 1);
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
