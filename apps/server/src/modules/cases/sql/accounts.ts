import {
  type AccountFault,
  type AccountOrigin,
  type AccountPosture,
  type AccountUse,
  limits,
  type ServiceAccount,
  type ServiceAccountFile,
} from '@scout/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Transaction } from '../../../platform/database/pool.ts';
import { inDirectories } from '../../directory/index.ts';
import {
  type AccountNarrowing,
  accountConditions,
  activeSince,
  isUnused,
  isWatched,
  openTable,
  standingTable,
  watched,
} from './accountFacets.ts';
import { isUsedByPerson } from './usedByPerson.ts';

const { namesListed, unwatchedListed } = limits.accounts;

interface Stored {
  readonly account_key: string;
  readonly name: string;
  readonly known_by: AccountOrigin;
  readonly first_seen: Date | null;
  readonly last_seen: Date | null;
  readonly owner: string | null;
  readonly purpose: string | null;
  readonly updated_at: Date;
  readonly is_unused: boolean;
  readonly use: AccountUse;
  readonly posture: AccountPosture[];
  readonly open_cases: number;
  readonly hosts: number;
  readonly hosts_watched: number;
  readonly hosts_unwatched: string[];
  readonly persons: number;
  readonly contract: 'approved' | 'draft' | null;
  readonly decoy_since: Date | null;
  readonly decoy_by: string | null;
}

function rowsOf(tenantId: string, chosen: RawBuilder<unknown>, now: number): RawBuilder<Stored> {
  return sql<Stored>`WITH ${watched(tenantId)}, ${openTable(tenantId)},
    chosen AS MATERIALIZED (
      SELECT tenant_id, account_key, name, known_by, first_seen, last_seen, owner, purpose, updated_at, decoy_since, decoy_by, ${isUnused(now)} AS is_unused,
        CASE WHEN contract IS NOT NULL THEN 'approved' WHEN contract_draft IS NOT NULL THEN 'draft' END AS contract
      FROM scout.service_accounts s WHERE tenant_id = ${tenantId} AND ${chosen}),
    names AS MATERIALIZED (
      SELECT n.account_key, n.kind, n.name FROM scout.account_names n JOIN chosen USING (account_key)
      WHERE n.tenant_id = ${tenantId} AND n.hour >= ${activeSince(now)}),
    ${standingTable(tenantId, now, sql`chosen`)},
    hosts AS (
      SELECT account_key, count(*)::int AS hosts, count(*) FILTER (WHERE ${isWatched(sql`name`)})::int AS hosts_watched,
        (array_agg(name ORDER BY name) FILTER (WHERE NOT ${isWatched(sql`name`)}))[1:${sql.lit(unwatchedListed)}] AS hosts_unwatched
      FROM names WHERE kind = 'host' GROUP BY account_key),
    persons AS (
      SELECT account_key, count(*)::int AS persons FROM names WHERE kind = 'person' GROUP BY account_key)
    SELECT chosen.*, use, posture, coalesce(open_cases, 0) AS open_cases, coalesce(hosts, 0) AS hosts,
      coalesce(hosts_watched, 0) AS hosts_watched, coalesce(hosts_unwatched, '{}') AS hosts_unwatched, coalesce(persons, 0) AS persons
    FROM chosen JOIN standing USING (account_key) LEFT JOIN hosts USING (account_key) LEFT JOIN persons USING (account_key) LEFT JOIN open USING (account_key)
    ORDER BY coalesce(open_cases, 0) DESC, account_key`;
}

/** The accounts that a caller asks for; see the contract, calls/cases/accounts.ts. */
interface AccountPage extends AccountNarrowing {
  readonly cursor?: string | undefined;
  readonly limit: number;
}

/** A page of the register, accounts with the most open cases first, then by name; `now` in epoch milliseconds. */
export async function listAccounts(
  tx: Transaction,
  tenantId: string,
  { cursor, limit, ...filter }: AccountPage,
  now: number,
): Promise<{ accounts: ServiceAccount[]; next: string | null }> {
  const { tables, join, conditions } = accountConditions(tenantId, filter, now);
  const after = cursor === undefined ? null : placeOf(cursor);
  const chosen = sql`account_key IN (
    WITH ${tables} SELECT s.account_key FROM scout.service_accounts s LEFT JOIN open USING (account_key) ${join}
    WHERE s.tenant_id = ${tenantId}
      ${after === null ? sql`` : sql`AND (-coalesce(open_cases, 0), s.account_key) > (${-after.cases}::int, ${after.key})`}
      AND ${sql.join(Object.values(conditions), sql` AND `)}
    ORDER BY coalesce(open_cases, 0) DESC, s.account_key LIMIT ${sql.lit(limit + 1)})`;
  const { rows } = await rowsOf(tenantId, chosen, now).execute(tx);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    accounts: shown.map(accountOf),
    next: rows.length > limit && last !== undefined ? `${last.open_cases}_${last.account_key}` : null,
  };
}

