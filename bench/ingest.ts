import { randomUUIDv7 } from 'node:crypto';
import { availableParallelism, cpus } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { onCores } from '@scout/testkit/cores';
import pg from 'pg';
import { usageOf } from './agent/usage.ts';
import { type CpuSeconds, cpuSeconds } from './ingest/cpu.ts';
import { type Form, lineOf } from './ingest/events.ts';
import { type Installation, install, NO_QUOTA } from './ingest/installation.ts';
import { copyLine, timeCopy } from './ingest/reference.ts';
import { type Shipment, timeShipping } from './ingest/shipping.ts';
import { type Spread, spreadOf } from './ingest/spread.ts';

const HELP = `npm run bench:ingest -- [--events N] [--rounds R] [--json]

Events a second through the whole ingest: gzip NDJSON over HTTP, batches of 1,000, two agents with a connection each, to a real
server process over its own embedded PostgreSQL with fsync on. Every batch is normalised, matched against the rules and
committed with its ledger row, body, events, incidents and rollups before it is answered.

Beside it, from the same run: the rate at which COPY alone takes the same rows, ready-made, into the same table
(partitioned, indexed, row-level security), by the same driver: over one connection, as psql's \\copy does, and over two; and
the processor time of JSON.parse for the same lines. Ratios compare figures of one round.

  --events N    events of each form in each round, a multiple of 2,000 (default 200000)
  --rounds R    rounds, of which least, median and greatest are shown (default 5)
  --form F      xml, flat or both: how a line carries its event (default both)
  --folds       measure ingest three times a round: without the folding of activity; with it while another process is
                taken to assess; with it and the assessor
  --cores N     the server takes the machine for one with N cores, which decides how many threads read batches
  --memory      also the resident memory of the server process: at its peak, and one and two minutes after the last batch. Linux only
  --profile     write CPU profiles of the server process into the current folder
  --json        print one JSON object instead of a table
  --help        print this`;

const DEADLOCK = '40P01';
const BATCH = 1000;
const CONNECTIONS = 2;
const WARM_UP_BATCHES = 40;
const WHOLE: Part = 'with folds and assessor';
/** Of a batch with JSON.parse, so that the clock of processor time resolves them. */
const READINGS = 50;
/** The agent's compression level. */
const AGENT_GZIP_LEVEL = 3;

