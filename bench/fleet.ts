import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { Bodies } from './fleet/bodies.ts';
import { Caller } from './fleet/call.ts';
import { enrollAll } from './fleet/enrolled.ts';
import { Machine, newTally, type Pace } from './fleet/machine.ts';
import { type MemoryReport, residentMebibytes, watchMemory } from './fleet/memory.ts';
import { measureRound, type Round } from './fleet/round.ts';
import { type Installation, install, NO_QUOTA } from './ingest/installation.ts';

const HELP = `npm run bench:fleet -- [--agents N] [--organizations M] [--compare] [--seconds S] [--rounds R] [--json]

N simulated agents of one organization, or of several, against one real server over its own embedded PostgreSQL: each tells every 30 s that it lives
and ships a batch about every --interval seconds, one at a time, over at most --sockets connections of this process. At the end every event that
was acknowledged must be in the database, once.

Printed first: the batches stored for each that was due, or with --compare the processor time of a batch (server and PostgreSQL) of M organizations for each
of one organization.

  --agents N    how many (default 1000)
  --organizations M  that they belong to in turns (default 1)
  --compare     as many agents of one organization as well, by turns in each round
  --seconds S   of a round (default 60)
  --rounds R    how many (default 1)
  --interval S  seconds between two batches of an agent, on average (default 10); 0: the next as soon as one is acknowledged, for
                the most batches
  --events E    events of a batch (default 10)
  --sockets K   connections at once (default 200)
  --memory      also resident memory of the server process: by five minutes, its trend, and a minute after the last batch. Linux only
  --profile     write CPU profiles of the server process into the current folder
  --json        print one JSON object
  --help        print this

Exit codes: 0; 1 when there was an answer of 500 or more, a broken connection, or an event that is missing or doubled; 2 wrong usage.`;

const { values } = parseArgs({
  options: {
    agents: { type: 'string', default: '1000' },
    organizations: { type: 'string', default: '1' },
    compare: { type: 'boolean', default: false },
    seconds: { type: 'string', default: '60' },
    rounds: { type: 'string', default: '1' },
    interval: { type: 'string', default: '10' },
    events: { type: 'string', default: '10' },
    sockets: { type: 'string', default: '200' },
    memory: { type: 'boolean', default: false },
    profile: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
const [agents, organizations, seconds, rounds, events, sockets] = [
  values.agents,
  values.organizations,
  values.seconds,
  values.rounds,
  values.events,
  values.sockets,
].map(Number) as [number, number, number, number, number, number];
const interval = Number(values.interval);
const pace: Pace = { heartbeatMs: 30_000, batchMs: interval * 1000 };
const isCount = (value: number) => Number.isSafeInteger(value) && value > 0;

if (values.help) console.log(HELP);
else if (
  ![agents, organizations, seconds, rounds, events, sockets].every(isCount) ||
  !(interval >= 0) ||
  (values.compare && organizations === 1)
) {
  console.error(HELP);
  process.exitCode = 2;
} else process.exitCode = await main();

/** A fleet to measure. */
interface Fleet {
  readonly organizations: number;
  readonly machines: readonly Machine[];
  readonly rounds: Round[];
}

interface Report {
  readonly fleets: readonly Fleet[];
  readonly ratio: number[];
  readonly events: { readonly acknowledged: number; readonly repeated: number; readonly stored: number };
  readonly memory: (MemoryReport & { readonly afterOneMinute: number }) | undefined;
  readonly ok: boolean;
}

async function main(): Promise<number> {
  await using installation = await install(
    values.profile ? ['--cpu-prof'] : [],
    interval === 0 ? NO_QUOTA : {},
  );
  const tenantIds = [installation.tenantId];
  while (tenantIds.length < organizations) tenantIds.push((await installation.addOrganization()).tenantId);
  const caller = new Caller(installation.url, sockets);
  const bodies = new Bodies(events);
  const fleets: Fleet[] = [];
  for (const count of new Set(values.compare ? [1, organizations] : [organizations])) {
    const first = fleets.length * agents;
    const machines = Array.from({ length: agents }, (_, index) => new Machine(caller, first + index));
    await enrollAll(installation.ownerUrl, machines, tenantIds.slice(0, count));
    fleets.push({ organizations: count, machines, rounds: [] });
  }
  const total = newTally();
  const watch = values.memory ? watchMemory(installation.serverPid) : undefined;
  for (let round = 0; round < rounds; round += 1) {
    for (const { machines, rounds } of fleets) {
      const fleet = { machines, caller, bodies };
      rounds.push(await measureRound(installation, fleet, { pace, seconds }, total));
      if (!values.json) console.log(lineOf(rounds.at(-1)!));
    }
  }
  const memory = watch && (await memoryOf(installation.serverPid, watch));
  caller.close();
  const stored = await storedEvents(installation);
  const report: Report = {
    fleets,
    ratio: fleets[0]!.rounds.map((round, index) => ratioOf(round, fleets[1]?.rounds[index])),
    events: { acknowledged: total.acknowledged, repeated: total.duplicates, stored },
    memory,
    ok:
      stored === total.acknowledged &&
      fleets.every(({ rounds }) => rounds.every(({ failures }) => failures === 0)),
  };
  if (values.json) console.log(JSON.stringify({ ...report, fleets: fleets.map(withoutMachines) }));
  else print(report);
  return report.ok ? 0 : 1;
}

function withoutMachines({ organizations, rounds }: Fleet) {
  return { agents, organizations, rounds };
}

function costOf({ microseconds: { server, postgres } }: Round): number {
  return server + postgres;
}

function ratioOf(round: Round, other: Round | undefined): number {
  return (
    Math.round((other ? costOf(other) / costOf(round) : (round.batchesPerSecond * interval) / agents) * 100) /
    100
  );
}

async function memoryOf(pid: number, watch: ReturnType<typeof watchMemory>) {
  const report = watch.stop();
  await pause(60_000);
  return { ...report, afterOneMinute: residentMebibytes(pid) };
}

async function storedEvents({ ownerUrl }: Installation): Promise<number> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ n: string }>('SELECT count(*) AS n FROM scout.tenant_events');
    return Number(rows[0]?.n);
  } finally {
    await client.end();
  }
}

