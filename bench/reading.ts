import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { measureSize, type Times } from './reading/measure.ts';

const HELP = `npm run bench:reading -- [--sizes N,…] [--accounts N] [--rounds N] [--only TEXT] [--explain] [--plans] [--keep FOLDER] [--json]

How long every reading query of the server takes over so many events of one organization in thirty days, on an embedded PostgreSQL that is
filled by SQL: figures as usual, just after midnight UTC and after a late event, polls, lists, searches, counts, cases, accounts, exports.
Last, how large the answer is at the last size. Answers of more than a few pages are marked: for them no ceiling is set.

  --sizes N,…    events (default 300000,3000000)
  --accounts N   accounts of these events (default 3000)
  --rounds N     rounds of each query, after one that is not counted (default 20)
  --only TEXT    queries whose name contains it
  --explain      EXPLAIN (ANALYZE, BUFFERS) of each statement: its times, rows read and blocks, and whether rows grow with the size
  --plans        the plans as well
  --keep FOLDER  keep the databases there, so that another run does not fill them again; 30,000,000 events take 25 GB
  --json         print one JSON object
  --help         print this`;

/** Milliseconds within which 95 of 100 answers should come. */
const CEILING = 25;

const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '300000,3000000' },
    accounts: { type: 'string', default: '3000' },
    rounds: { type: 'string', default: '20' },
    only: { type: 'string', default: '' },
    explain: { type: 'boolean', default: false },
    plans: { type: 'boolean', default: false },
    keep: { type: 'string' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
const sizes = values.sizes.split(',').map(Number);
const [accounts, rounds] = [Number(values.accounts), Number(values.rounds)];

if (values.help) console.log(HELP);
else if (![...sizes, accounts, rounds].every((value) => Number.isSafeInteger(value) && value > 0)) {
  console.error(HELP);
  process.exitCode = 2;
} else await main();

async function main(): Promise<void> {
  const { only, keep } = values;
  const explained = values.explain || values.plans;
  const measured: Times[][] = [];
  for (const size of sizes)
    measured.push(await measureSize(size, { accounts, rounds, explained, only, keep }));
  const machine = { cpu: cpus()[0]?.model, node: process.version, load: Number(loadavg()[0]!.toFixed(1)) };
  if (values.json) {
    console.log(JSON.stringify({ ...machine, accounts, rounds, sizes, measured }));
    return;
  }
  console.log(
    `${machine.cpu}, Node ${machine.node}, load average ${machine.load}, ${accounts} accounts, ${rounds} rounds; median (95 of 100) in ms`,
  );
  const named = `${sizes.map((size) => size.toLocaleString('en-US').padStart(18)).join('')}${'answer'.padStart(10)}`;
  console.log(`${'ratio'.padStart(6)}  ${'query'.padEnd(52)}${named}`);
  for (const [index, { name, large }] of measured[0]!.entries()) {
    const row = measured.map((of) => of[index]!);
    const isSlow = !large && row.some(({ p95 }) => p95 > CEILING);
    const ratio = (row.at(-1)!.p50 / row[0]!.p50).toFixed(2).padStart(6);
    const times = row.map(({ p50, p95 }) => `${p50.toFixed(1)} (${p95.toFixed(1)})`.padStart(18)).join('');
    const size = `${Math.ceil(row.at(-1)!.bytes / 1_000).toLocaleString('en-US')} kB`.padStart(10);
    console.log(
      `${ratio}  ${name.padEnd(52)}${times}${size}${large ? '  large' : ''}${isSlow ? `  over ${CEILING}` : ''}`,
    );
    if (explained) printPlans(row);
  }
}

/** Statements of a query, of each size, and whether the rows that they read grow with it. */
function printPlans(row: readonly Times[]): void {
  for (const [index, first] of row[0]!.plans.entries()) {
    const plans = row.map(({ plans }) => plans[index]);
    const grows = (plans.at(-1)?.rows ?? 0) > 1.5 * first.rows + 1_000;
    const parts = plans.map((plan) =>
      plan === undefined
        ? '–'
        : `${plan.planningMs.toFixed(1)} + ${plan.executionMs.toFixed(1)} ms, ${plan.rows} rows, ${plan.buffers} blocks`,
    );
    console.log(`        ${index + 1}: ${parts.join(' | ')}${grows ? '  GROWS' : ''}`);
    if (!values.plans) continue;
    console.log(first.text.replaceAll(/\s+/g, ' ').slice(0, 200));
    console.log(
      plans
        .at(-1)
        ?.lines.map((line) => `          ${line}`)
        .join('\n'),
    );
  }
}
