import { parseArgs } from 'node:util';
import { constants, zstdCompressSync } from 'node:zlib';
import pg from 'pg';
import { install, NO_QUOTA } from './ingest/installation.ts';
import { timeShipping } from './ingest/shipping.ts';
import { columnsOf, type TableBytes, tablesOf } from './storage/breakdown.ts';
import { recordedLines } from './storage/lines.ts';
import { mixedLine } from './storage/mix.ts';
import { packAll } from './storage/packing.ts';
import { type RawTimes, timeRawEvents } from './storage/rawEvents.ts';

const HELP = `npm run bench:storage -- [--events N] [--batch N] [--recording FILE]

Bytes on disk of an event, by table, index and column: batches as an agent sends them (zstd) through a real server into its own
embedded PostgreSQL, fresh and after packing, as events are that are older than a week; and the mean of a year, computed from both.
The log of transactions is not counted: it does not grow with the number of events. Then the time in which one raw event is read.

  --events N        a multiple of the batch (default 100000)
  --batch N         lines of a batch (default 1000)
  --recording FILE  gzip NDJSON of { xml }: its lines with other times, numbers and sessions, instead of a generated mix
  --json            print one JSON object instead of tables
  --help            print this`;

/** The agent's compression level. */
const AGENT_ZSTD = { params: { [constants.ZSTD_c_compressionLevel]: 3 } };
const HOUR_MS = 3_600_000;
/** Days of a retention of a year, and those of it that are not packed yet. */
const YEAR = 365;
const WEEK = 8;

const { values: options } = parseArgs({
  options: {
    events: { type: 'string', default: '100000' },
    batch: { type: 'string', default: '1000' },
    recording: { type: 'string' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

if (options.help) console.log(HELP);
else await main(Number(options.events), Number(options.batch), options.recording);

async function main(events: number, batch: number, recording: string | undefined): Promise<void> {
  if (!(Number.isInteger(events / batch) && events >= batch && batch > 0)) {
    console.error('--events must be a multiple of --batch');
    process.exit(2);
  }
  const start = Date.now() - HOUR_MS;
  const line = recording ? recordedLines(recording, start) : (index: number) => mixedLine(index, start);
  await using installation = await install([], NO_QUOTA);
  const { credential } = await installation.enrol();
  const bodies = Array.from({ length: events / batch }, (_, number) =>
    zstdCompressSync(
      Array.from({ length: batch }, (_, index) => line(number * batch + index)).join('\n'),
      AGENT_ZSTD,
    ),
  );
  const owner = new pg.Client({ connectionString: installation.ownerUrl });
  await owner.connect();
  try {
    const empty = await tablesOf(owner);
    await timeShipping(installation.url, [{ credential, bodies, encoding: 'zstd' }], 1, batch);
    await owner.query('VACUUM ANALYZE');
    const columns = await columnsOf(owner, 'tenant_events');
    const fresh = bytesOf(empty, await tablesOf(owner), events);
    const rawFresh = await timeRawEvents(installation);
    const packing = await packAll(owner, installation);
    const packed = bytesOf(empty, await tablesOf(owner), events);
    const rawPacked = await timeRawEvents(installation);
    const year = (WEEK * fresh.total + (YEAR - WEEK) * packed.total) / YEAR;
    const report = {
      events,
      batch,
      year,
      fresh,
      packed,
      packing,
      raw: { fresh: rawFresh, packed: rawPacked },
      columns,
    };
    if (options.json) console.log(JSON.stringify(report));
    else print(report);
  } finally {
    await owner.end();
  }
}

interface Bytes {
  readonly total: number;
  readonly tables: readonly { name: string; heap: number; toast: number; indexes: number }[];
}

/** Bytes of an event by table, without tables that have next to none. */
function bytesOf(empty: readonly TableBytes[], full: readonly TableBytes[], events: number): Bytes {
  const tables = full
    .map((table) => {
      const before = empty.find(({ name }) => name === table.name);
      const grown = (part: 'heap' | 'toast' | 'indexes') => (table[part] - (before?.[part] ?? 0)) / events;
      return { name: table.name, heap: grown('heap'), toast: grown('toast'), indexes: grown('indexes') };
    })
    .filter(({ heap, toast, indexes }) => heap + toast + indexes >= 0.05);
  return { total: tables.reduce((sum, { heap, toast, indexes }) => sum + heap + toast + indexes, 0), tables };
}

interface Report {
  readonly year: number;
  readonly fresh: Bytes;
  readonly packed: Bytes;
  readonly packing: number;
  readonly raw: { readonly fresh: RawTimes; readonly packed: RawTimes };
  readonly columns: readonly { name: string; bytes: number; distinct: number }[];
}

function print({ year, fresh, packed, packing, raw, columns }: Report): void {
  console.log(
    `${year.toFixed(0)} bytes an event, mean of a year, computed: of ${YEAR} days ${WEEK} fresh, the others packed`,
  );
  const n = (value: number) => value.toFixed(1).padStart(8);
  for (const [name, { total, tables }] of Object.entries({ fresh, packed })) {
    console.log(`\n${total.toFixed(0)} bytes an event, ${name}\n`);
    console.log(`${'table'.padEnd(40)}    rows   TOAST indexes`);
    for (const { name: table, heap, toast, indexes } of tables.toSorted(
      (a, b) => b.heap + b.toast - a.heap - a.toast,
    ))
      console.log(`${table.padEnd(40)}${n(heap)}${n(toast)}${n(indexes)}`);
  }
  console.log(`\npacked in ${packing.toFixed(1)} µs an event`);
  for (const [name, { median, p95, longest, ratio }] of Object.entries(raw))
    console.log(
      `one raw event, ${name}: ${ratio.toFixed(1)} times a query for nothing; ${[median, p95, longest].map((ms) => ms.toFixed(1)).join(', ')} ms (median, 95 of 100, longest)`,
    );
  console.log(`\n${'column of tenant_events'.padEnd(40)}   bytes  values`);
  for (const { name, bytes, distinct } of columns)
    console.log(`${name.padEnd(40)}${n(bytes)}${String(distinct).padStart(8)}`);
}
