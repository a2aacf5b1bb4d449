import {
  type Clock,
  type FailedLogonAggregates,
  type FailedLogonFigures,
  finishFailedLogons,
  keyOf,
  type PairTally,
  VALUES_LIMIT,
} from '@scout/detection';
import { type RawBuilder, sql } from 'kysely';
import type { Transaction } from '../../database/pool.ts';
import { boundedKey } from '../../ingest/rollups.ts';
import {
  type FigureScope,
  millis,
  pairRollups,
  quartersJson,
  sumsOf,
  tallies,
  talliesJson,
  totalOf,
  windowParts,
} from './fragments.ts';

/** A pair without the value's key: only detection computes keys, never SQL. */
type Unkeyed = Omit<PairTally, 'valueKey'>;

interface Aggregates extends FailedLogonAggregates {
  readonly edgeReasons: Unkeyed[];
  readonly edgeSources: Unkeyed[];
}

/** Failed Logons over all events in the clock's period, in one statement: one snapshot. */
export async function readFailedLogons(
  tx: Transaction,
  tenantId: string,
  clock: Clock,
): Promise<FailedLogonFigures> {
  const scope = { tenantId, rule: 'failed-logons', period: clock } as const;
  const { rows } = await sql<{ aggregates: Aggregates }>`
    WITH ${windowParts(scope)}, ${tallies('accounts', scope, 'account')}, ${tallies('servers', scope, 'server')},
      ${tallies('users', scope, 'user')}
    SELECT json_build_object(
      'total', ${totalOf('accounts')},
      'accounts', ${talliesJson('accounts')},
      'servers', ${talliesJson('servers')},
      'users', ${talliesJson('users')},
      'quarters', ${quartersJson(scope)},
      'hours', ${hoursJson(scope)},
      'reasons', ${pairsJson(pairRollups(scope, 'account-reason'))},
      'sources', ${pairsJson(pairRollups(scope, 'account-source'))},
      'destinations', ${pairsJson(sql`
        ${pairRollups(scope, 'account-server')}
        UNION ALL
        SELECT service_account_key, server_key, server, occurred_at FROM edge WHERE server_key IS NOT NULL`)},
      'edgeReasons', ${unkeyedJson(sql`
        SELECT service_account_key AS key, failure_reason AS label, occurred_at AS first_at FROM edge
        WHERE failure_reason IS NOT NULL`)},
      'edgeSources', ${unkeyedJson(sql`
        SELECT service_account_key AS key, host AS label, occurred_at AS first_at
        FROM edge, unnest(source_hosts) AS host`)}
    ) AS aggregates`.execute(tx);
  const { edgeReasons, edgeSources, ...aggregates } = rows[0]!.aggregates;
  const keyed = (pairs: Unkeyed[]): PairTally[] =>
    pairs.map((pair) => ({ ...pair, valueKey: boundedKey(keyOf(pair.label)) }));
  return finishFailedLogons(
    {
      ...aggregates,
      reasons: [...aggregates.reasons, ...keyed(edgeReasons)],
      sources: [...aggregates.sources, ...keyed(edgeSources)],
    },
    clock,
  );
}

/** Distinct clock hours (in UTC, as of the epoch) with failures of each listed account, and failures in its busiest hour. */
function hoursJson(scope: FigureScope): RawBuilder<unknown> {
  return sql`(SELECT coalesce(json_agg(json_build_object('key', key, 'hours', hours, 'peak', peak)), '[]')
    FROM (
      SELECT key, sum(hours) AS hours, max(peak) AS peak
      FROM (
        SELECT key, 1 AS hours, sum(n) AS peak
        FROM (
          SELECT key, date_trunc('hour', bucket, 'UTC') AS hour, n FROM account_quarters
          UNION ALL
          SELECT service_account_key, date_trunc('hour', occurred_at, 'UTC'), 1 FROM edge
        ) AS parts
        GROUP BY key, hour
        UNION ALL
        SELECT u.key, u.hours, u.peak FROM ${sumsOf(scope, 'account')}
      ) AS hourly
      WHERE key IN (SELECT key FROM accounts)
      GROUP BY key
    ) AS hours)`;
}

/** Order for truncating pairs: those of the accounts with most failures, as in detection. */
const mostFailing = (value: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  ORDER BY accounts.count DESC, key, ${value} COLLATE "C"
  LIMIT ${sql.lit(VALUES_LIMIT)}`;

/** Detection's `PairTally[]` of the listed accounts, each with the spelling of its earliest event. */
function pairsJson(parts: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(SELECT coalesce(json_agg(json_build_object(
      'key', key, 'valueKey', value_key, 'label', label, 'firstAt', ${millis(sql`first_at`)})), '[]')
    FROM (
      SELECT key, value_key, parts.label, parts.first_at
      FROM (
        SELECT DISTINCT ON (key, value_key) key, value_key, label, first_at
        FROM (
          SELECT key, value_key, label, min(first_at) AS first_at FROM (${parts}) AS counted
          WHERE key IN (SELECT key FROM accounts)
          GROUP BY key, value_key, label
        ) AS spelled
        ORDER BY key, value_key, first_at, label
      ) AS parts JOIN accounts USING (key)
      ${mostFailing(sql`value_key`)}
    ) AS pairs)`;
}

function unkeyedJson(parts: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(SELECT coalesce(json_agg(json_build_object(
      'key', key, 'label', label, 'firstAt', ${millis(sql`first_at`)})), '[]')
    FROM (
      SELECT key, parts.label, parts.first_at
      FROM (
        SELECT key, label, min(first_at) AS first_at FROM (${parts}) AS spelled
        WHERE key IN (SELECT key FROM accounts)
        GROUP BY key, label
      ) AS parts JOIN accounts USING (key)
      ${mostFailing(sql`parts.label`)}
    ) AS pairs)`;
}
