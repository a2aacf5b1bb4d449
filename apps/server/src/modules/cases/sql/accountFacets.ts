import {
  type AccountFacets,
  type AccountFault,
  type AccountOrigin,
  accountFaults,
  type ContractStanding,
  type Facet,
  limits,
} from '@scout/contract';
import { DAY } from '@scout/detection/time';
import { type RawBuilder, sql } from 'kysely';
import type { Transaction } from '../../../platform/database/pool.ts';
import { containsWords } from '../../../platform/database/textSearch.ts';
import { caseAccounts } from './caseAccounts.ts';

const { activityDays, unusedDays } = limits.accounts;
const { listed } = limits.caseFacets;

/** The properties by which the register is narrowed; see the contract, calls/cases/accounts.ts. */
export interface AccountNarrowing {
  readonly text?: string | undefined;
  readonly fault?: AccountFault | undefined;
  readonly contract?: ContractStanding | undefined;
  readonly known_by?: AccountOrigin | undefined;
  readonly owner?: string | undefined;
  readonly cases?: 'open' | 'none' | undefined;
}

/** Names of the machines with an agent, without domain and case. */
export const watched = (tenantId: string) => sql`watched AS MATERIALIZED (
  SELECT DISTINCT lower(split_part(host, '.', 1)) AS host FROM scout.agents
  WHERE tenant_id = ${tenantId} AND revoked_at IS NULL)`;

/** True, in SQL, of a machine with an agent; after the table `watched`. */
export const isWatched = (host: RawBuilder<unknown>) =>
  sql`(lower(split_part(${host}, '.', 1)) IN (SELECT host FROM watched))`;

/** Accounts that several people used, and those that touched machines without an agent. */
function usedTables(tenantId: string, now: number): RawBuilder<unknown> {
  const since = new Date(now - activityDays * DAY);
  return sql`${watched(tenantId)},
    ways AS MATERIALIZED (
      SELECT account_key, source, destination, actor FROM scout.account_activity
      WHERE tenant_id = ${tenantId} AND hour >= ${since} GROUP BY 1, 2, 3, 4),
    shared AS MATERIALIZED (
      SELECT account_key FROM ways WHERE actor <> '' GROUP BY 1 HAVING count(DISTINCT actor) > 1),
    unwatched AS MATERIALIZED (
      SELECT DISTINCT account_key FROM (
        SELECT account_key, source AS host FROM ways UNION SELECT account_key, destination FROM ways) touched
      WHERE host <> '' AND NOT ${isWatched(sql`host`)})`;
}

/** The table `open`: accounts with open cases, and the number of these. */
export const openTable = (tenantId: string) => sql`open AS MATERIALIZED (
  SELECT account_key, count(*)::int AS open_cases FROM (
    SELECT unnest(${caseAccounts}) AS account_key FROM scout.cases c
    WHERE c.tenant_id = ${tenantId} AND c.status <> 'closed' AND NOT c.excused) each
  GROUP BY account_key)`;

/** The names of people and hosts in each account's activity, as one text. */
const namedTable = (tenantId: string, now: number) => sql`named AS MATERIALIZED (
  SELECT account_key, string_agg(concat_ws(' ', source, destination, actor), ' ') AS names FROM (
    SELECT DISTINCT account_key, source, destination, actor FROM scout.account_activity
    WHERE tenant_id = ${tenantId} AND hour >= ${new Date(now - activityDays * DAY)}) way
  GROUP BY account_key)`;
const wordsOf = sql`concat_ws(' ', s.name, s.owner, s.purpose, (SELECT names FROM named WHERE named.account_key = s.account_key))`;

const all = sql`true`;

const contractOf = sql`CASE WHEN s.contract IS NOT NULL THEN 'approved' WHEN s.contract_draft IS NOT NULL THEN 'draft' ELSE 'none' END`;
const casesOf = sql`CASE WHEN s.account_key IN (SELECT account_key FROM open) THEN 'open' ELSE 'none' END`;

