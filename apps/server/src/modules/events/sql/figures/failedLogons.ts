import {
  type Clock,
  type FailedLogonFigures,
  finishFailedLogons,
  keyOf,
  type PairDimension,
  type PairTally,
  VALUES_LIMIT,
} from '@scout/detection';
import { type RawBuilder, sql } from 'kysely';
import type { Transaction } from '../../../../platform/database/pool.ts';
import { boundedKey } from '../../../ingest/index.ts';
import {
  type Columns,
  columnsJson,
  type FigureScope,
  hoursOf,
  millis,
  pairLists,
  pairRollups,
  quartersJson,
  rowsOf,
  tallies,
  talliesJson,
  totalOf,
  windowParts,
} from './fragments.ts';

/** A pair without the value's key: only detection computes keys, never SQL. */
type Unkeyed = Omit<PairTally, 'valueKey'>;

/** Failed Logons over all events in the clock's period, in one statement: one snapshot. */
export async function readFailedLogons(
  tx: Transaction,
  tenantId: string,
  clock: Clock,
): Promise<FailedLogonFigures> {
  const scope = { tenantId, rule: 'failed-logons', period: clock } as const;
  const parts = {
    accounts: talliesJson('accounts'),
    servers: talliesJson('servers'),
    users: talliesJson('users'),
    quarters: quartersJson(scope),
    hours: hoursJson(scope),
    reasons: pairsJson(pairRollups(scope, 'account-reason')),
    sources: pairsJson(pairRollups(scope, 'account-source')),
    destinations: pairsJson(sql`
      ${pairRollups(scope, 'account-server')}
      UNION ALL
      SELECT service_account_key, server_key, server, occurred_at FROM edge WHERE server_key IS NOT NULL`),
    edgeReasons: unkeyedJson(sql`
      SELECT service_account_key AS key, failure_reason AS label, occurred_at AS first_at FROM edge
      WHERE failure_reason IS NOT NULL`),
    edgeSources: unkeyedJson(sql`
      SELECT service_account_key AS key, host AS label, occurred_at AS first_at
      FROM edge, unnest(source_hosts) AS host`),
  };
  const texts = {
    listedReasons: listsText(scope, 'account-reason'),
    listedSources: listsText(scope, 'account-source'),
    listedDestinations: listsText(scope, 'account-server'),
  };
  const columns = Object.entries({ ...parts, ...texts }).map(
    ([name, value]) => sql`${value} AS ${sql.id(name)}`,
  );
  const { rows } = await sql<
    { total: string } & Record<keyof typeof parts, Columns> & Record<keyof typeof texts, string>
  >`
    WITH ${windowParts(scope)}, ${tallies('accounts', scope, 'account')}, ${tallies('servers', scope, 'server')},
      ${tallies('users', scope, 'user')}
    SELECT ${totalOf('accounts')} AS total, ${sql.join(columns)}`.execute(tx);
  const { total, ...read } = rows[0]!;
  const keyed = (pairs: Columns) =>
    rowsOf<Unkeyed>(pairs).map((pair): PairTally => ({ ...pair, valueKey: boundedKey(keyOf(pair.label)) }));
  return finishFailedLogons(
    {
      total: Number(total),
      accounts: rowsOf(read.accounts),
      servers: rowsOf(read.servers),
      users: rowsOf(read.users),
      quarters: rowsOf(read.quarters),
      hours: rowsOf(read.hours),
      reasons: [
        ...listed(read.listedReasons),
        ...rowsOf<PairTally>(read.reasons),
        ...keyed(read.edgeReasons),
      ],
      sources: [
        ...listed(read.listedSources),
        ...rowsOf<PairTally>(read.sources),
        ...keyed(read.edgeSources),
      ],
      destinations: [...listed(read.listedDestinations), ...rowsOf<PairTally>(read.destinations)],
    },
    clock,
  );
}

/** The values in {@link listsText}. */
const listed = (lists: string): PairTally[] =>
  rowsOf<{ key: string; list: [valueKey: string, label: string, firstAt: number][] }>(
    JSON.parse(lists) as Columns,
  ).flatMap(({ key, list }) => list.map(([valueKey, label, firstAt]) => ({ key, valueKey, label, firstAt })));

/**
 * The lists of the listed accounts in the sums of nearly the whole window, those with most failures first, until there are as many values
 * as figures list, of which a second sum may have each again; JSON by column, put together as text, which is JSON already.
 */
const listsText = (scope: FigureScope, dimension: PairDimension): RawBuilder<string> =>
  sql`(
    SELECT '{"key":' || coalesce(json_agg(key)::text, '[]') || ',"list":[' || coalesce(string_agg(lists, ','), '') || ']}' FROM (
      SELECT key, lists, sum(n) OVER (ORDER BY count DESC, key GROUPS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS before
      FROM (${pairLists(scope, dimension)}) AS listed JOIN accounts ON key = keys
    ) AS listed WHERE before IS NULL OR before < ${sql.lit(2 * VALUES_LIMIT)}
  )`;

/** Detection's `HourTally[]` of the listed accounts. */
const hoursJson = (scope: FigureScope): RawBuilder<unknown> =>
  columnsJson(
    { key: sql`key`, hours: sql`hours`, peak: sql`peak` },
    sql`(${hoursOf(scope, sql`key IN (SELECT key FROM accounts)`)}) AS hours`,
  );

/** Order for truncating pairs: those of the accounts with most failures, as in detection. */
const mostFailing = (value: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  ORDER BY accounts.count DESC, key, ${value} COLLATE "C"
  LIMIT ${sql.lit(VALUES_LIMIT)}`;

/** Detection's `PairTally[]` of the listed accounts, each with the spelling of its earliest event. */
const pairsJson = (parts: RawBuilder<unknown>): RawBuilder<unknown> =>
  columnsJson(
    { key: sql`key`, valueKey: sql`value_key`, label: sql`label`, firstAt: millis(sql`first_at`) },
    sql`(
      SELECT key, value_key, parts.label, parts.first_at
      FROM (
        SELECT DISTINCT ON (key, value_key) key, value_key, label, first_at
        FROM (${parts}) AS counted
        WHERE key IN (SELECT key FROM accounts)
        ORDER BY key, value_key, first_at, label
      ) AS parts JOIN accounts USING (key)
      ${mostFailing(sql`value_key`)}
    ) AS pairs`,
  );

const unkeyedJson = (parts: RawBuilder<unknown>): RawBuilder<unknown> =>
  columnsJson(
    { key: sql`key`, label: sql`label`, firstAt: millis(sql`first_at`) },
    sql`(
      SELECT key, parts.label, parts.first_at
      FROM (
        SELECT key, label, min(first_at) AS first_at FROM (${parts}) AS spelled
        WHERE key IN (SELECT key FROM accounts)
        GROUP BY key, label
      ) AS parts JOIN accounts USING (key)
      ${mostFailing(sql`parts.label`)}
    ) AS pairs`,
  );
