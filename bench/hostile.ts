import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { clientOf } from '@scout/testkit';
import { COSTLY_PATTERNS, costlySettings } from '@scout/testkit/hostile/costly';
import type { Order } from './hostile/attack.ts';
import { Neighbour } from './hostile/neighbour.ts';
import { ways } from './hostile/ways.ts';
import { type Installation, install } from './ingest/installation.ts';

const HELP = `npm run bench:hostile -- [--seconds S] [--rounds R] [--ways stalled,bombs] [--json]

Two organizations on one real server process with its own embedded PostgreSQL. One has four agents, each sending 100 events five times
a second. The other is hostile: an admin and three agents with valid credentials that send as fast as they can and ignore every response, with the
costliest detection settings, from a process of the lowest priority (a real attacker has a separate machine). Each round measures the first organization alone and then
during the attack. Every round uses a new hostile organization, whose burst is unspent.

Printed first: the 99th percentile of the first organization's ingest during the attack over all rounds, divided by the same without
an attack; then min, median and max of the ratios of single rounds, whose 99th percentiles are the slowest few of about 300 batches. Ways: ${Object.keys(ways).join(', ')}, and all (every way at once).

  --seconds S   duration of each measurement (default 15)
  --rounds R    number of rounds for each way (default 5)
  --ways W      comma-separated list (default: all of them, and all)
  --json        print one JSON object
  --help        print this

Exit codes: 0; 1 when a ratio over all rounds is above 2 or the first organization was refused; 2 wrong usage.`;

const ATTACK = fileURLToPath(new URL('./hostile/attack.ts', import.meta.url));
const NEIGHBOURS = 4;
const HOSTILE_AGENTS = 3;
const CEILING = 2;
const CALM_MS = 200;

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '15' },
    rounds: { type: 'string', default: '5' },
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
  readonly quiet: Measurement;
  readonly beside: Measurement;
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
      results[way].push({ ratio: ratioOf([quiet], [beside]), quiet, beside, answers });
    }
    if (!values.json) print(way, results[way]);
  }
  for (const neighbour of neighbours) neighbour.close();
  if (values.json) {
    const report = Object.entries(results).map(([way, list]) => [
      way,
      { ratio: ratioOfAll(list), rounds: list },
    ]);
    console.log(JSON.stringify({ seconds, rounds, ways: Object.fromEntries(report) }));
  }
  const ok = Object.values(results).every(
    (list) => ratioOfAll(list) <= CEILING && list.every(({ beside }) => beside.refused === 0),
  );
  return ok ? 0 : 1;
}

/** Waits until the backlog of the attack is processed: three seconds in which half of the batches take under 200 ms, or a minute. */
async function calm(neighbours: readonly Neighbour[]): Promise<void> {
  for (let attempt = 0; attempt < 20; attempt += 1) {
    if (percentile((await measure(neighbours, 3)).times, 0.5) < CALM_MS) return;
  }
}

interface Measurement {
  /** Milliseconds of each batch, in ascending order. */
  readonly times: readonly number[];
  readonly refused: number;
}

async function measure(neighbours: readonly Neighbour[], duration: number): Promise<Measurement> {
  const sent = await Promise.all(neighbours.map((neighbour) => neighbour.send(duration)));
  return {
    times: sent.flatMap(({ times }) => times).sort((a, b) => a - b),
    refused: sent.reduce((sum, one) => sum + one.refused, 0),
  };
}

function percentile(sorted: readonly number[], share: number): number {
  return Math.round((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0) * 10) / 10;
}

/** The 99th percentile over all batches of these measurements. */
function p99(measurements: readonly Measurement[]): number {
  return percentile(
    measurements.flatMap(({ times }) => times).sort((a, b) => a - b),
    0.99,
  );
}

function ratioOf(quiet: readonly Measurement[], beside: readonly Measurement[]): number {
  return Math.round((p99(beside) / p99(quiet)) * 100) / 100;
}

function ratioOfAll(list: readonly Round[]): number {
  return ratioOf(
    list.map(({ quiet }) => quiet),
    list.map(({ beside }) => beside),
  );
}

interface PreparedAttack {
  /** Resolves at the end of the attack with the number of responses by status. */
  begin(): Promise<Record<string, number>>;
}

/** Starts a new hostile organization's agents, which prepare their requests and wait. */
async function prepare(installation: Installation, attackWays: readonly string[]): Promise<PreparedAttack> {
  const organization = await installation.addOrganization();
  const credentials: string[] = [];
  for (let index = 0; index < HOSTILE_AGENTS; index += 1) credentials.push(await organization.enrol());
  const session = await signInAdmin(installation, organization.tenantId);
  await clientOf(installation, session).api.detectionSettingsSave({
    version: 0,
    settings: costlySettings(Object.values(COSTLY_PATTERNS)[0]!),
  });
  // Slightly longer than the measurement, so that it covers all of it.
  const order: Order = {
    url: installation.url,
    credentials,
    session,
    ways: attackWays,
    seconds: seconds + 1,
  };
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

/** Access token of a new admin. */
async function signInAdmin(installation: Installation, tenantId: string): Promise<string> {
  const person = { email: `admin@${randomUUID()}.example`, password: randomUUID() };
  await clientOf(installation, installation.operatorToken).api.operatorUsersCreate({
    tenant_id: tenantId,
    ...person,
    admin: true,
  });
  const { session } = await clientOf(installation).api.authToken({
    query: { grant_type: 'password' },
    body: person,
  });
  return session.access_token;
}

function print(way: string, list: readonly Round[]): void {
  const sorted = list.map(({ ratio }) => ratio).toSorted((a, b) => a - b);
  console.log(
    `\n${way}: ${ratioOfAll(list)} times the p99 alone; rounds, min / median / max: ${spreadOf(sorted)}`,
  );
  console.table(
    list.map(({ ratio, quiet, beside, answers }) => ({
      ratio,
      'p50 alone': percentile(quiet.times, 0.5),
      'p99 alone': p99([quiet]),
      'p50 beside': percentile(beside.times, 0.5),
      'p99 beside': p99([beside]),
      batches: beside.times.length,
      refused: beside.refused,
      'answers to the hostile': Object.entries(answers)
        .map(([status, count]) => `${status}: ${count}`)
        .join(', '),
    })),
  );
}

function spreadOf(sorted: readonly number[]): string {
  return `${sorted[0]} / ${sorted[Math.floor(sorted.length / 2)]} / ${sorted.at(-1)}`;
}
