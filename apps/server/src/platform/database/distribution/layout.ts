import type pg from 'pg';

/**
 * The tables that `scout database distribute` spreads over the nodes of a Citus cluster by tenant_id, each with its partitions; those
 * of an organization are on one node. All other tables, the ledger of batches among them, stay on the coordinator.
 */
export const distributedTables = ['tenant_events', 'batch_bodies', 'incidents', 'rollups'] as const;

/** Setting of a database whose tables are distributed, for all its connections. */
export const distributedMark = 'scout.distributed';

/** SQL of the mark: true or false. */
export const isMarkedSql = `coalesce(current_setting('${distributedMark}', true) = 'on', false)`;

/** Connections to a database with distributed tables. */
const distributed = new WeakSet<pg.ClientBase>();

/** Asks a new connection, once, whether the tables of its database are distributed. */
export async function noteLayout(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ isDistributed: boolean }>(`SELECT ${isMarkedSql} AS "isDistributed"`);
  if (rows[0]!.isDistributed) distributed.add(client);
}

/** True for a connection that was asked and whose database has distributed tables. */
export const isDistributed = (client: pg.ClientBase): boolean => distributed.has(client);

/**
 * SQL of settings that hold until the end of the transaction, on the nodes too. Citus repeats a SET LOCAL with the text that it came in:
 * hence a block of single statements. Only these are repeated, because Citus connects to the nodes as the role, which may not be set there.
 */
export const settingsOnNodes = (settings: readonly string[]): string =>
  `DO $$ BEGIN SET LOCAL citus.propagate_set_commands = local; ${settings.map((setting) => `${setting};`).join(' ')}
    SET LOCAL citus.propagate_set_commands = none; END $$`;

/**
 * SQL for a transaction that was narrowed to an owner's accounts: their keys as a setting, for the policy of a distributed table, which may not
 * query another one. Nothing where no table is distributed.
 */
export const namesAccounts = String.raw`DO $$ BEGIN
  IF ${isMarkedSql} THEN
    SET LOCAL citus.propagate_set_commands = local;
    EXECUTE format('SET LOCAL scout.account_keys = %L',
      (SELECT string_agg(account_key, E'
') FROM scout.service_accounts));
    SET LOCAL citus.propagate_set_commands = none;
  END IF;
END $$`;
