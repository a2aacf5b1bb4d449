import type pg from 'pg';
import { MigrationError } from '../migrate.ts';
import { distributedTables, isMarkedSql } from './layout.ts';
import { ensureRolesOnNodes } from './nodes.ts';

/**
 * Makes the partitions of a start, with Citus on all nodes, where the roles are ensured too. A node that does not respond keeps no
 * server from starting: partitions are made days ahead.
 * @throws MigrationError when the distribution of the database was interrupted
 */
export async function prepareNodes(
  owner: pg.ClientBase,
  makePartitions: () => Promise<void>,
  say: (message: string) => void = () => {},
): Promise<void> {
  if (!(await isDistributed(owner))) return makePartitions();
  for (const refusal of await ensureRolesOnNodes(owner)) say(`The roles were not ensured on ${refusal}`);
  await owner.query('SET citus.enable_ddl_propagation = on');
  try {
    await makePartitions();
  } catch (error) {
    if (!isUnreachable(error)) throw error;
    say(`The partitions of the coming days were not made: ${error.message}. A later round makes them.`);
  } finally {
    await owner.query('SET citus.enable_ddl_propagation = off');
  }
}

/** Class 08: a connection, here of the coordinator to a node. */
const isUnreachable = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('08');

/** True when all tables are distributed, and for good. */
async function isDistributed(owner: pg.ClientBase): Promise<boolean> {
  const citus = await owner.query<{ marked: boolean; installed: boolean }>(
    `SELECT ${isMarkedSql} AS marked, to_regclass('pg_catalog.pg_dist_partition') IS NOT NULL AS installed`,
  );
  const { marked, installed } = citus.rows[0]!;
  if (!installed) return false;
  const { rows } = await owner.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM pg_dist_partition WHERE logicalrelid = ANY (
       SELECT to_regclass('scout.' || name) FROM unnest($1::text[]) AS name)`,
    [distributedTables],
  );
  if (rows[0]!.n === 0) return false;
  if (marked && rows[0]!.n === distributedTables.length) return true;
  throw new MigrationError(
    'Distributing the tables of this database was interrupted. Run scout database distribute again, which continues it.',
  );
}
