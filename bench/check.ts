import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs, promisify } from 'node:util';
import { type Compared, compare, LEAST_SHARE, type Ratio } from './check/ratios.ts';

const HELP = `npm run bench:check -- [--write] [--json]

Measures the ratios that benchmarks print, each against a ceiling or a peer in its own run, and compares them with those in
bench/check/ratios.json. To be run on a machine that does nothing else.

  --write   keep the measured ratios as those to compare with
  --json    print one JSON object instead of a table
  --help    print this

Exit codes: 0; 1 when a ratio is below ${LEAST_SHARE} of the one kept, or a benchmark failed; 2 wrong usage.`;

const RATIOS = new URL('check/ratios.json', import.meta.url);

interface Measurement {
  readonly script: string;
  readonly arguments: readonly string[];
  /** Extracts ratios from the script's output with --json. */
  read(report: Report): Ratio[];
}

interface Report {
  readonly results: readonly { form: string; ratio: number; withRulesRatio: number }[];
}

const MEASUREMENTS: readonly Measurement[] = [
  {
    script: 'ingest.ts',
    arguments: ['--events', '100000', '--rounds', '3'],
    read: ({ results }) =>
      results.map(({ form, ratio }) => ({ name: `ingest of ${form} to COPY, one connection`, value: ratio })),
  },
  {
    script: 'detection.ts',
    arguments: ['--seconds', '2'],
    read: ({ results }) =>
      results.map(({ form, withRulesRatio }) => ({
        name: `detection of ${form} to JSON.parse`,
        value: withRulesRatio,
      })),
  },
];

process.exitCode = await main();

async function main(): Promise<number> {
  const values = givenOptions();
  if (values === undefined || values.help) {
    console.log(HELP);
    return values === undefined ? 2 : 0;
  }
  const measured: Ratio[] = [];
  for (const measurement of MEASUREMENTS) measured.push(...(await measure(measurement)));
  const committed = JSON.parse(await readFile(RATIOS, 'utf8')) as Record<string, number>;
  const compared = compare(measured, values.write ? {} : committed);
  if (values.write) await writeFile(RATIOS, `${JSON.stringify(kept(measured), null, 2)}\n`);
  if (values.json) console.log(JSON.stringify({ ratios: compared }));
  else print(compared);
  return compared.some(({ isLower }) => isLower) ? 1 : 0;
}

/** Undefined for invalid arguments. */
function givenOptions() {
  try {
    const options = {
      write: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    } as const;
    return parseArgs({ options }).values;
  } catch {
    return undefined;
  }
}

async function measure({ script, arguments: given, read }: Measurement): Promise<Ratio[]> {
  process.stderr.write(`${script} ${given.join(' ')}\n`);
  const path = fileURLToPath(new URL(script, import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [path, ...given, '--json']);
  return read(JSON.parse(stdout) as Report);
}

function kept(measured: readonly Ratio[]): Record<string, number> {
  return Object.fromEntries(measured.map(({ name, value }) => [name, Math.round(value * 1000) / 1000]));
}

function print(compared: readonly Compared[]): void {
  for (const { name, value, committed, isLower } of compared) {
    const before = committed === undefined ? 'not kept yet' : `kept ${committed.toFixed(3)}`;
    console.log(`${value.toFixed(3)}  ${name} (${before})${isLower ? '  LOWER' : ''}`);
  }
}
