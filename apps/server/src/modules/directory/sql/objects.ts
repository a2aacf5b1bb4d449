import { hostInCapitals, keyOf, stripAccount } from '@scout/detection';
import type { AccountEntry, ComputerEntry, ReadResult } from '@scout/directory';
import type pg from 'pg';

/** Rows of one statement. */
const CHUNK = 2_000;

/** Columns of a table with their types, besides tenant_id and directory_id. */
const COMMON = {
  object_guid: 'uuid',
  name: 'text',
  sid: 'text',
  dn: 'text',
  spns: 'text[]',
  password_set_at: 'timestamptz',
  last_logon_at: 'timestamptz',
  created_at: 'timestamptz',
  is_enabled: 'boolean',
  encryption_types: 'integer',
  delegation: 'text',
  delegates_to: 'text[]',
  acted_for_by: 'text[]',
  managed_by: 'text',
  description: 'text',
} as const;
const ACCOUNT = {
  ...COMMON,
  account_key: 'text',
  kind: 'text',
  upn: 'text',
  password_never_expires: 'boolean',
  without_preauthentication: 'boolean',
  admin_count: 'boolean',
  password_readers: 'text[]',
  replaced: 'text',
  group_name: 'text',
  group_managed_by: 'text',
} as const;
const COMPUTER = {
  ...COMMON,
  host_key: 'text',
  dns_name: 'text',
  system: 'text',
  system_version: 'text',
  role: 'text',
} as const;

/** Counts of a directory's state. */
export interface Stored {
  readonly accounts: number;
  readonly computers: number;
}

/** Makes what was read the directory's state, in the caller's transaction. Transaction role: scout_operator. */
export async function storeObjects(
  client: pg.ClientBase,
  tenantId: string,
  directoryId: string,
  { isFull, accounts, computers, removed, privileges }: ReadResult,
): Promise<Stored> {
  const storing = storingOf(client, tenantId, directoryId);
  await storing.put(accounts, computers);
  return storing.end({
    isFull,
    accounts: guidsOf(accounts),
    computers: guidsOf(computers),
    removed,
    privileges,
  });
}

/** The end of a state: everything that decides what stays, after all its entries were put. */
interface End extends Pick<ReadResult, 'isFull' | 'removed' | 'privileges'> {
  /** Identifiers of all entries that were put. */
  readonly accounts: readonly string[];
  readonly computers: readonly string[];
}

/** Stores a state part by part, in the caller's transaction. Transaction role: scout_operator. */
export interface Storing {
  /** Entries of a part; no two of them have the same identifier. */
  put(accounts: readonly AccountEntry[], computers: readonly ComputerEntry[]): Promise<void>;
  /** Removes what is no longer there. @returns the counts of the new state */
  end(end: End): Promise<Stored>;
}

export function storingOf(client: pg.ClientBase, tenantId: string, directoryId: string): Storing {
  const of = [tenantId, directoryId] as const;
  return {
    async put(accounts, computers) {
      const withKeys = accounts.map((each) => ({
        ...each,
        account_key: keyOf(stripAccount(each.name)) || keyOf(each.name),
      }));
      await upsert(client, of, 'directory_accounts', ACCOUNT, withKeys);
      const withHosts = computers.map((each) => ({ ...each, host_key: keyOf(hostInCapitals(each.name)) }));
      await upsert(client, of, 'directory_computers', COMPUTER, withHosts);
    },
    async end({ isFull, accounts, computers, removed, privileges }) {
      if (isFull) {
        await deleteOthers(client, of, 'directory_accounts', accounts);
        await deleteOthers(client, of, 'directory_computers', computers);
      } else
        for (const table of ['directory_accounts', 'directory_computers'])
          await client.query(
            `DELETE FROM scout.${table} WHERE tenant_id = $1 AND directory_id = $2 AND object_guid = ANY ($3::uuid[])`,
            [...of, removed],
          );
      await storePrivileges(client, of, privileges);
      const { rows } = await client.query<Stored>(
        `SELECT (SELECT count(*)::int FROM scout.directory_accounts WHERE tenant_id = $1 AND directory_id = $2) AS accounts,
           (SELECT count(*)::int FROM scout.directory_computers WHERE tenant_id = $1 AND directory_id = $2) AS computers`,
        [...of],
      );
      return rows[0]!;
    },
  };
}

type Of = readonly [tenantId: string, directoryId: string];

const guidsOf = (entries: readonly { readonly object_guid: string }[]) =>
  entries.map(({ object_guid }) => object_guid);

/** Inserts new rows, and updates those that differ. */
async function upsert(
  client: pg.ClientBase,
  of: Of,
  table: string,
  columns: Readonly<Record<string, string>>,
  entries: readonly object[],
): Promise<void> {
  const names = Object.keys(columns);
  const changing = names.filter((name) => name !== 'object_guid');
  const list = (prefix: string) => changing.map((name) => `${prefix}.${name}`).join(', ');
  for (let at = 0; at < entries.length; at += CHUNK)
    await client.query(
      `INSERT INTO scout.${table} AS t (tenant_id, directory_id, ${names.join(', ')})
       SELECT $1, $2, ${names.map((name) => `g.${name}`).join(', ')}
       FROM json_to_recordset($3::json) AS g (${names.map((name) => `${name} ${columns[name]}`).join(', ')})
       ON CONFLICT (tenant_id, directory_id, object_guid) DO UPDATE
         SET ${changing.map((name) => `${name} = excluded.${name}`).join(', ')}
         WHERE (${list('t')}) IS DISTINCT FROM (${list('excluded')})`,
      [...of, JSON.stringify(entries.slice(at, at + CHUNK))],
    );
}

async function deleteOthers(
  client: pg.ClientBase,
  of: Of,
  table: string,
  kept: readonly string[],
): Promise<void> {
  await client.query(
    `DELETE FROM scout.${table} t WHERE tenant_id = $1 AND directory_id = $2
       AND NOT EXISTS (SELECT FROM unnest($3::uuid[]) AS kept (guid) WHERE kept.guid = t.object_guid)`,
    [...of, kept],
  );
}

/** A change of a group changes no entry of its members, so that all of them are compared. */
async function storePrivileges(
  client: pg.ClientBase,
  of: Of,
  privileges: ReadResult['privileges'],
): Promise<void> {
  const rows = privileges.map(([sid, groups]) => ({ sid, groups }));
  // Two statements instead of a join of the table with itself, which PostgreSQL plans as a loop in a loop after many new rows.
  await client.query(
    `UPDATE scout.directory_accounts a SET privileged_groups = '{}'
     WHERE a.tenant_id = $1 AND a.directory_id = $2 AND a.privileged_groups <> '{}'
       AND NOT coalesce(a.sid = ANY ($3::text[]), false)`,
    [...of, rows.map(({ sid }) => sid)],
  );
  await client.query(
    `UPDATE scout.directory_accounts a SET privileged_groups = g.groups
     FROM json_to_recordset($3::json) AS g (sid text, groups text[])
     WHERE a.tenant_id = $1 AND a.directory_id = $2 AND a.sid = g.sid AND a.privileged_groups IS DISTINCT FROM g.groups`,
    [...of, JSON.stringify(rows)],
  );
}
