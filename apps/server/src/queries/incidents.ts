import type { IncidentRow } from '@scout/contract';
import { keyOf, QUARTER, type RuleId, stripAccount, stripHost } from '@scout/detection';
import { type RawBuilder, sql } from 'kysely';
import type { Transaction } from '../database/pool.ts';
import { boundedKey } from '../ingest/boundedKey.ts';
import { NAMES, type NameDimension } from '../ingest/rollups.ts';
import { type EventPlace, eventId, placeOf } from './eventId.ts';

/** Which incidents: a rule, a window inclusive on both ends (ISO), names to narrow them by, and after which one to go on. */
export interface IncidentScope {
  readonly tenantId: string;
  readonly rule: RuleId;
  readonly from: string;
  readonly to: string;
  readonly account?: string | undefined;
  readonly computer?: string | undefined;
  readonly server?: string | undefined;
  readonly cursor?: string | undefined;
  readonly limit: number;
}

interface Found {
  readonly occurred_at: Date;
  readonly batch_id: string;
  readonly batch_index: number;
  readonly service_account: string;
  readonly computer: string | null;
  readonly server: string | null;
  readonly process: string | null;
  readonly failure_reason: string | null;
  readonly source_hosts: string[];
}

/** A name that incidents are narrowed by: its column, the dimension in which rollups count it, and its key. */
interface Narrowing {
  readonly column: RawBuilder<unknown>;
  readonly dimension: NameDimension;
  readonly key: string;
}

/**
 * The newest incidents of a scope, and the cursor of those that follow. Narrowed by one name that rollups count, the quarter
 * hours in which it occurs are taken from them, so that a rare name in a year of incidents is as quick as a frequent one.
 */
export async function readIncidents(
  tx: Transaction,
  scope: IncidentScope,
): Promise<{ incidents: IncidentRow[]; next: string | null }> {
  const { tenantId, rule, limit } = scope;
  const after = scope.cursor === undefined ? null : cursorOf(scope.cursor);
  const from = Date.parse(scope.from);
  const to = after === null ? Date.parse(scope.to) : Math.min(after.time, Date.parse(scope.to));
  const names = narrowings(scope);
  const [only] = names;
  const counted = names.length === 1 && only !== undefined && NAMES[rule].includes(only.dimension);
  const within = sql`i.tenant_id = ${tenantId} AND i.rule = ${rule}
    AND i.occurred_at >= ${iso(from)} AND i.occurred_at <= ${iso(to)}
    ${after === null ? sql`` : sql`AND (i.occurred_at, i.batch_id, i.batch_index) < (${iso(after.time)}, ${after.batchId}, ${after.batchIndex})`}
    ${sql.join(
      names.map(({ column, key }) => sql`AND ${column} = ${key}`),
      sql` `,
    )}`;
  const source = counted
    ? sql`${quartersOf(scope, only, from, to)}
        SELECT i.* FROM quarters q JOIN scout.incidents i
          ON i.occurred_at >= q.bucket AND i.occurred_at < q.bucket + interval '15 minutes'
        WHERE ${within}`
    : sql`SELECT i.* FROM scout.incidents i WHERE ${within}`;
  const { rows } = await sql<Found>`${source}
    ORDER BY i.occurred_at DESC, i.batch_id DESC, i.batch_index DESC
    LIMIT ${sql.lit(limit + 1)}`.execute(tx);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    incidents: shown.map((row) => incidentOf(rule, row)),
    next: rows.length > limit && last !== undefined ? `${last.occurred_at.getTime()}_${idOf(last)}` : null,
  };
}

/**
 * `quarters`: the newest quarter hours in which a name occurs, as few as hold a page. The quarter hour at the upper end is not
 * counted on, because what of it lies behind the end or the cursor is not told by its count.
 */
function quartersOf(
  { tenantId, rule, limit }: IncidentScope,
  { dimension, key }: Narrowing,
  from: number,
  to: number,
): RawBuilder<unknown> {
  const start = Math.floor(from / QUARTER) * QUARTER;
  const end = Math.floor(to / QUARTER) * QUARTER;
  return sql`WITH quarters AS MATERIALIZED (
    SELECT bucket FROM (
      SELECT bucket, coalesce(sum(n) FILTER (WHERE bucket < ${iso(end)}::timestamptz) OVER (
        ORDER BY bucket DESC ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS newer
      FROM scout.rollups
      WHERE tenant_id = ${tenantId} AND rule = ${rule} AND dimension = ${dimension} AND key = ${key}
        AND bucket >= ${iso(start)} AND bucket <= ${iso(end)}
    ) AS counted WHERE newer <= ${sql.lit(limit)}
  )`;
}

function narrowings({ account, computer, server }: IncidentScope): Narrowing[] {
  const found: Narrowing[] = [];
  if (account !== undefined) {
    const key = boundedKey(keyOf(stripAccount(account)));
    found.push({ column: sql`i.service_account_key`, dimension: 'account', key });
  }
  if (computer !== undefined) {
    const key = boundedKey(keyOf(stripHost(computer)));
    found.push({ column: sql`i.computer_key`, dimension: 'host', key });
  }
  if (server !== undefined) {
    const key = boundedKey(keyOf(stripHost(server)));
    found.push({ column: sql`i.server_key`, dimension: 'server', key });
  }
  return found;
}

function incidentOf(rule: RuleId, row: Found): IncidentRow {
  const { service_account, computer, server, process, failure_reason, source_hosts } = row;
  return {
    id: idOf(row),
    rule,
    time: row.occurred_at.toISOString(),
    service_account,
    computer,
    server,
    process,
    failure_reason,
    source_hosts,
  };
}

const idOf = ({ batch_id, batch_index }: Found): string =>
  eventId({ batchId: batch_id, batchIndex: batch_index });

function cursorOf(cursor: string): EventPlace & { time: number } {
  const [time, id] = cursor.split('_') as [string, string];
  return { time: Number(time), ...placeOf(id) };
}

const iso = (time: number): string => new Date(time).toISOString();
