import { once } from 'node:events';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { joined } from './binaryCopy.ts';

/** A table that rows are copied for, and the columns that they fill, in order: alone, and with their types. */
export interface Staging {
  readonly table: 'tenant_events' | 'incidents';
  readonly columns: string;
  readonly types: string;
}

/** Connections whose temporary tables are there. */
const prepared = new WeakMap<pg.ClientBase, Set<Staging['table']>>();

/**
 * Stores rows under row-level security, to which COPY is refused: they are copied into a temporary table, which
 * is emptied by the end of the transaction, and inserted from there.
 * @param streams each in PostgreSQL's binary COPY format; without any nothing is done
 */
export async function storeRows(
  client: pg.ClientBase,
  staging: Staging,
  streams: readonly Buffer[],
): Promise<void> {
  if (streams.length === 0) return;
  const { table, columns } = staging;
  await prepare(client, staging);
  await copyIn(client, `COPY pg_temp.staged_${table} (${columns}) FROM STDIN (FORMAT binary)`, streams);
  await client.query({
    name: `ingest-${table}`,
    text: `INSERT INTO scout.${table} (${columns}) SELECT ${columns} FROM pg_temp.staged_${table}`,
  });
}

/** A table made in a transaction that is rolled back is gone again, so it is asked for by name until it outlives one. */
async function prepare(client: pg.ClientBase, { table, types }: Staging): Promise<void> {
  const known = prepared.get(client) ?? new Set();
  if (known.has(table)) return;
  const { rows } = await client.query<{ there: boolean }>(
    `SELECT to_regclass('pg_temp.staged_${table}') IS NOT NULL AS there`,
  );
  if (rows[0]?.there) {
    prepared.set(client, known.add(table));
    return;
  }
  await client.query(`CREATE TEMPORARY TABLE staged_${table} (${types}) ON COMMIT DELETE ROWS`);
}

/** Sends a whole COPY. The pieces keep the server from having to hold a large batch as one message. */
async function copyIn(client: pg.ClientBase, sql: string, streams: readonly Buffer[]): Promise<void> {
  const stream = client.query(copyFrom(sql));
  const done = once(stream, 'finish');
  for (const bytes of joined(streams)) {
    for (let at = 0; at < bytes.length; at += COPY_PIECE_BYTES)
      stream.write(bytes.subarray(at, at + COPY_PIECE_BYTES));
  }
  stream.end();
  await done;
}

const COPY_PIECE_BYTES = 1024 * 1024;
