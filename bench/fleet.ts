import { parseArgs } from 'node:util';
import pg from 'pg';
import { usageOf } from './agent/usage.ts';
import { Caller } from './fleet/call.ts';
import { Machine, type Pace, type Tally } from './fleet/machine.ts';
import { cpuSeconds } from './ingest/cpu.ts';
import { install, NO_QUOTA } from './ingest/installation.ts';

const HELP = `npm run bench:fleet -- [--agents N] [--seconds S] [--json]

N simulated agents of one organization, or of several, against one real server over its own embedded PostgreSQL: each enrolls, then tells every 30 s that it lives
and ships a batch about every --interval seconds, one at a time, over at most --sockets connections of this process. At the end every event that
was acknowledged must be in the database, once.

  --agents N    how many (default 1000)
  --organizations M  that they belong to in turns (default 1)
  --seconds S   for how long after the enrollment (default 60)
  --interval S  seconds between two batches of an agent, on average (default 10); 0: the next as soon as one is acknowledged, for
                the most batches that one organization can send
  --events E    events of a batch (default 10)
  --sockets K   connections at once (default 200)
  --processes P server processes (default 1)
  --json        print one JSON object
  --help        print this

Exit codes: 0; 1 when there was an answer of 500 or more, a broken connection, or an event that is missing or doubled; 2 wrong usage.`;

