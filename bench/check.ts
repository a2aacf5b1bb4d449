import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { checkOut, committedBaseline, runIn } from './check/checkout.ts';
import { type Compared, compare, type Figure, LEAST_QUOTIENT, order } from './check/compare.ts';

const HELP = `npm run bench:check -- [--against COMMIT] [--rounds R] [--json]

Measures ingest and detection by turns with the code of the committed baseline, checked out, installed and built beside the
temporary files, and compares the medians. Processor time decides, because other work on the machine hardly changes it; the
rate of ingest to COPY and that of detection to JSON.parse are shown beside it.

  --against COMMIT   another baseline than that of bench/check/baseline.json
  --rounds R         turns of each code (default 3)
  --json             print one JSON object instead of a table
  --help             print this

Exit codes: 0; 1 when a figure is below ${LEAST_QUOTIENT} of the baseline's, or a benchmark failed; 2 wrong usage or no such commit.`;

interface IngestReport {
  readonly results: readonly {
    form: string;
    ratio: number;
    /** Microseconds per event. */
    cpu?: { server: number; postgres: number };
  }[];
}

interface DetectionReport {
  /** withRules: lines per second of processor time. */
  readonly results: readonly { form: string; withRules: number; withRulesRatio: number }[];
}

process.exitCode = await main();

async function main(): Promise<number> {
  const values = givenOptions();
  const rounds = Number(values?.rounds);
  if (values === undefined || values.help || !Number.isSafeInteger(rounds) || rounds < 1) {
    console.log(HELP);
    return values?.help ? 0 : 2;
  }
  const commit = values.against ?? (await committedBaseline());
  console.error(`preparing ${commit}`);
  let baseline: string;
  try {
    baseline = await checkOut(commit);
  } catch (error) {
    console.error((error as Error).message);
    return 2;
  }
  const folders = { baseline, present: fileURLToPath(new URL('../', import.meta.url)) };
  const turns: Record<keyof typeof folders, Figure[][]> = { baseline: [], present: [] };
  const all = order(rounds);
  for (const [index, code] of all.entries()) {
    console.error(`turn ${index + 1} of ${all.length}: ${code}`);
    turns[code].push(await measure(folders[code]));
  }
  const compared = compare(turns.baseline, turns.present);
  if (values.json) console.log(JSON.stringify({ baseline: commit, figures: compared, turns }));
  else print(compared);
  return compared.some(({ isLower }) => isLower) ? 1 : 0;
}

/** Undefined for invalid arguments. */
function givenOptions() {
  try {
    const options = {
      against: { type: 'string' },
      rounds: { type: 'string', default: '3' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    } as const;
    return parseArgs({ options }).values;
  } catch {
    return undefined;
  }
}

/** One turn of ingest and detection by the code of a folder. */
async function measure(folder: string): Promise<Figure[]> {
  const ingest = JSON.parse(
    await runIn(folder, 'bench/ingest.ts', ['--events', '40000', '--rounds', '1', '--json']),
  ) as IngestReport;
  const detection = JSON.parse(await runIn(folder, 'bench/detection.ts', ['--json'])) as DetectionReport;
  return [
    ...ingest.results.flatMap(({ form, ratio, cpu }) => [
      // Without /proc nothing better than the rate is known.
      { name: `ingest of ${form} to COPY`, value: ratio, isJudged: cpu === undefined },
      ...(cpu === undefined
        ? []
        : [
            {
              name: `ingest of ${form}, events per processor second`,
              value: 1_000_000 / (cpu.server + cpu.postgres),
              isJudged: true,
            },
          ]),
    ]),
    ...detection.results.flatMap(({ form, withRules, withRulesRatio }) => [
      { name: `detection of ${form} to JSON.parse`, value: withRulesRatio, isJudged: false },
      { name: `detection of ${form}, events per processor second`, value: withRules, isJudged: true },
    ]),
  ];
}

function print(compared: readonly Compared[]): void {
  for (const { name, value, baseline, quotient, isJudged, isLower } of compared) {
    const verdict = isLower ? '  LOWER' : isJudged ? '' : '  only shown';
    console.log(`${quotient.toFixed(2)}  ${name}: ${short(value)}, baseline ${short(baseline)}${verdict}`);
  }
}

function short(value: number): string {
  return value < 10 ? value.toFixed(3) : Math.round(value).toLocaleString('en-US');
}