const { values: options } = parseArgs({
  options: {
    events: { type: 'string', default: '200000' },
    rounds: { type: 'string', default: '5' },
    form: { type: 'string', default: 'both' },
    folds: { type: 'boolean', default: false },
    cores: { type: 'string', default: String(availableParallelism()) },
    memory: { type: 'boolean', default: false },
    profile: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

/** Processor microseconds per event, with their sum. */
type PartSpread = { readonly [K in keyof CpuSeconds | 'sum']: Spread };

/** Medians, with all rounds beside them. */
interface Result {
  readonly form: Form;
  readonly bytesPerLine: number;
  /** Of ingest to COPY over one connection. */
  readonly ratio: number;
  /** Processor microseconds per event of ingest: of the server process and of PostgreSQL. Undefined without /proc. */
  readonly cpu: CpuSeconds | undefined;
  /** By which tables and indexes grow with each event. */
  readonly bytesPerEvent: number;
  readonly rounds: {
    readonly ratio: Spread;
    readonly ratioTwoConnections: Spread;
    /** Events per second. */
    readonly ingest: Spread;
    readonly copyOneConnection: Spread;
    readonly copyTwoConnections: Spread;
    /** Processor microseconds of JSON.parse per event. */
    readonly jsonParse: Spread;
    /** Processor microseconds per event for each part of the work separated by --folds. */
    readonly parts: Partial<Record<Part, PartSpread>>;
  };
}

/** The server's work in addition to batches. */
type Part = 'without folds' | 'with folds' | 'with folds and assessor';

if (options.help) console.log(HELP);
else {
  const events = count('events', options.events);
  if (events % (BATCH * CONNECTIONS) !== 0) fail('--events must be a multiple of 2,000');
  const forms = options.form === 'both' ? (['xml', 'flat'] as const) : [formOf(options.form)];
  const rounds = count('rounds', options.rounds);
  const nodeOptions = [
    ...(options.profile ? ['--cpu-prof'] : []),
    ...(options.folds ? ['--import', new URL('ingest/foldSwitch.ts', import.meta.url).href] : []),
  ];
  await using installation = await install(nodeOptions, {
    ...NO_QUOTA,
    ...onCores(count('cores', options.cores)),
  });
  const results: Result[] = [];
  for (const form of forms) results.push(await measure(installation, form, events, rounds));
  const memory = options.memory ? await memoryAfterwards(installation.serverPid) : undefined;
  const machine = { node: process.version, cpu: cpus()[0]?.model ?? 'unknown', cores: cpus().length };
  if (options.json) console.log(JSON.stringify({ ...machine, events, rounds, results, memory }));
  else {
    printTable(machine, events, rounds, results);
    if (memory)
      console.log(
        `\nThe server's memory: ${memory.peak} MiB at its peak, ${memory.afterOneMinute} a minute after the last batch, ${memory.afterTwoMinutes} after two.`,
      );
  }
}

/** MiB of resident memory of the server process at its peak, and one and two minutes from now. */
async function memoryAfterwards(pid: number) {
  const mebibytes = (bytes: number) => Math.round(bytes / 2 ** 20);
  const current = () => mebibytes(usageOf(pid).residentBytes);
  await pause(60_000);
  const afterOneMinute = current();
  await pause(60_000);
  return { peak: mebibytes(usageOf(pid).peakBytes), afterOneMinute, afterTwoMinutes: current() };
}

async function measure(
  installation: Installation,
  form: Form,
  events: number,
  rounds: number,
): Promise<Result> {
  const start = Date.now() - 3_600_000;
  const agents = await Promise.all(Array.from({ length: CONNECTIONS }, () => installation.enrol()));
  const lines = (from: number) => Array.from({ length: BATCH }, (_, i) => lineOf(form, from + i, start));
  const share = events / CONNECTIONS;
  const shipments: Shipment[] = [];
  const copies: Buffer[][] = [];
  let bytes = 0;
  for (const [index, { agentId, credential }] of agents.entries()) {
    const bodies: Buffer[] = [];
    const pieces: Buffer[] = [];
    for (let from = index * share; from < (index + 1) * share; from += BATCH) {
      const batch = lines(from);
      const text = batch.join('\n');
      bytes += text.length + 1;
      bodies.push(gzipSync(text, { level: AGENT_GZIP_LEVEL }));
      const origin = { tenantId: installation.tenantId, agentId, batchId: randomUUIDv7() };
      pieces.push(Buffer.from(batch.map((line, i) => copyLine(line, i, origin)).join('')));
    }
    shipments.push({ credential, bodies });
    copies.push(pieces);
  }

  let nextBatch = 1;
  const shipAll = async (part: readonly Shipment[]) => {
    const seconds = await timeShipping(installation.url, part, nextBatch, BATCH);
    nextBatch += part[0]?.bodies.length ?? 0;
    return seconds;
  };
  await shipAll(
    shipments.map(({ credential, bodies }) => ({
      credential,
      bodies: bodies.slice(0, WARM_UP_BATCHES / CONNECTIONS),
    })),
  );

  const seconds = { ingest: [] as number[], one: [] as number[], two: [] as number[] };
  const cpus = new Map<Part, CpuSeconds[]>();
  const jsonParse: number[] = [];
  const grown: number[] = [];
  const parsed = lines(0);
  const shipMeasured = async (part: Part) => {
    const before = cpuSeconds(installation.serverPid, installation.postmasterPid);
    const spent = await shipAll(shipments);
    const after = cpuSeconds(installation.serverPid, installation.postmasterPid);
    if (part === WHOLE) seconds.ingest.push(spent);
    if (!before || !after) return;
    const used = { server: after.server - before.server, postgres: after.postgres - before.postgres };
    cpus.set(part, [...(cpus.get(part) ?? []), used]);
  };
  for (let round = 0; round < rounds; round += 1) {
    await emptied(
      installation,
      async () => seconds.one.push(await timeCopy(installation.ownerUrl, [copies.flat()])),
      events,
    );
    await emptied(
      installation,
      async () => seconds.two.push(await timeCopy(installation.ownerUrl, copies)),
      events,
    );
    if (options.folds) {
      process.kill(installation.serverPid, 'SIGUSR2');
      await emptied(installation, () => shipMeasured('without folds'), events);
      process.kill(installation.serverPid, 'SIGUSR2');
      await emptied(
        installation,
        () => whileAssessedElsewhere(installation, () => shipMeasured('with folds')),
        events,
      );
    }
    grown.push(await emptied(installation, () => shipMeasured(WHOLE), events));
    jsonParse.push(microsecondsOfJsonParse(parsed));
  }
  const rates = (times: readonly number[]) => spreadOf(times.map((time) => events / time));
  const ratios = (to: readonly number[]) =>
    spreadOf(seconds.ingest.map((spent, round) => to[round]! / spent));
  const parts = Object.fromEntries(
    [...cpus].map(([part, used]): [Part, PartSpread] => {
      const micros = (of: (one: CpuSeconds) => number) =>
        spreadOf(used.map((one) => (of(one) * 1e6) / events));
      const sum = micros(({ server, postgres }) => server + postgres);
      return [
        part,
        { server: micros(({ server }) => server), postgres: micros(({ postgres }) => postgres), sum },
      ];
    }),
  ) as Result['rounds']['parts'];
  const ratio = ratios(seconds.one);
  const whole = parts[WHOLE];
  return {
    form,
    bytesPerLine: Math.round(bytes / events),
    ratio: ratio.median,
    cpu: whole && { server: whole.server.median, postgres: whole.postgres.median },
    bytesPerEvent: Math.round(spreadOf(grown).median / events),
    rounds: {
      ratio,
      ratioTwoConnections: ratios(seconds.two),
      ingest: rates(seconds.ingest),
      copyOneConnection: rates(seconds.one),
      copyTwoConnections: rates(seconds.two),
      jsonParse: spreadOf(jsonParse),
      parts,
    },
  };
}

function microsecondsOfJsonParse(lines: readonly string[]): number {
  const before = process.threadCpuUsage();
  for (let reading = 0; reading < READINGS; reading += 1) for (const line of lines) JSON.parse(line);
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / (READINGS * lines.length);
}

/**
 * Runs `work` on empty tables after a checkpoint, so that measurements do not affect each other, and counts the stored events.
 * Returns by how many bytes tables and indexes grew.
 */
async function emptied(
  { ownerUrl }: Installation,
  work: () => Promise<unknown>,
  events: number,
): Promise<number> {
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  try {
    await truncate(owner);
    await owner.query('CHECKPOINT');
    const before = await bytesOf(owner);
    await work();
    const { rows } = await owner.query<{ count: number }>(
      'SELECT count(*)::int AS count FROM scout.tenant_events',
    );
    if (rows[0]?.count !== events) throw new Error(`${rows[0]?.count} of ${events} events are in the table`);
    return (await bytesOf(owner)) - before;
  } finally {
    await owner.end();
  }
}

/** Bytes of Scout's tables with their indexes; without the log of transactions, which does not grow with the number of events. */
async function bytesOf(owner: pg.Client): Promise<number> {
  const { rows } = await owner.query<{ bytes: number }>(
    `SELECT sum(pg_total_relation_size(oid))::float8 AS bytes FROM pg_class
     WHERE relnamespace = 'scout'::regnamespace AND relkind = 'r'`,
  );
  return rows[0]!.bytes;
}

/** The server's background jobs lock these tables in different orders: PostgreSQL ends one transaction of a deadlock, possibly this one. */
async function truncate(owner: pg.Client): Promise<void> {
  for (;;) {
    try {
      await owner.query(
        `TRUNCATE scout.tenant_events, scout.batch_bodies, scout.incidents, scout.rollups, scout.rollup_sums, scout.event_counts, scout.activity_parts,
           scout.assessments, scout.assessment_snapshots, scout.account_activity, scout.account_days, scout.unsummed_days, scout.account_names, scout.account_uses, scout.seen_names`,
      );
      return;
    } catch (error) {
      if ((error as pg.DatabaseError).code !== DEADLOCK) throw error;
    }
  }
}

/** Holds the lock of assessing an organization, so that the server leaves it alone. */
async function whileAssessedElsewhere(
  { ownerUrl, tenantId }: Installation,
  work: () => Promise<unknown>,
): Promise<void> {
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  try {
    await owner.query('INSERT INTO scout.assessments (tenant_id) VALUES ($1) ON CONFLICT DO NOTHING', [
      tenantId,
    ]);
    await owner.query('BEGIN');
    await owner.query('SELECT FROM scout.assessments WHERE tenant_id = $1 FOR UPDATE', [tenantId]);
    await work();
    await owner.query('COMMIT');
  } finally {
    await owner.end();
  }
}

function printTable(
  machine: { node: string; cpu: string; cores: number },
  events: number,
  rounds: number,
  results: readonly Result[],
): void {
  const { cpu, cores, node } = machine;
  console.log(
    `${events.toLocaleString('en-US')} events, least / median / greatest of ${rounds} rounds (${cpu}, ${cores} cores, Node ${node})`,
  );
  for (const { form, bytesPerLine, bytesPerEvent, rounds: measured } of results) {
    const { ratio, ratioTwoConnections, ingest, copyOneConnection, copyTwoConnections, jsonParse } = measured;
    console.log(`\n${form}, ${bytesPerLine.toLocaleString('en-US')} bytes a line`);
    printSpread('ingest to COPY, 1 connection', ratio, 3);
    printSpread('ingest to COPY, 2 connections', ratioTwoConnections, 3);
    printSpread('ingest, events/s', ingest, 0);
    printSpread('COPY, 1 connection, events/s', copyOneConnection, 0);
    printSpread('COPY, 2 connections, events/s', copyTwoConnections, 0);
    for (const [part, { server, postgres, sum }] of Object.entries(measured.parts)) {
      const what = options.folds ? `, ${part}` : '';
      printSpread(`server, µs an event${what}`, server, 1);
      printSpread(`PostgreSQL, µs an event${what}`, postgres, 1);
      printSpread(`both, µs an event${what}`, sum, 1);
    }
    printSpread('JSON.parse, µs an event', jsonParse, 2);
    console.log(`  bytes an event in tables and indexes: ${bytesPerEvent}`);
  }
}

function printSpread(what: string, { min, median, max }: Spread, digits: number): void {
  const shown = [min, median, max].map((value) =>
    value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits }),
  );
  console.log(`  ${what.padEnd(48)} ${shown.join(' / ')}`);
}

function formOf(text: string): Form {
  if (text === 'xml' || text === 'flat') return text;
  return fail(`--form must be xml, flat or both, not ${JSON.stringify(text)}`);
}

function count(name: string, text: string): number {
  const value = Number(text);
  if (Number.isSafeInteger(value) && value > 0) return value;
  return fail(`--${name} must be a whole number above 0, not ${JSON.stringify(text)}`);
}

function fail(message: string): never {
  console.error(message);
  process.exit(2);
}
