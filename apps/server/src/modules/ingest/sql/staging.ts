import type pg from 'pg';
import type { Statement } from '../../../platform/database/pipeline.ts';
import { joined } from '../binaryCopy.ts';
import { columnsOf } from './columns.ts';

/** A target table of copied rows, with the filled columns in order: names only, and with types. */
export interface Staging {
  readonly table: 'tenant_events' | 'incidents';
  readonly columns: string;
  readonly types: string;
}

/** Bytes of rows up to which they are sent as parameters: emptying a temporary table costs as much as some three hundred events. */
const FEW_BYTES = 128 * 1024;

/** Connections with existing temporary tables. */
const prepared = new WeakMap<pg.ClientBase, Set<Staging['table']>>();

/** Notes after a commit that the connection has the temporary tables of these statements. */
export function keepStaged(client: pg.ClientBase, statements: readonly Statement[]): void {
  for (const { name } of statements) {
    const table = name === undefined ? undefined : MADE.get(name);
    if (table) prepared.set(client, (prepared.get(client) ?? new Set()).add(table));
  }
}

const MADE = new Map<string, Staging['table']>([
  ['ingest-make-tenant_events', 'tenant_events'],
  ['ingest-make-incidents', 'incidents'],
]);

/**
 * Stores rows under row-level security, which does not permit COPY: few rows are parameters, one array for each column. Many rows are
 * copied into a temporary table, emptied at the end of the transaction, and inserted from there.
 * @param streams each in PostgreSQL's binary COPY format; without any there is nothing to do
 */
export function rowsStored(
  client: pg.ClientBase,
  staging: Staging,
  streams: readonly Buffer[],
): readonly Statement[] {
  if (streams.length === 0) return [];
  const { table, columns, types } = staging;
  const bytes = streams.reduce((sum, { length }) => sum + length, 0);
  if (bytes <= FEW_BYTES) return [insertedColumns(staging, streams)];
  const insert = {
    name: `ingest-${table}`,
    text: `INSERT INTO scout.${table} (${columns}) SELECT ${columns} FROM pg_temp.staged_${table}`,
  };
  const copy = {
    text: `COPY pg_temp.staged_${table} (${columns}) FROM STDIN (FORMAT binary)`,
    data: [...joined(streams)],
  };
  if (prepared.get(client)?.has(table)) return [copy, insert];
  // A rollback removes a table created in its transaction.
  const make = {
    name: `ingest-make-${table}`,
    text: `CREATE TEMPORARY TABLE IF NOT EXISTS staged_${table} (${types}) ON COMMIT DELETE ROWS`,
  };
  return [make, copy, insert];
}

function insertedColumns({ table, columns, types }: Staging, streams: readonly Buffer[]): Statement {
  const given = types.split(',').map((column) => column.trim().split(/\s+/)[1]!);
  const arrays = given.map((type, index) => `$${index + 1}::${type === 'text[]' ? 'text' : type}[]`);
  const selected = given.map((type, index) => (type === 'text[]' ? `c${index}::text[]` : `c${index}`));
  const names = given.map((_, index) => `c${index}`);
  return {
    name: `ingest-few-${table}`,
    text: `INSERT INTO scout.${table} (${columns}) SELECT ${selected.join()} FROM unnest(${arrays.join()}) AS given (${names.join()})`,
    values: columnsOf(given, streams),
  };
}
