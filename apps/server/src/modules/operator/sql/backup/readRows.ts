import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { RowSum, type TableSum } from '../../backup/rowSum.ts';
import { type BackedUpTable, copyOutSql, rangesOf } from './tables.ts';

/** A piece of COPY output. */
export interface CopiedPiece {
  readonly bytes: Buffer;
  /** True for the first piece of a COPY; a table may have several COPYs. */
  readonly isFirst: boolean;
}

/**
 * Reads every row of a table, range by range, each in a transaction opened by `begin`, so that no lock outlives its range.
 * Returns the sum of all rows.
 */
export async function* readRows(
  client: pg.ClientBase,
  table: BackedUpTable,
  begin: string,
): AsyncGenerator<CopiedPiece, TableSum> {
  const sum = new RowSum();
  for (const range of await rangesOf(client, table)) {
    sum.begin();
    await client.query(begin);
    let isFirst = true;
    for await (const bytes of client.query(copyTo(copyOutSql(table, range))) as AsyncIterable<Buffer>) {
      sum.add(bytes);
      yield { bytes, isFirst };
      isFirst = false;
    }
    await client.query('ROLLBACK');
  }
  return sum.sum;
}
