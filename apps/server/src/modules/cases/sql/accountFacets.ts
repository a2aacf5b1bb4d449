import {
  type AccountFacets,
  type AccountFault,
  type AccountOrigin,
  type AccountPosture,
  type AccountUse,
  accountFaults,
  accountPostures,
  type ContractStanding,
  type Facet,
  limits,
} from '@scout/contract';
import { DAY } from '@scout/detection/time';
import { type RawBuilder, sql } from 'kysely';
import type { Transaction } from '../../../platform/database/pool.ts';
import { wordPatterns } from '../../../platform/database/textSearch.ts';
import { isRecentInDirectory, posturesOf, useOf } from '../../directory/index.ts';
import { caseAccounts } from './caseAccounts.ts';

const { activityDays, unusedDays } = limits.accounts;
const { listed } = limits.caseFacets;

/** The properties by which the register is narrowed; see the contract, calls/cases/accounts.ts. */
export interface AccountNarrowing {
  readonly text?: string | undefined;
  readonly fault?: AccountFault | undefined;
  readonly use?: AccountUse | undefined;
  readonly posture?: AccountPosture | undefined;
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

/** The first time of the activity that the register tells of. */
export const activeSince = (now: number): Date => new Date(now - activityDays * DAY);

/** The table `standing`: use and postures of accounts, from their uses of the last 30 days and the directories. */
export const standingTable = (tenantId: string, now: number, accounts: RawBuilder<unknown>) => {
  const since = activeSince(now);
  return sql`uses AS (
    SELECT account_key, coalesce(done_hour < ${since}, true) AS is_only_refused, coalesce(refused_hour >= ${since}, false) AS is_refused,
      coalesce(person_hour >= ${since}, false) AS is_by_people
    FROM scout.account_uses WHERE tenant_id = ${tenantId} AND greatest(refused_hour, done_hour) >= ${since}),
  weak AS (
    SELECT DISTINCT account_key, true AS uses_rc4 FROM scout.rc4_uses
    WHERE tenant_id = ${tenantId} AND last_at >= ${since}),
  standing AS MATERIALIZED (
    SELECT s.account_key, ${useOf(tenantId, now)} AS use, ${posturesOf(now)} AS posture
    FROM ${accounts} s LEFT JOIN (uses FULL JOIN weak USING (account_key)) u USING (account_key)
    LEFT JOIN scout.directory_accounts d ON d.tenant_id = ${tenantId} AND d.account_key = s.account_key
    WHERE s.tenant_id = ${tenantId} GROUP BY s.account_key, s.last_seen)`;
};

/** Accounts that several people used, and those that touched machines without an agent. */
function usedTables(tenantId: string, now: number): RawBuilder<unknown> {
  const since = activeSince(now);
  return sql`${watched(tenantId)},
    ${standingTable(tenantId, now, sql`scout.service_accounts`)},
    shared AS MATERIALIZED (
      SELECT account_key FROM scout.account_uses WHERE tenant_id = ${tenantId} AND second_person_hour >= ${since}),
    unwatched AS MATERIALIZED (
      SELECT DISTINCT account_key FROM scout.account_names
      WHERE tenant_id = ${tenantId} AND kind = 'host' AND hour >= ${since} AND NOT ${isWatched(sql`name`)})`;
}

/** The table `open`: accounts with open cases, and the number of these. */
export const openTable = (tenantId: string) => sql`open AS MATERIALIZED (
  SELECT account_key, count(*)::int AS open_cases FROM (
    SELECT unnest(${caseAccounts}) AS account_key FROM scout.cases c
    WHERE c.tenant_id = ${tenantId} AND c.status <> 'closed' AND NOT c.excused) each
  GROUP BY account_key)`;

/** The table `named`: accounts whose activity names somebody or a host with a word of a search, by the word's place. */
const namedTable = (tenantId: string, now: number, text: string) => sql`named AS MATERIALIZED (
  SELECT DISTINCT n.account_key, word.place FROM unnest(${wordPatterns(text)}::text[]) WITH ORDINALITY AS word (pattern, place)
  JOIN scout.seen_names seen ON seen.tenant_id = ${tenantId} AND seen.hour >= ${activeSince(now)} AND seen.name ILIKE word.pattern
  JOIN scout.account_names n ON n.tenant_id = ${tenantId} AND n.kind = seen.kind AND n.name = seen.name AND n.hour >= ${activeSince(now)})`;

/** True, in SQL, of an account `s` when each word of a search is in what people say of it or in a name of its activity. */
const hasWords = (text: string) =>
  sql.join(
    wordPatterns(text).map(
      (pattern, index) => sql`(concat_ws(' ', s.name, s.owner, s.purpose) ILIKE ${pattern}
        OR s.account_key IN (SELECT account_key FROM named WHERE place = ${sql.lit(index + 1)}))`,
    ),
    sql` AND `,
  );

const all = sql`true`;

const contractOf = sql`CASE WHEN s.contract IS NOT NULL THEN 'approved' WHEN s.contract_draft IS NOT NULL THEN 'draft' ELSE 'none' END`;
const casesOf = sql`CASE WHEN s.account_key IN (SELECT account_key FROM open) THEN 'open' ELSE 'none' END`;

/** True, in SQL, of an account `s` that neither events nor a directory show in use, and that is not new. */
export function isUnused(now: number): RawBuilder<boolean> {
  const since = new Date(now - unusedDays * DAY);
  return sql`(s.decoy_since IS NULL AND (s.last_seen IS NULL OR s.last_seen < ${since}) AND NOT ${isRecentInDirectory(since)})`;
}

function faultIs(fault: AccountFault, now: number): RawBuilder<unknown> {
  switch (fault) {
    case 'unused':
      return isUnused(now);
    case 'unowned':
      return sql`s.owner IS NULL`;
    case 'shared':
    case 'unwatched':
      return sql`s.account_key IN (SELECT account_key FROM ${sql.ref(fault)})`;
  }
}

/** A condition for each property of a filter over `scout.service_accounts s`, with the tables and the join that they read. */
export function accountConditions(tenantId: string, filter: AccountNarrowing, now: number) {
  const { text, fault, use, posture, contract, known_by, owner, cases } = filter;
  const needsStanding = (use ?? posture) !== undefined;
  const needsUse = fault === 'shared' || fault === 'unwatched' || needsStanding;
  return {
    tables: sql.join([
      openTable(tenantId),
      ...(needsUse ? [usedTables(tenantId, now)] : []),
      ...(text === undefined ? [] : [namedTable(tenantId, now, text)]),
    ]),
    join: needsStanding ? sql`JOIN standing USING (account_key)` : sql``,
    conditions: {
      text: text === undefined ? all : hasWords(text),
      fault: fault === undefined ? all : faultIs(fault, now),
      use: use === undefined ? all : sql`standing.use = ${use}`,
      posture: posture === undefined ? all : sql`${posture} = ANY(standing.posture)`,
      contract: contract === undefined ? all : sql`${contractOf} = ${contract}`,
      known_by: known_by === undefined ? all : sql`s.known_by = ${known_by}`,
      owner: owner === undefined ? all : sql`s.owner IS NOT DISTINCT FROM ${owner}`,
      cases: cases === undefined ? all : sql`${casesOf} = ${cases}`,
    },
  };
}

/** Properties of which every account has one value. */
const values = {
  use: sql`standing.use`,
  contract: contractOf,
  known_by: sql`s.known_by`,
  owner: sql`s.owner`,
  cases: casesOf,
} as const;
type Property = keyof typeof values | 'fault' | 'posture';
const single = Object.keys(values) as (keyof typeof values)[];
const properties: readonly Property[] = ['fault', 'posture', ...single];

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
        FROM matched WHERE ${others(each)} AND ${sql.ref(each)} IS NOT NULL GROUP BY 2 ORDER BY 3 DESC, 2 LIMIT ${sql.lit(listed)})`,
    ),
    ...accountFaults.map(
      (fault) =>
        sql`(SELECT 'fault', ${sql.lit(fault)}, count(*)::int FROM matched WHERE ${others('fault')} AND ${sql.ref(fault)})`,
    ),
    ...accountPostures.map(
      (posture) =>
        sql`(SELECT 'posture', ${sql.lit(posture)}, count(*)::int FROM matched WHERE ${others('posture')} AND ${sql.lit(posture)} = ANY(posture))`,
    ),
    sql`(SELECT 'matching', '', count(*)::int FROM matched WHERE ${others('fault')} AND is_fault)`,
  ];
  const { rows } = await sql<{ facet: Property | 'matching'; value: string; count: number }>`
    WITH ${openTable(tenantId)}, ${usedTables(tenantId, now)},
    ${filter.text === undefined ? sql`` : sql`${namedTable(tenantId, now, filter.text)},`}
    matched AS MATERIALIZED (
      SELECT standing.posture, ${sql.join(single.map((each) => sql`${values[each]} AS ${sql.ref(each)}`))},
        ${sql.join(properties.map((each) => sql`${conditions[each]} AS ${sql.ref(`is_${each}`)}`))},
        ${sql.join(accountFaults.map((fault) => sql`${faultIs(fault, now)} AS ${sql.ref(fault)}`))}
      FROM scout.service_accounts s JOIN standing USING (account_key)
      WHERE s.tenant_id = ${tenantId} AND ${conditions.text})
    ${sql.join(counted, sql` UNION ALL `)}`.execute(tx);
  const of = (facet: Property): Facet =>
    rows.filter((row) => row.facet === facet && row.count > 0).map(({ value, count }) => ({ value, count }));
  return {
    matching: rows.find(({ facet }) => facet === 'matching')?.count ?? 0,
    fault: of('fault'),
    use: of('use'),
    posture: of('posture'),
    contract: of('contract'),
    known_by: of('known_by'),
    owner: of('owner'),
    cases: of('cases'),
  };
}