function lineOf(round: Round): string {
  return `  ${round.batchesPerSecond} batches/s, ${round.batchesPerTransaction} in a transaction, ingest p50 ${round.ingestMs.p50} ms, p99 ${round.ingestMs.p99} ms, ${round.failures} of 5xx or broken; a batch: server ${round.microseconds.server} µs, PostgreSQL ${round.microseconds.postgres} µs; simulation ${round.simulationPercent} % of a core`;
}

/** The smallest, the median and the largest. */
function spread(list: readonly number[]): string {
  const sorted = list.toSorted((a, b) => a - b);
  return [sorted[0], sorted[Math.floor(sorted.length / 2)], sorted.at(-1)].join(' / ');
}

function print({ fleets, ratio, events, memory, ok }: Report): void {
  const about = values.compare
    ? `cost of a batch of ${organizations} organizations / of one`
    : 'stored / due';
  console.log(
    `\n${about}: ${interval === 0 && !values.compare ? '–' : spread(ratio)} (min / median / max of ${rounds})`,
  );
  for (const { organizations, rounds } of fleets) {
    const of = (value: (round: Round) => number) => spread(rounds.map(value));
    console.log(
      `\n${agents} agents of ${organizations} organizations, ${rounds.length} rounds of ${seconds} s: min / median / max`,
    );
    console.table({
      'batches/s': of((round) => round.batchesPerSecond),
      'batches in a transaction': of((round) => round.batchesPerTransaction),
      'ingest p50 (ms)': of((round) => round.ingestMs.p50),
      'ingest p99 (ms)': of((round) => round.ingestMs.p99),
      'heartbeat p99 (ms)': of((round) => round.heartbeatMs.p99),
      'lag p99, event to acknowledgment (ms)': of((round) => round.lagMs.p99),
      'server (µs a batch)': of((round) => round.microseconds.server),
      'PostgreSQL (µs a batch)': of((round) => round.microseconds.postgres),
      'answers of 5xx, broken connections': of((round) => round.failures),
    });
    console.table(rounds.at(-1)!.answers);
  }
  if (memory) {
    console.log('The server’s resident memory, MiB, by five minutes');
    console.table(memory.periods);
    console.log(
      `trend ${memory.mebibytesPerHour} MiB an hour; a minute after the last batch ${memory.afterOneMinute} MiB`,
    );
  }
  console.log(
    `events: ${events.acknowledged} acknowledged, ${events.stored} stored, ${events.repeated} sent twice; ${ok ? 'nothing failed' : 'FAILED: see above'}`,
  );
}
