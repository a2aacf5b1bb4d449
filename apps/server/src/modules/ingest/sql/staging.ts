import { once } from 'node:events';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { withoutCopy } from '../../../platform/database/distribution/layout.ts';
import { joined } from '../binaryCopy.ts';

/** A target table of copied rows, with the filled columns in order: names only, and with types. */
export interface Staging {
  readonly table: 'tenant_events' | 'incidents';
  readonly columns: string;
  readonly types: string;
}

/** Connections with existing temporary tables. */
const prepared = new WeakMap<pg.ClientBase, Set<Staging['table']>>();

/**
 * Stores rows under row-level security, which does not permit COPY: rows are copied into a temporary table, emptied at the end of
 * the transaction, and inserted from there.
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
    text: `INSERT INTO scout.${table} (${columns}) SELECT ${columns} FROM pg_temp.staged_${table}
      ${withoutCopy(client)}`,
  });
}

/** A rollback removes a table created in its transaction, so its existence is checked by name until one commits. */
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

/** Sends a whole COPY. Chunks keep the server from holding a large batch as one message. */
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