function faultIs(fault: AccountFault, now: number): RawBuilder<unknown> {
  switch (fault) {
    case 'unused':
      return sql`(s.last_seen IS NULL OR s.last_seen < ${new Date(now - unusedDays * DAY)})`;
    case 'unowned':
      return sql`s.owner IS NULL`;
    case 'shared':
    case 'unwatched':
      return sql`s.account_key IN (SELECT account_key FROM ${sql.ref(fault)})`;
  }
}

/** A condition for each property of a filter over `scout.service_accounts s`, and the tables that they read. */
export function accountConditions(tenantId: string, filter: AccountNarrowing, now: number) {
  const { text, fault, contract, known_by, owner, cases } = filter;
  const needsUse = fault === 'shared' || fault === 'unwatched';
  return {
    tables: sql.join([
      openTable(tenantId),
      ...(needsUse ? [usedTables(tenantId, now)] : []),
      ...(text === undefined ? [] : [namedTable(tenantId, now)]),
    ]),
    conditions: {
      text: text === undefined ? all : containsWords(wordsOf, text),
      fault: fault === undefined ? all : faultIs(fault, now),
      contract: contract === undefined ? all : sql`${contractOf} = ${contract}`,
      known_by: known_by === undefined ? all : sql`s.known_by = ${known_by}`,
      owner: owner === undefined ? all : sql`s.owner IS NOT DISTINCT FROM ${owner}`,
      cases: cases === undefined ? all : sql`${casesOf} = ${cases}`,
    },
  };
}

/** Properties of which every account has one value. */
const values = {
  contract: contractOf,
  known_by: sql`s.known_by`,
  owner: sql`s.owner`,
  cases: casesOf,
} as const;
type Property = keyof typeof values | 'fault';
const single = Object.keys(values) as (keyof typeof values)[];
const properties: readonly Property[] = ['fault', ...single];

/** Counts of the register by value, each within what the other filters leave; `now` in epoch milliseconds. */
export async function readAccountFacets(
  tx: Transaction,
  tenantId: string,
  filter: AccountNarrowing,
  now: number,
): Promise<AccountFacets> {
  const { conditions } = accountConditions(tenantId, filter, now);
  const others = (but: Property) =>
    sql.join(
      properties.filter((each) => each !== but).map((each) => sql.ref(`is_${each}`)),
      sql` AND `,
    );
  const counted = [
    ...single.map(
      (each) => sql`(SELECT ${sql.lit(each)} AS facet, ${sql.ref(each)} AS value, count(*)::int AS count
        FROM told WHERE ${others(each)} AND ${sql.ref(each)} IS NOT NULL GROUP BY 2 ORDER BY 3 DESC, 2 LIMIT ${sql.lit(listed)})`,
    ),
    ...accountFaults.map(
      (fault) =>
        sql`(SELECT 'fault', ${sql.lit(fault)}, count(*)::int FROM told WHERE ${others('fault')} AND ${sql.ref(fault)})`,
    ),
    sql`(SELECT 'matching', '', count(*)::int FROM told WHERE ${others('fault')} AND is_fault)`,
  ];
  const { rows } = await sql<{ facet: Property | 'matching'; value: string; count: number }>`
    WITH ${openTable(tenantId)}, ${usedTables(tenantId, now)},
    ${filter.text === undefined ? sql`` : sql`${namedTable(tenantId, now)},`}
    told AS MATERIALIZED (
      SELECT ${sql.join(single.map((each) => sql`${values[each]} AS ${sql.ref(each)}`))},
        ${sql.join(properties.map((each) => sql`${conditions[each]} AS ${sql.ref(`is_${each}`)}`))},
        ${sql.join(accountFaults.map((fault) => sql`${faultIs(fault, now)} AS ${sql.ref(fault)}`))}
      FROM scout.service_accounts s WHERE s.tenant_id = ${tenantId} AND ${conditions.text})
    ${sql.join(counted, sql` UNION ALL `)}`.execute(tx);
  const of = (facet: Property): Facet =>
    rows.filter((row) => row.facet === facet && row.count > 0).map(({ value, count }) => ({ value, count }));
  return {
    matching: rows.find(({ facet }) => facet === 'matching')?.count ?? 0,
    fault: of('fault'),
    contract: of('contract'),
    known_by: of('known_by'),
    owner: of('owner'),
    cases: of('cases'),
  };
}
