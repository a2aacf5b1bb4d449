import { randomBytes } from 'node:crypto';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { distribute, planDistribution } from '@scout/server/platform/database/distribution/distribute';
import { withMigrationLock } from '@scout/server/platform/database/migrate';
import { openDatabase } from '@scout/server/platform/database/open';
import { createOrganization, type TestClient } from '@scout/testkit/as';
import { dropOnNodes, joinNodes, type NodeUrls, readNodeUrls } from '@scout/testkit/citus';
import { withDatabase } from '@scout/testkit/cluster';
import { withClient } from './ingest/client.ts';
import { cpuSeconds, parentOf } from './ingest/cpu.ts';
import { type Form, lineOf } from './ingest/events.ts';
import { type Installation, install, NO_QUOTA } from './ingest/installation.ts';
import { type Shipment, timeShipping } from './ingest/shipping.ts';

const HELP = `CITUS_URL=postgresql://… npm run bench:citus -- [--events N] [--rounds R] [--organizations O] [--json]

A Scout whose tables of events are distributed over the nodes of the cluster, beside one whose tables are all on its coordinator, by turns in
the same run: events a second through the whole ingest, batches of 1,000 of several organizations with a connection each, and
milliseconds of reading afterward. First the ratio of many nodes to one, with the cores that all of them share.

  --events N         events in each round, a multiple of 1,000 for each organization (default 40000)
  --organizations O  how many send (default 4)
  --rounds R         rounds of each, by turns (default 5)
  --form F           xml or flat (default xml)
  --shards S         parts of each table (default 8)
  --json             print one JSON object instead of a table
  --help             print this`;

const BATCH = 1_000;
const WARM_UP_BATCHES = 10;
const READS_OF_EACH = 16;
/** The agent's compression level. */
const AGENT_GZIP_LEVEL = 3;

