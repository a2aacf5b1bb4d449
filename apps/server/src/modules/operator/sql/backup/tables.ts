import pg from 'pg';

/** A table in the backup; partitioned tables as a whole. */
export interface BackedUpTable {
  readonly schema: string;
  readonly name: string;
  /** In the order of a row's fields. */
  readonly columns: string[];
}

/** A range of a partitioned table by its key; the whole table without both bounds. */
export interface Range {
  readonly key: string;
  readonly from: string | undefined;
  readonly to: string | undefined;
}

/** Schemas with the product's rows. */
const schemas = ['scout', 'auth', 'pgboss'];

/** Lists the applied migrations, which are also in the backup's head. */
const ledger = 'scout.schema_migrations';

/** `schema.table`, for display and as a key. */
export const nameOf = ({ schema, name }: BackedUpTable): string => `${schema}.${name}`;

/** The table in SQL. */
export const sqlOf = ({ schema, name }: BackedUpTable): string =>
  `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`;

/** Its columns in SQL. */
export const columnsOf = ({ columns }: BackedUpTable): string =>
  columns.map((column) => pg.escapeIdentifier(column)).join(', ');

/** The tables of a database with their own rows, each after the tables it references. */
export async function readTables(client: pg.ClientBase): Promise<BackedUpTable[]> {
  const { rows } = await client.query<BackedUpTable & { refers_to: string[] }>(
    `SELECT n.nspname AS schema, c.relname AS name,
       (SELECT array_agg(a.attname::text ORDER BY a.attnum) FROM pg_attribute a
        WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '') AS columns,
       ARRAY(SELECT DISTINCT rn.nspname || '.' || r.relname FROM pg_constraint k
        JOIN pg_class r ON r.oid = k.confrelid JOIN pg_namespace rn ON rn.oid = r.relnamespace
        WHERE k.contype = 'f' AND k.confrelid <> c.oid
          AND (k.conrelid = c.oid OR k.conrelid IN (SELECT relid FROM pg_partition_tree(c.oid)))) AS refers_to
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE n.nspname = ANY ($1) AND c.relkind IN ('r', 'p') AND NOT c.relispartition
       AND n.nspname || '.' || c.relname <> $2
     ORDER BY 1, 2`,
    [schemas, ledger],
  );
  return inOrder(rows);
}

function inOrder(tables: readonly (BackedUpTable & { refers_to: string[] })[]): BackedUpTable[] {
  const ordered: BackedUpTable[] = [];
  const placed = new Set<string>();
  let waiting = tables;
  while (waiting.length > 0) {
    const ready = waiting.filter(({ refers_to }) => refers_to.every((name) => placed.has(name)));
    if (ready.length === 0)
      throw new Error(`Tables refer to each other in a circle: ${waiting.map(nameOf).join(', ')}`);
    for (const { schema, name, columns, ...table } of ready) {
      ordered.push({ schema, name, columns });
      placed.add(nameOf({ schema, name, columns, ...table }));
    }
    waiting = waiting.filter((table) => !placed.has(nameOf(table)));
  }
  return ordered;
}

/**
 * Ranges that together cover every row of a table, each inside one partition, so that no statement locks all partitions: one per
 * partition, and the gaps between them, whose rows are in the DEFAULT partition. A table without such partitions is one range.
 */
export async function rangesOf(client: pg.ClientBase, table: BackedUpTable): Promise<(Range | undefined)[]> {
  const { rows } = await client.query<{ key: string; bound: string }>(
    `SELECT a.attname AS key, pg_get_expr(c.relpartbound, c.oid) AS bound
     FROM pg_partitioned_table t JOIN pg_inherits i ON i.inhparent = t.partrelid JOIN pg_class c ON c.oid = i.inhrelid
     JOIN pg_attribute a ON a.attrelid = t.partrelid AND a.attnum = t.partattrs[0]
     WHERE t.partrelid = $1::regclass AND t.partstrat = 'r' AND t.partnatts = 1`,
    [sqlOf(table)],
  );
  const bounds = rows
    .map(({ bound }) => /^FOR VALUES FROM \('([^']+)'\) TO \('([^']+)'\)$/.exec(bound))
    .filter((found) => found !== null)
    .map(([, from, to]) => ({ from: from!, to: to! }))
    .sort((a, b) => Date.parse(a.from) - Date.parse(b.from));
  const key = rows[0]?.key;
  if (key === undefined || bounds.length === 0) return [undefined];
  const ranges: Range[] = [];
  let end: string | undefined;
  for (const { from, to } of bounds) {
    if (end !== from) ranges.push({ key, from: end, to: from });
    ranges.push({ key, from, to });
    end = to;
  }
  return [...ranges, { key, from: end, to: undefined }];
}

/** SQL of the COPY that exports a table, or a range of it, in binary format. */
export function copyOutSql(table: BackedUpTable, range: Range | undefined): string {
  const key = range && pg.escapeIdentifier(range.key);
  const bounds = [
    range?.from !== undefined && `${key} >= ${pg.escapeLiteral(range.from)}`,
    range?.to !== undefined && `${key} < ${pg.escapeLiteral(range.to)}`,
  ].filter((bound) => bound !== false);
  const where = bounds.length > 0 ? ` WHERE ${bounds.join(' AND ')}` : '';
  return `COPY (SELECT ${columnsOf(table)} FROM ${sqlOf(table)}${where}) TO STDOUT (FORMAT binary)`;
}

/** Days (YYYY-MM-DD) with a partition in any table; monthly partitions count as the first of the month. */
export async function partitionDays(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ stamp: string }>(
    `SELECT DISTINCT substring(c.relname FROM '_p(\\d{6,8})$') AS stamp
     FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
     WHERE c.relnamespace = 'scout'::regnamespace AND c.relname ~ '_p\\d{6}(\\d\\d)?$' ORDER BY 1`,
  );
  return rows.map(({ stamp }) => `${stamp.slice(0, 4)}-${stamp.slice(4, 6)}-${stamp.slice(6) || '01'}`);
}
