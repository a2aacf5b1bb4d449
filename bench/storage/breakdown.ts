import type pg from 'pg';

/** Bytes of a table, its partitions included. */
export interface TableBytes {
  readonly name: string;
  readonly heap: number;
  readonly toast: number;
  readonly indexes: number;
}

/** Bytes of Scout's tables. */
export async function tablesOf(owner: pg.Client): Promise<TableBytes[]> {
  const { rows } = await owner.query<TableBytes>(
    `SELECT coalesce(parent.relname, c.relname) AS name,
       sum(pg_relation_size(c.oid))::float8 AS heap,
       sum(coalesce(pg_total_relation_size(nullif(c.reltoastrelid, 0)), 0))::float8 AS toast,
       sum(pg_indexes_size(c.oid))::float8 AS indexes
     FROM pg_class c
     LEFT JOIN pg_inherits i ON i.inhrelid = c.oid
     LEFT JOIN pg_class parent ON parent.oid = i.inhparent
     WHERE c.relnamespace = 'scout'::regnamespace AND c.relkind = 'r'
     GROUP BY 1 ORDER BY 1`,
  );
  return rows;
}

/** Mean stored bytes of each column over all rows, and its number of values. */
export async function columnsOf(owner: pg.Client, table: string) {
  const { rows: columns } = await owner.query<{ name: string }>(
    `SELECT attname AS name FROM pg_attribute
     WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum`,
    [`scout.${table}`],
  );
  const sums = columns.flatMap(({ name }) => [
    `coalesce(sum(pg_column_size(${name})), 0)::float8 / greatest(count(*), 1)`,
    `count(DISTINCT ${name})::float8`,
  ]);
  const { rows } = await owner.query<number[]>({
    text: `SELECT ${sums.join(', ')} FROM scout.${table}`,
    rowMode: 'array',
  });
  return columns.map(({ name }, index) => ({
    name,
    bytes: rows[0]![2 * index]!,
    distinct: rows[0]![2 * index + 1]!,
  }));
}
