import type pg from 'pg';

/**
 * The tables that `scout database distribute` spreads over the nodes of a Citus cluster by tenant_id, each with its partitions; those
 * of an organization are on one node. All other tables, the ledger of batches among them, stay on the coordinator.
 */
export const distributedTables = [
  'tenant_events',
  'batch_bodies',
  'packed_events',
  'packed_bodies',
  'incidents',
  'rollups',
] as const;

/** Setting of a database whose tables are distributed, for all its connections. */
export const distributedMark = 'scout.distributed';

/** SQL of the mark on the coordinator, true or false; nodes do not have it. */
export const isMarkedSql = `coalesce(current_setting('${distributedMark}', true) = 'on', false)`;

/** Connections to a database with distributed tables, and their transactions. */
const distributed = new WeakSet<object>();

/** Asks a new connection, once, whether the tables of its database are distributed. */
export async function noteLayout(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ isDistributed: boolean }>(`SELECT ${isMarkedSql} AS "isDistributed"`);
  if (rows[0]!.isDistributed) distributed.add(client);
}

/** Takes over the layout of a connection for a transaction on it. @returns the transaction */
export function noteTransaction<Tx extends object>(tx: Tx, client: pg.ClientBase): Tx {
  if (distributed.has(client)) distributed.add(tx);
  return tx;
}

/** True for a connection of a pool, or a transaction of it, whose database has distributed tables. */
export const isDistributed = (at: object): boolean => distributed.has(at);

/**
 * SQL at the end of an INSERT of selected rows into a distributed table without a unique key, where it changes nothing but what Citus does:
 * without it the nodes get a COPY, which their policies forbid.
 */
export const withoutCopy = (client: pg.ClientBase): string =>
  isDistributed(client) ? 'ON CONFLICT DO NOTHING' : '';

/**
 * SQL of settings that hold until the end of the transaction, on the nodes too. Citus repeats a SET LOCAL with the text that it came in:
 * hence a block of single statements. Only these are repeated, because Citus connects to the nodes as the role, which may not be set there.
 */
export const settingsOnNodes = (settings: readonly string[]): string =>
  `DO $$ BEGIN SET LOCAL citus.propagate_set_commands = local; ${settings.map((setting) => `${setting};`).join(' ')}
    SET LOCAL citus.propagate_set_commands = none; END $$`;

/**
 * SQL for a transaction that was narrowed to an owner's accounts: their keys as a setting, for the policy of a distributed table, which
 * may not query another one.
 */
export const namesAccounts = String.raw`DO $$ BEGIN
  SET LOCAL citus.propagate_set_commands = local;
  EXECUTE format('SET LOCAL scout.account_keys = %L',
    coalesce((SELECT string_agg(account_key, E'\n') FROM scout.service_accounts), ''));
  SET LOCAL citus.propagate_set_commands = none;
END $$`;
