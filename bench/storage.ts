import { parseArgs } from 'node:util';
import { constants, zstdCompressSync } from 'node:zlib';
import pg from 'pg';
import { lineOf } from './ingest/events.ts';
import { install, NO_QUOTA } from './ingest/installation.ts';
import { timeShipping } from './ingest/shipping.ts';
import { columnsOf, tablesOf } from './storage/breakdown.ts';
import { recordedLines } from './storage/lines.ts';

const HELP = `npm run bench:storage -- [--events N] [--batch N] [--recording FILE]

Bytes on disk of an event, by table, index and column: batches as an agent sends them (zstd) through a real server into its own
embedded PostgreSQL. The log of transactions is not counted: it does not grow with the number of events.

  --events N        a multiple of the batch (default 100000)
  --batch N         lines of a batch (default 1000)
  --recording FILE  gzip NDJSON of { xml }: its lines with other times, numbers and sessions, instead of the benchmark's
  --json            print one JSON object instead of tables
  --help            print this`;

/** The agent's compression level. */
const AGENT_ZSTD = { params: { [constants.ZSTD_c_compressionLevel]: 3 } };
const HOUR_MS = 3_600_000;

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
  const line = recording ? recordedLines(recording, start) : (index: number) => lineOf('xml', index, start);
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
    const tables = (await tablesOf(owner))
      .map((table) => {
        const before = empty.find(({ name }) => name === table.name);
        const grown = (part: 'heap' | 'toast' | 'indexes') => (table[part] - (before?.[part] ?? 0)) / events;
        return { name: table.name, heap: grown('heap'), toast: grown('toast'), indexes: grown('indexes') };
      })
      .filter(({ heap, toast, indexes }) => heap + toast + indexes >= 0.05);
    const total = tables.reduce((sum, { heap, toast, indexes }) => sum + heap + toast + indexes, 0);
    const columns = await columnsOf(owner, 'tenant_events');
    if (options.json) console.log(JSON.stringify({ events, batch, total, tables, columns }));
    else print(total, tables, columns);
  } finally {
    await owner.end();
  }
}

function print(
  total: number,
  tables: readonly { name: string; heap: number; toast: number; indexes: number }[],
  columns: readonly { name: string; bytes: number; distinct: number }[],
): void {
  const n = (value: number) => value.toFixed(1).padStart(8);
  console.log(`${total.toFixed(0)} bytes an event\n`);
  console.log(`${'table'.padEnd(40)}    rows   TOAST indexes`);
  for (const { name, heap, toast, indexes } of tables.toSorted(
    (a, b) => b.heap + b.toast - a.heap - a.toast,
  )) {
    console.log(`${name.padEnd(40)}${n(heap)}${n(toast)}${n(indexes)}`);
  }
  console.log(`\n${'column of tenant_events'.padEnd(40)}   bytes  values`);
  for (const { name, bytes, distinct } of columns)
    console.log(`${name.padEnd(40)}${n(bytes)}${String(distinct).padStart(8)}`);
}