const { values: options } = parseArgs({
  options: {
    events: { type: 'string', default: '40000' },
    organizations: { type: 'string', default: '4' },
    rounds: { type: 'string', default: '5' },
    form: { type: 'string', default: 'xml' },
    shards: { type: 'string', default: '8' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

/** Reads of a member, over HTTP. */
const READS = {
  'newest 100 events': '/rest/v1/tenant_events?limit=100',
  'count of events': '/rest/v1/tenant_events/count',
  'figures of failed logons': '/api/v1/figures/failed-logons',
};
const SECRET = randomBytes(32).toString('base64url');
const newName = () => `bench_${randomBytes(8).toString('hex')}`;

if (options.help) console.log(HELP);
else if (!process.env.CITUS_URL) console.log('No cluster: CITUS_URL is not set, so nothing was measured.');
else await main(process.env.CITUS_URL);

/** One of the two databases under test, with what its organizations send. */
interface Side {
  readonly name: string;
  readonly installation: Installation;
  readonly senders: readonly { readonly credential: string; readonly member: TestClient }[];
  nextBatch: number;
  /** Main processes of its PostgreSQL servers, the coordinator's first; none where they are not of this machine. */
  readonly postmasters: readonly number[];
  readonly rates: number[];
  /** Microseconds of processor time an event: of the server, and of each PostgreSQL. */
  readonly cpu: number[][];
  readonly reads: Map<string, number[]>;
}

async function main(citusUrl: string): Promise<void> {
  const nodeUrls = await readNodeUrls(citusUrl);
  const postmasters = await postmastersOf(nodeUrls);
  await using one = await begin('one node', await onOneNode(nodeUrls), postmasters.slice(0, 1));
  const nodes = `${nodeUrls.length - 1} nodes and a coordinator`;
  await using many = await begin(nodes, await onNodes(nodeUrls), postmasters);
  const sides = [one.side, many.side];
  const events = Number(options.events);
  const perSender = events / Number(options.organizations) / BATCH;
  if (!Number.isInteger(perSender))
    throw new Error('--events must be a multiple of 1,000 for each organization');
  const start = Date.now() - 3_600_000;
  for (const side of sides) await ship(side, WARM_UP_BATCHES, start);
  for (let round = 0; round < Number(options.rounds); round += 1) {
    // Each begins every other round.
    for (const side of round % 2 === 0 ? sides : sides.toReversed()) {
      const before = cpuOf(side);
      const seconds = await ship(side, perSender, start);
      const after = cpuOf(side);
      side.rates.push(Math.round(events / seconds));
      side.cpu.push(after.map((used, place) => ((used - before[place]!) / events) * 1e6));
      await readAll(side);
    }
  }
  report(sides);
}

/** Seconds of processor time so far: of the server, and of each PostgreSQL. */
function cpuOf({ installation, postmasters }: Side): number[] {
  const used = postmasters.map((postmaster) => cpuSeconds(installation.serverPid, postmaster));
  return [used[0]?.server ?? 0, ...used.map((one) => one?.postgres ?? 0)];
}

async function postmastersOf(nodeUrls: NodeUrls): Promise<number[]> {
  const found: number[] = [];
  for (const url of nodeUrls) {
    const { rows } = await withClient(url, (client) =>
      client.query<{ pid: number }>("SELECT pid FROM pg_stat_activity WHERE backend_type = 'checkpointer'"),
    );
    const parent = parentOf(rows[0]!.pid);
    if (parent !== undefined) found.push(parent);
  }
  return found;
}

/** Sends batches of every organization at once. @returns seconds */
async function ship(side: Side, batches: number, start: number): Promise<number> {
  const shipments: Shipment[] = side.senders.map(({ credential }, sender) => ({
    credential,
    bodies: Array.from({ length: batches }, (_, batch) => {
      const from = ((side.nextBatch + batch) * side.senders.length + sender) * BATCH;
      const lines = Array.from({ length: BATCH }, (_, i) => lineOf(options.form as Form, from + i, start));
      return gzipSync(lines.join('\n'), { level: AGENT_GZIP_LEVEL });
    }),
  }));
  const seconds = await timeShipping(side.installation.url, shipments, side.nextBatch, BATCH);
  side.nextBatch += batches;
  return seconds;
}

async function readAll({ senders, reads }: Side): Promise<void> {
  for (const [name, path] of Object.entries(READS)) {
    for (let n = 0; n < READS_OF_EACH; n += 1) {
      const begun = performance.now();
      const response = await senders[n % senders.length]!.member.request(path);
      await response.arrayBuffer();
      if (!response.ok) throw new Error(`${path}: HTTP ${response.status}`);
      reads.set(name, [...(reads.get(name) ?? []), performance.now() - begun]);
    }
  }
}

async function begin(
  name: string,
  database: { url: string; drop: () => Promise<void> },
  postmasters: readonly number[],
) {
  await using made = new AsyncDisposableStack();
  made.defer(database.drop);
  const installation = made.use(
    await install([], {
      ...NO_QUOTA,
      DATABASE_URL: database.url,
      SCOUT_AUTH_SECRET: SECRET,
      SCOUT_SAMPLE: 'off',
    }),
  );
  const senders = [];
  for (let n = 1; n <= Number(options.organizations); n += 1) {
    const organization = await createOrganization(installation, `Bank ${n}`);
    const { bearer: credential } = await organization.as('agent');
    senders.push({ credential, member: await organization.as('member') });
  }
  const side: Side = {
    name,
    installation,
    senders,
    nextBatch: 1,
    postmasters,
    rates: [],
    cpu: [],
    reads: new Map(),
  };
  const running = made.move();
  return { side, [Symbol.asyncDispose]: () => running.disposeAsync() };
}

/** An ordinary database of the coordinator's PostgreSQL, with its settings. */
async function onOneNode([coordinator]: NodeUrls) {
  const name = newName();
  const admin = (sql: string) => withClient(coordinator, (client) => client.query(sql));
  await admin(`CREATE DATABASE ${name}`);
  const drop = async () => void (await admin(`DROP DATABASE ${name} WITH (FORCE)`));
  return { url: withDatabase(coordinator, name), drop };
}

async function onNodes(nodeUrls: NodeUrls) {
  const name = newName();
  const url = await joinNodes(nodeUrls, name);
  await (await openDatabase(url, SECRET)).close();
  await withClient(url, (owner) =>
    withMigrationLock(owner, async () =>
      distribute(owner, await planDistribution(owner), { shards: Number(options.shards), say: () => {} }),
    ),
  );
  return { url, drop: () => dropOnNodes(nodeUrls, name) };
}

function spread(values: readonly number[]) {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) => Math.round(sorted[Math.floor((sorted.length - 1) * share)]! * 10) / 10;
  return { min: at(0), median: at(0.5), p95: at(0.95), max: at(1) };
}

function report([one, many]: readonly Side[]): void {
  if (!one || !many) return;
  const ratio = Math.round((spread(many.rates).median / spread(one.rates).median) * 100) / 100;
  const machine = { node: process.version, cpu: cpus()[0]?.model ?? 'unknown', cores: cpus().length };
  const sides = [one, many].map(({ name, rates, reads, cpu }) => ({
    name,
    rates: spread(rates),
    cpu: (cpu[0] ?? []).map((_, place) => spread(cpu.map((used) => used[place]!)).median),
    reads: Object.fromEntries([...reads].map(([query, times]) => [query, spread(times)])),
  }));
  if (options.json) {
    console.log(JSON.stringify({ ...machine, ...options, ratio, sides }));
    return;
  }
  console.log(
    `Ratio of ingest, ${many.name} to ${one.name}: ${ratio.toFixed(2)}. Servers, nodes and senders share ${machine.cores} cores (${machine.cpu}).\n`,
  );
  for (const { name, rates, reads, cpu } of sides) {
    console.log(
      `${name}: ${rates.min} / ${rates.median} / ${rates.max} events a second (min / median / max)`,
    );
    const [server, coordinator, ...nodes] = cpu;
    console.log(
      `  processor time an event, median: ${server} µs in the server, ${coordinator} in PostgreSQL${nodes.length > 0 ? ` of the coordinator, ${nodes.join(' and ')} in the nodes` : ''}`,
    );
    for (const [query, { median, p95 }] of Object.entries(reads))
      console.log(`  ${query}: median ${median} ms, 95 of 100 within ${p95} ms`);
  }
}
