import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { cpuSeconds } from './ingest/cpu.ts';
import { lineOf } from './ingest/events.ts';
import { install, NO_QUOTA } from './ingest/installation.ts';
import { type Shipment, timeShipping } from './ingest/shipping.ts';
import { type Spread, spreadOf } from './ingest/spread.ts';
import { makeTarget, RSYSLOG, timeRsyslog } from './rsyslog/forward.ts';

const HELP = `npm run bench:rsyslog -- [--events N] [--rounds R] [--json]

The whole ingest of Scout compared with rsyslog by turns, in one PostgreSQL with fsync on: the same flat JSON lines, from the
first one read until the last one is stored. rsyslog (imfile, mmjsonparse, ompgsql with two workers, 1,000 rows a transaction)
writes fifteen parsed columns into a plain table with an index on time; Scout takes batches of 1,000 over HTTP from two agents
and writes rows, raw lines, findings, rollups and activity. Debian: apt-get install rsyslog rsyslog-pgsql.

  --events N    events of each round, a multiple of 2,000 (default 50000)
  --rounds R    rounds of both (default 5)
  --json        print one JSON object
  --help        print this

Exit codes: 0; 2 wrong usage, or rsyslog is not installed.`;

const BATCH = 1000;
const CONNECTIONS = 2;
const MODULE = '/usr/lib/x86_64-linux-gnu/rsyslog/ompgsql.so';

const { values } = parseArgs({
  options: {
    events: { type: 'string', default: '50000' },
    rounds: { type: 'string', default: '5' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
const [events, rounds] = [Number(values.events), Number(values.rounds)];

if (values.help) console.log(HELP);
else if (
  !(events > 0 && events % (BATCH * CONNECTIONS) === 0 && Number.isSafeInteger(rounds) && rounds > 0)
) {
  console.error(HELP);
  process.exitCode = 2;
} else if (!existsSync(RSYSLOG) || !existsSync(MODULE)) {
  console.error('rsyslog with ompgsql is not installed here: apt-get install rsyslog rsyslog-pgsql');
  process.exitCode = 2;
} else await compare();

async function compare(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'scout-rsyslog-'));
  try {
    await using installation = await install([], NO_QUOTA);
    const start = Date.now() - 3_600_000;
    const lines = Array.from({ length: events }, (_, index) => lineOf('flat', index, start));
    const file = join(folder, 'events.ndjson');
    await writeFile(file, `${lines.join('\n')}\n`);
    const shipments: Shipment[] = [];
    for (let agent = 0; agent < CONNECTIONS; agent += 1) {
      const { credential } = await installation.enrol();
      const own = lines.slice((agent * events) / CONNECTIONS, ((agent + 1) * events) / CONNECTIONS);
      const bodies = Array.from({ length: own.length / BATCH }, (_, index) =>
        gzipSync(own.slice(index * BATCH, (index + 1) * BATCH).join('\n'), { level: 3 }),
      );
      shipments.push({ credential, bodies });
    }
    const target = await makeTarget(installation.ownerUrl);

    let nextBatch = 1;
    const ship = async () => {
      const seconds = await timeShipping(installation.url, shipments, nextBatch, BATCH);
      nextBatch += shipments[0]!.bodies.length;
      return seconds;
    };
    await ship();
    const turns: { scout: number; rsyslog: number }[] = [];
    const cpu: { scout: number; rsyslog: number }[] = [];
    const used = () => cpuSeconds(installation.serverPid, installation.postmasterPid);
    for (let round = 0; round < rounds; round += 1) {
      const before = used();
      const scout = await ship();
      const between = used();
      const rsyslog = await timeRsyslog(target, file, events);
      const after = used();
      turns.push({ scout: events / scout, rsyslog: events / rsyslog.seconds });
      if (before && between && after) {
        const scoutSeconds = between.server + between.postgres - before.server - before.postgres;
        const postgres = after.postgres - between.postgres;
        cpu.push({
          scout: (scoutSeconds / events) * 1e6,
          rsyslog: ((rsyslog.cpuSeconds + postgres) / events) * 1e6,
        });
      }
    }
    const result = {
      ratio: spreadOf(turns.map(({ scout, rsyslog }) => scout / rsyslog)),
      scout: spreadOf(turns.map(({ scout }) => scout)),
      rsyslog: spreadOf(turns.map(({ rsyslog }) => rsyslog)),
      microsecondsPerEvent: {
        scout: spreadOf(cpu.map(({ scout }) => scout)),
        rsyslog: spreadOf(cpu.map(({ rsyslog }) => rsyslog)),
      },
    };
    if (values.json) console.log(JSON.stringify({ events, rounds, ...result }));
    else print(result);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function print(result: {
  ratio: Spread;
  scout: Spread;
  rsyslog: Spread;
  microsecondsPerEvent: { scout: Spread; rsyslog: Spread };
}): void {
  const line = (name: string, { min, median, max }: Spread, digits: number) => {
    const n = (value: number) =>
      value
        .toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits })
        .padStart(10);
    console.log(`${name.padEnd(44)}${n(min)}${n(median)}${n(max)}`);
  };
  console.log(`${events} events, ${rounds} rounds of both${''.padEnd(12)}       min    median       max`);
  line('ratio, Scout to rsyslog', result.ratio, 2);
  line('Scout, events/s', result.scout, 0);
  line('rsyslog, events/s', result.rsyslog, 0);
  line('Scout, with PostgreSQL: CPU µs an event', result.microsecondsPerEvent.scout, 1);
  line('rsyslog, with PostgreSQL: CPU µs an event', result.microsecondsPerEvent.rsyslog, 1);
}