const { values } = parseArgs({
  options: {
    agents: { type: 'string', default: '1000' },
    organizations: { type: 'string', default: '1' },
    seconds: { type: 'string', default: '60' },
    interval: { type: 'string', default: '10' },
    events: { type: 'string', default: '10' },
    sockets: { type: 'string', default: '200' },
    processes: { type: 'string', default: '1' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
const [agents, organizations, seconds, events, sockets] = [
  values.agents,
  values.organizations,
  values.seconds,
  values.events,
  values.sockets,
].map(Number);

const interval = Number(values.interval);

if (values.help) console.log(HELP);
else if (
  ![agents, organizations, seconds, events, sockets].every(
    (value) => Number.isSafeInteger(value) && value! > 0,
  ) ||
  !(interval >= 0)
) {
  console.error(HELP);
  process.exitCode = 2;
} else
  process.exitCode = await main({ agents: agents!, organizations: organizations! }, seconds!, {
    heartbeatMs: 30_000,
    batchMs: interval * 1000,
    eventsPerBatch: events!,
  });

async function main(
  { agents: count, organizations }: { agents: number; organizations: number },
  duration: number,
  pace: Pace,
): Promise<number> {
  await using installation = await install([], {
    SCOUT_PROCESSES: values.processes,
    ...(pace.batchMs === 0 && NO_QUOTA),
  });
  const tenants: { readonly tenantId: string; readonly enrolmentToken: string }[] = [installation];
  while (tenants.length < organizations) tenants.push(await installation.addOrganization());
  const caller = new Caller(installation.url, sockets!);
  const machines = Array.from({ length: count }, (_, index) => new Machine(caller, index));
  const enrolling = performance.now();
  await Promise.all(
    machines.map((machine, index) => machine.enrol(tenants[index % tenants.length]!.enrolmentToken)),
  );
  const enrolled = (performance.now() - enrolling) / 1000;

  const tally: Tally = { acknowledged: 0, duplicates: 0, lags: [] };
  const before = cpuSeconds(installation.serverPid, installation.postmasterPid);
  const begin = performance.now();
  const until = begin + duration * 1000;
  await Promise.all(
    machines.flatMap((machine) => [
      machine.sendHeartbeats(pace, until),
      machine.keepShipping(pace, until, tally),
    ]),
  );
  const elapsed = (performance.now() - begin) / 1000;
  const after = cpuSeconds(installation.serverPid, installation.postmasterPid);
  const { residentBytes } = usageOf(installation.serverPid);
  caller.close();

  const tenantIds = tenants.map(({ tenantId }) => tenantId);
  const { stored, seen } = await inDatabase(installation.ownerUrl, tenantIds);
  const batches = tally.acknowledged / pace.eventsPerBatch;
  const serverSeconds = after!.server - before!.server;
  const failures = [...caller.statuses].filter(([key]) => / (?:0|5\d\d)$/.test(key));
  const ok = failures.length === 0 && stored === tally.acknowledged && seen === count;
  const report = {
    agents: count,
    organizations,
    processes: Number(values.processes),
    seconds: Math.round(elapsed),
    enrolmentSeconds: round(enrolled),
    eventsPerSecond: Math.round(tally.acknowledged / elapsed),
    batchesPerSecond: Math.round(batches / elapsed),
    events: { acknowledged: tally.acknowledged, repeated: tally.duplicates, stored },
    agentsHeard: seen,
    lagMs: percentiles(tally.lags),
    answersMs: Object.fromEntries([...caller.times].map(([path, times]) => [path, percentiles(times)])),
    answers: Object.fromEntries([...caller.statuses].sort()),
    serverCpuPercent: round((serverSeconds / elapsed) * 100),
    cpuMicrosecondsPerBatch: {
      server: Math.round((serverSeconds / batches) * 1e6),
      postgres: Math.round(((after!.postgres - before!.postgres) / batches) * 1e6),
    },
    serverResidentMegabytes: Math.round(residentBytes / 1e6),
    ok,
  };
  if (values.json) console.log(JSON.stringify(report));
  else print(report);
  return ok ? 0 : 1;
}

async function inDatabase(
  url: string,
  tenantIds: readonly string[],
): Promise<{ stored: number; seen: number }> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ stored: string; seen: string }>(
      `SELECT (SELECT count(*) FROM scout.tenant_events WHERE tenant_id = ANY ($1)) AS stored,
              (SELECT count(*) FROM scout.agents WHERE tenant_id = ANY ($1) AND last_seen_at IS NOT NULL) AS seen`,
      [tenantIds],
    );
    return { stored: Number(rows[0]?.stored), seen: Number(rows[0]?.seen) };
  } finally {
    await client.end();
  }
}

interface Percentiles {
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

function percentiles(values: number[]): Percentiles {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number): number =>
    Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
  return { p50: at(0.5), p99: at(0.99), max: at(1) };
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

function print(report: {
  readonly agents: number;
  readonly organizations: number;
  readonly seconds: number;
  readonly enrolmentSeconds: number;
  readonly eventsPerSecond: number;
  readonly batchesPerSecond: number;
  readonly events: { acknowledged: number; repeated: number; stored: number };
  readonly agentsHeard: number;
  readonly lagMs: Percentiles;
  readonly answersMs: Readonly<Record<string, Percentiles>>;
  readonly answers: Readonly<Record<string, number>>;
  readonly serverCpuPercent: number;
  readonly cpuMicrosecondsPerBatch: { server: number; postgres: number };
  readonly serverResidentMegabytes: number;
  readonly ok: boolean;
}): void {
  console.log(
    `${report.agents} agents of ${report.organizations} organizations enrolled in ${report.enrolmentSeconds} s, then ${report.seconds} s at ${report.eventsPerSecond} events/s in ${report.batchesPerSecond} batches/s`,
  );
  console.log(
    `events: ${report.events.acknowledged} acknowledged, ${report.events.stored} stored, ${report.events.repeated} sent twice; ${report.agentsHeard} agents heard`,
  );
  console.table({ 'lag (event to acknowledgement)': report.lagMs, ...report.answersMs });
  console.table(report.answers);
  console.log(
    `server: ${report.serverCpuPercent} % of a core, ${report.serverResidentMegabytes} MB; CPU a batch: server ${report.cpuMicrosecondsPerBatch.server} µs, PostgreSQL ${report.cpuMicrosecondsPerBatch.postgres} µs; ${report.ok ? 'nothing failed' : 'FAILED: see above'}`,
  );
}
