import type pg from 'pg';
import { MigrationError } from '../migrate.ts';
import { distributedTables, isMarkedSql } from './layout.ts';
import { ensureRolesOnNodes } from './nodes.ts';

/** The steps of a start on the owner's connection. */
interface Steps {
  readonly migrate: () => Promise<void>;
  readonly makePartitions: () => Promise<void>;
}

/**
 * Runs the steps of a start; where tables are distributed, on the nodes too: their roles first, then what migrations change of these
 * tables, and partitions. Objects that are not theirs are made on the coordinator alone. A node that does not respond keeps no server
 * from starting, unless a migration needs it: partitions are made days ahead.
 * @throws MigrationError when the distribution of the database was interrupted
 */
export async function prepareNodes(
  owner: pg.ClientBase,
  { migrate, makePartitions }: Steps,
  say: (message: string) => void = () => {},
): Promise<void> {
  if (!(await isDistributed(owner))) {
    await migrate();
    return makePartitions();
  }
  await ensureRoles(owner, say);
  await owner.query('SET citus.enable_ddl_propagation = on; SET citus.enable_metadata_sync = off');
  await migrate();
  await owner.query('RESET citus.enable_metadata_sync');
  try {
    if (await areOutdated(owner)) {
      await owner.query('SELECT start_metadata_sync_to_all_nodes()');
      await ensureRoles(owner, say);
      await owner.query('SET citus.enable_ddl_propagation = on');
    }
    await makePartitions();
  } catch (error) {
    if (!isUnreachable(error)) throw error;
    say(`The partitions of the coming days were not made: ${error.message}. A later round makes them.`);
  } finally {
    await owner.query('SET citus.enable_ddl_propagation = off');
  }
}

async function ensureRoles(owner: pg.ClientBase, say: (message: string) => void): Promise<void> {
  for (const refusal of await ensureRolesOnNodes(owner)) say(`The roles were not ensured on ${refusal}`);
}

/** Number of columns of the distributed tables. */
const COLUMNS = `SELECT count(*) FROM pg_attribute WHERE attnum > 0 AND NOT attisdropped
  AND attrelid IN (${distributedTables.map((table) => `to_regclass('scout.${table}')`).join(', ')})`;

/** True when nodes know the distributed tables as they were before a migration: their rows follow at once, their descriptions do not. */
async function areOutdated(owner: pg.ClientBase): Promise<boolean> {
  const { rows } = await owner.query<{ outdated: boolean }>(
    `SELECT EXISTS (SELECT FROM run_command_on_workers($1) WHERE success AND result::bigint <> (${COLUMNS})) AS outdated`,
    [COLUMNS],
  );
  return rows[0]!.outdated;
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
