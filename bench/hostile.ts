import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Order } from './hostile/attack.ts';
import { Neighbour } from './hostile/neighbour.ts';
import { ways } from './hostile/ways.ts';
import { type Installation, install } from './ingest/installation.ts';

const HELP = `npm run bench:hostile -- [--seconds S] [--rounds R] [--ways stalled,bombs] [--json]

Two organizations on one real server process over its own embedded PostgreSQL. One has four agents that send 100 events five times a
second each. The other is hostile: three agents, with valid credentials, from a process of lowest priority (an attacker has a
machine of its own), that send as fast as they can and heed no answer. Each round measures the first alone and then beside the
other; the hostile organization is new each time, so that it has not used up its burst.

Printed first: the 99th percentile of the first organization's ingest beside the other, divided by that alone; min, median and max
of the rounds. Ways: ${Object.keys(ways).join(', ')}, and all (every way at once).

  --seconds S   of each measurement (default 15)
  --rounds R    of each way (default 3)
  --ways W      with commas between (default: all of them, and all)
  --json        print one JSON object
  --help        print this

Exit codes: 0; 1 when a median ratio is over 2 or the first organization was refused; 2 wrong usage.`;

const ATTACK = fileURLToPath(new URL('./hostile/attack.ts', import.meta.url));
const NEIGHBOURS = 4;
const HOSTILE_AGENTS = 3;
const CEILING = 2;
const CALM_MS = 200;

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '15' },
    rounds: { type: 'string', default: '3' },
    ways: { type: 'string', default: [...Object.keys(ways), 'all'].join(',') },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
const [seconds, rounds] = [Number(values.seconds), Number(values.rounds)];
const chosen = values.ways.split(',');
const known = chosen.every((way) => way === 'all' || Object.hasOwn(ways, way));

if (values.help) console.log(HELP);
else if (!known || ![seconds, rounds].every((value) => Number.isSafeInteger(value) && value > 0)) {
  console.error(HELP);
  process.exitCode = 2;
} else process.exitCode = await main();

interface Round {
  readonly ratio: number;
  readonly quiet: Percentiles;
  readonly beside: Percentiles;
  readonly refused: number;
  readonly answers: Readonly<Record<string, number>>;
}

async function main(): Promise<number> {
  await using installation = await install([]);
  const neighbours: Neighbour[] = [];
  for (let index = 0; index < NEIGHBOURS; index += 1) {
    neighbours.push(new Neighbour(installation.url, (await installation.enrol()).credential));
  }
  await measure(neighbours, 3);
  const results: Record<string, Round[]> = {};
  for (const way of chosen) {
    results[way] = [];
    for (let round = 0; round < rounds; round += 1) {
      const attack = await prepare(installation, way === 'all' ? Object.keys(ways) : [way]);
      await calm(neighbours);
      const quiet = await measure(neighbours, seconds);
      const ended = attack.begin();
      const beside = await measure(neighbours, seconds);
      const answers = await ended;
      const ratio = Math.round((beside.p99 / quiet.p99) * 100) / 100;
      results[way].push({ ratio, quiet, beside, refused: beside.refused, answers });
    }
    if (!values.json) print(way, results[way]);
  }
  for (const neighbour of neighbours) neighbour.close();
  if (values.json) console.log(JSON.stringify({ seconds, rounds, results }));
  const ok = Object.values(results).every(
    (list) => median(list.map(({ ratio }) => ratio)) <= CEILING && list.every(({ refused }) => refused === 0),
  );
  return ok ? 0 : 1;
}

/** Until what the hostile left behind is worked off: three seconds in which half of the batches take under 200 ms, or a minute. */
async function calm(neighbours: readonly Neighbour[]): Promise<void> {
  for (let attempt = 0; attempt < 20; attempt += 1) {
    if ((await measure(neighbours, 3)).p50 < CALM_MS) return;
  }
}

interface Percentiles {
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
  readonly batches: number;
  readonly refused: number;
}

async function measure(neighbours: readonly Neighbour[], duration: number): Promise<Percentiles> {
  const sent = await Promise.all(neighbours.map((neighbour) => neighbour.send(duration)));
  const sorted = sent.flatMap(({ times }) => times).sort((a, b) => a - b);
  const at = (share: number): number =>
    Math.round((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0) * 10) / 10;
  const refused = sent.reduce((sum, one) => sum + one.refused, 0);
  return { p50: at(0.5), p99: at(0.99), max: at(1), batches: sorted.length, refused };
}

interface PreparedAttack {
  /** Resolves at the end of the attack with what its agents were answered, by status. */
  begin(): Promise<Record<string, number>>;
}

/** Starts a new hostile organization's agents, which make what they are going to send and wait. */
async function prepare(installation: Installation, attackWays: readonly string[]): Promise<PreparedAttack> {
  const organization = await installation.addOrganization();
  const credentials: string[] = [];
  for (let index = 0; index < HOSTILE_AGENTS; index += 1) credentials.push(await organization.enrol());
  // A little longer than is measured, so that it is there all the time.
  const order: Order = { url: installation.url, credentials, ways: attackWays, seconds: seconds + 1 };
  const child = spawn(process.execPath, [ATTACK, JSON.stringify(order)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  return {
    async begin() {
      const chunks: Buffer[] = [];
      child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
      child.stdin.write('begin\n');
      await once(child, 'close');
      return JSON.parse(Buffer.concat(chunks).toString() || '{}');
    },
  };
}

function print(way: string, list: readonly Round[]): void {
  const sorted = list.map(({ ratio }) => ratio).toSorted((a, b) => a - b);
  const spread = `${sorted[0]} / ${median(sorted)} / ${sorted.at(-1)}`;
  console.log(`\n${way}: p99 beside a hostile organization over p99 alone, min / median / max: ${spread}`);
  console.table(
    list.map(({ ratio, quiet, beside, refused, answers }) => ({
      ratio,
      'p50 alone': quiet.p50,
      'p99 alone': quiet.p99,
      'p50 beside': beside.p50,
      'p99 beside': beside.p99,
      batches: beside.batches,
      refused,
      'answers to the hostile': Object.entries(answers)
        .map(([status, count]) => `${status}: ${count}`)
        .join(', '),
    })),
  );
}

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
