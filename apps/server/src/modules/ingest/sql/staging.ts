import type pg from 'pg';
import { withoutCopy } from '../../../platform/database/distribution/layout.ts';
import type { Statement } from '../../../platform/database/pipeline.ts';
import { joined } from '../binaryRows.ts';

/** Table for rows of a composite type, with their columns in the type's order. */
export interface Staging {
  readonly table: 'tenant_events' | 'incidents';
  readonly type: 'staged_event' | 'staged_incident';
  readonly columns: string;
  /** Number of columns. */
  readonly fields: number;
}

/** Bytes of rows of one statement, of which the database holds several copies. */
const STATEMENT_BYTES = 2 * 1024 * 1024;

/**
 * Statements that store rows under row-level security, which does not permit COPY: as arrays of a composite type, which cost
 * PostgreSQL as much as a COPY that no policy binds, and nothing for a temporary table.
 * @param client that they are sent over
 * @param arrays each from {@link BinaryRows.array}; without any there is no statement
 */
export const rowsStored = (
  client: pg.ClientBase,
  { table, type, columns }: Staging,
  arrays: readonly Buffer[],
): Statement[] =>
  Array.from(joined(arrays, STATEMENT_BYTES), (array) => ({
    name: `ingest-${table}`,
    text: `INSERT INTO scout.${table} (${columns}) SELECT ${columns} FROM unnest($1::scout.${type}[]) ${withoutCopy(client)}`,
    values: [array],
  }));