/** The place after an account in the register. */
function placeOf(cursor: string): { cases: number; key: string } {
  const [, cases = '0', key = ''] = /^([0-9]{1,9})_(.*)$/s.exec(cursor) ?? [undefined, '0', cursor];
  return { cases: Number(cases), key };
}

/** One account with its activity; undefined if the register has no such key. */
export async function readAccount(
  tx: Transaction,
  tenantId: string,
  key: string,
  now: number,
  shown: { readonly from?: string | undefined; readonly to?: string | undefined; readonly tz: string } = {
    tz: 'UTC',
  },
): Promise<ServiceAccountFile | undefined> {
  const { rows } = await rowsOf(tenantId, sql`account_key = ${key}`, now).execute(tx);
  const [row] = rows;
  if (row === undefined) return undefined;
  const within = sql`tenant_id = ${tenantId} AND account_key = ${key} AND hour >= ${activeSince(now)}`;
  const { from, to, tz } = shown;
  const isShown =
    from === undefined && to === undefined
      ? sql`true`
      : sql`(hour AT TIME ZONE ${tz}::text)::date BETWEEN ${from ?? '-infinity'}::date AND ${to ?? 'infinity'}::date`;
  const touched = async (column: RawBuilder<unknown>, counts: RawBuilder<unknown> = sql`true`) => {
    const found = await sql<{ name: string; events: string; last_seen: Date; watched: boolean }>`
      WITH ${watched(tenantId)}
      SELECT ${column} AS name, sum(n) AS events, max(last_at) AS last_seen, ${isWatched(column)} AS watched
      FROM scout.account_activity WHERE ${within} AND ${column} <> '' AND ${counts} AND ${isShown}
      GROUP BY 1 ORDER BY sum(n) DESC, 1 LIMIT ${sql.lit(namesListed)}`.execute(tx);
    return found.rows.map(({ name, events, last_seen, watched: hasAgent }) => ({
      name,
      events: Number(events),
      last_seen: last_seen.toISOString(),
      watched: hasAgent,
    }));
  };
  const hours = await sql<{ hour: Date; done: string; refused: string }>`
    SELECT hour, coalesce(sum(n) FILTER (WHERE kind NOT LIKE 'refused%'), 0) AS done,
      coalesce(sum(n) FILTER (WHERE kind LIKE 'refused%'), 0) AS refused
    FROM scout.account_activity WHERE ${within} GROUP BY hour ORDER BY hour`.execute(tx);
  return {
    ...accountOf(row),
    decoy:
      row.decoy_since === null || row.decoy_by === null
        ? null
        : { since: row.decoy_since.toISOString(), by: row.decoy_by },
    in_directories: await inDirectories(tx, tenantId, key, now),
    sources: await touched(sql`source`),
    destinations: await touched(sql`destination`),
    people: await touched(sql`actor`, isUsedByPerson),
    hours: hours.rows.map(({ hour, done, refused }) => ({
      hour: hour.toISOString(),
      done: Number(done),
      refused: Number(refused),
    })),
  };
}

/** Owners and purposes of the register's accounts with these keys. */
export async function readDescriptions(
  tx: Transaction,
  tenantId: string,
  keys: readonly string[],
): Promise<{ account_key: string; name: string; owner: string | null; purpose: string | null }[]> {
  return tx
    .selectFrom('service_accounts')
    .select(['account_key', 'name', 'owner', 'purpose'])
    .where('tenant_id', '=', tenantId)
    .where('account_key', 'in', keys)
    .execute();
}

/** Sets the given fields of an account; undefined if the register has no such key. Transaction role: scout_admin. */
export async function describeAccount(
  tx: Transaction,
  tenantId: string,
  key: string,
  change: { owner?: string | null | undefined; purpose?: string | null | undefined },
  now: Date,
): Promise<{ name: string } | undefined> {
  return tx
    .updateTable('service_accounts')
    .set({
      ...(change.owner !== undefined && { owner: change.owner }),
      ...(change.purpose !== undefined && { purpose: change.purpose }),
      updated_at: now,
    })
    .where('tenant_id', '=', tenantId)
    .where('account_key', '=', key)
    .returning('name')
    .executeTakeFirst();
}

function accountOf(row: Stored): ServiceAccount {
  const { name, known_by, first_seen, last_seen, owner, purpose, updated_at, open_cases } = row;
  const { hosts, hosts_watched, hosts_unwatched, persons, contract } = row;
  return {
    account: name,
    known_by,
    first_seen: first_seen?.toISOString() ?? null,
    last_seen: last_seen?.toISOString() ?? null,
    owner,
    purpose,
    faults: faultsOf(row),
    use: row.use,
    posture: row.posture,
    open_cases,
    hosts,
    hosts_watched,
    hosts_unwatched,
    persons,
    contract,
    updated_at: updated_at.toISOString(),
  };
}

function faultsOf({ is_unused, owner, persons, hosts, hosts_watched }: Stored): AccountFault[] {
  const faults: AccountFault[] = [];
  if (is_unused) faults.push('unused');
  if (owner === null) faults.push('unowned');
  if (persons > 1) faults.push('shared');
  if (hosts_watched < hosts) faults.push('unwatched');
  return faults;
}
