import type { IncidentRow } from '@scout/contract';
import {
  cappedName,
  keyOf,
  type NameDimension,
  QUARTER,
  RULES,
  type RuleId,
  stripAccount,
  stripHost,
} from '@scout/detection';
import { DAY } from '@scout/detection/time';
import { type RawBuilder, sql } from 'kysely';
import type { Transaction } from '../../../platform/database/pool.ts';
import { boundedKey } from '../../ingest/index.ts';
import { type EventPlace, eventId, placeOf } from './eventId.ts';

/** Scope of incidents: a rule, an inclusive window (ISO), optional names, and the incident to continue after. */
export interface IncidentScope {
  readonly tenantId: string;
  readonly rule: RuleId;
  readonly from: string;
  readonly to: string;
  readonly account?: string | undefined;
  readonly computer?: string | undefined;
  readonly server?: string | undefined;
  readonly source?: string | undefined;
  readonly user?: string | undefined;
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
  readonly subject_user: string | null;
  readonly description: string | null;
}

/** A name filter for incidents. */
interface Narrowing {
  /** True if an incident `i` has the name. */
  readonly matches: RawBuilder<unknown>;
  /** Rollups that count the name; null if none do. */
  readonly rollups: RawBuilder<unknown> | null;
}

/** Days in which a name is looked for, before the whole window: a frequent one is found in the first. */
const DAYS_AT_FIRST = [1, 7] as const;

/**
 * The newest incidents of a scope, and the cursor of the following ones. Filtered by one name with rollups, its quarter hours
 * come from them, so that a rare name in a year of incidents is as fast as a frequent one.
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
  const counted = names.length === 1 ? (only?.rollups ?? null) : null;
  const within = sql`i.tenant_id = ${tenantId} AND i.rule = ${rule}
    AND i.occurred_at >= ${iso(from)} AND i.occurred_at <= ${iso(to)}
    ${after === null ? sql`` : sql`AND (i.occurred_at, i.batch_id, i.batch_index) < (${iso(after.time)}, ${after.batchId}, ${after.batchIndex})`}
    ${sql.join(
      names.map(({ matches }) => sql`AND ${matches}`),
      sql` `,
    )}`;
  const newest = sql`ORDER BY i.occurred_at DESC, i.batch_id DESC, i.batch_index DESC LIMIT ${sql.lit(limit + 1)}`;
  // The inner limit forces one lookup per quarter hour; a plain join might read all incidents of the window.
  const named = (since: number, by: RawBuilder<unknown>) => sql`${quartersOf(scope, by, since, to)}
    SELECT i.* FROM quarters q CROSS JOIN LATERAL (
      SELECT i.* FROM scout.incidents i WHERE i.occurred_at >= q.first_at AND i.occurred_at < q.end_at AND ${within} ${newest}
    ) AS i ${newest}`;
  const rows =
    counted === null
      ? (await sql<Found>`SELECT i.* FROM scout.incidents i WHERE ${within} ${newest}`.execute(tx)).rows
      : await widened(
          { from, to, limit },
          async (since) => (await sql<Found>`${named(since, counted)}`.execute(tx)).rows,
        );
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    incidents: shown.map((row) => incidentOf(rule, row)),
    next: rows.length > limit && last !== undefined ? `${last.occurred_at.getTime()}_${idOf(last)}` : null,
  };
}

/** The rows of a window, looked for in its newest days before the rest. */
async function widened(
  { from, to, limit }: { readonly from: number; readonly to: number; readonly limit: number },
  read: (since: number) => Promise<Found[]>,
): Promise<Found[]> {
  for (const days of DAYS_AT_FIRST) {
    const since = Math.floor((to - days * DAY) / QUARTER) * QUARTER;
    if (since <= from) break;
    const rows = await read(since);
    if (rows.length > limit) return rows;
  }
  return read(from);
}

/**
 * `quarters`: the newest quarter hours with a name, as few as fill a page. The quarter hour at the upper end is not relied on,
 * because its count includes incidents after the end or the cursor. `first_at` and `end_at` enclose what each counts: a single incident
 * exactly.
 */
function quartersOf(
  { tenantId, rule, limit }: IncidentScope,
  counted: RawBuilder<unknown>,
  from: number,
  to: number,
): RawBuilder<unknown> {
  const start = Math.floor(from / QUARTER) * QUARTER;
  const end = Math.floor(to / QUARTER) * QUARTER;
  return sql`WITH quarters AS MATERIALIZED (
    SELECT first_at, CASE WHEN n = 1 THEN first_at + interval '1 millisecond' ELSE bucket + interval '15 minutes' END AS end_at FROM (
      SELECT bucket, min(first_at) AS first_at, sum(n) AS n, coalesce(sum(sum(n)) FILTER (WHERE bucket < ${iso(end)}::timestamptz) OVER (
        ORDER BY bucket DESC ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS newer
      FROM scout.rollups
      WHERE tenant_id = ${tenantId} AND rule = ${rule} AND ${counted}
        AND bucket >= ${iso(start)} AND bucket <= ${iso(end)}
      GROUP BY bucket
    ) AS counted WHERE newer <= ${sql.lit(limit)}
  )`;
}

function narrowings({ rule, account, computer, server, source, user }: IncidentScope): Narrowing[] {
  const found: Narrowing[] = [];
  const add = (dimension: NameDimension, column: RawBuilder<unknown>, name: string) => {
    const key = boundedKey(keyOf(name));
    found.push({
      matches: sql`${column} = ${key}`,
      rollups: RULES[rule].names.includes(dimension) ? sql`dimension = ${dimension} AND key = ${key}` : null,
    });
  };
  if (account !== undefined) add('account', sql`i.service_account_key`, stripAccount(account));
  if (computer !== undefined) add('host', sql`i.computer_key`, stripHost(computer));
  if (server !== undefined) add('server', sql`i.server_key`, stripHost(server));
  if (user !== undefined) add('user', sql`i.subject_user_key`, stripAccount(user));
  if (source !== undefined) found.push(narrowedBySource(rule, source));
  return found;
}

/** Source hosts are stored in the events' spelling, and counted with each account; a name too long for its key is not counted separately. */
function narrowedBySource(rule: RuleId, source: string): Narrowing {
  const key = boundedKey(keyOf(source));
  const counted = RULES[rule].pairs?.includes('account-source') && key === source.toLowerCase();
  return {
    matches: sql`EXISTS (SELECT 1 FROM unnest(i.source_hosts) AS host WHERE ${isNamed(sql`host`, cappedName(source))})`,
    rollups: counted ? sql`dimension = 'account-source' AND value_key = ${key}` : null,
  };
}

function incidentOf(rule: RuleId, row: Found): IncidentRow {
  const {
    service_account,
    computer,
    server,
    process,
    failure_reason,
    source_hosts,
    subject_user,
    description,
  } = row;
  return {
    id: idOf(row),
    rule,
    time: row.occurred_at.toISOString(),
    service_account,
    computer,
    server,
    subject_user,
    process,
    failure_reason,
    source_hosts,
    ...(description !== null && { description }),
  };
}

const idOf = ({ batch_id, batch_index }: Found): string =>
  eventId({ batchId: batch_id, batchIndex: batch_index });

function cursorOf(cursor: string): EventPlace & { time: number } {
  const [time, id] = cursor.split('_') as [string, string];
  return { time: Number(time), ...placeOf(id) };
}

const iso = (time: number): string => new Date(time).toISOString();

/**
 * Compares a text with a name case-insensitively. Not with SQL's lower(), which depends on the database's locale: each letter of
 * the name also matches its capital.
 */
function isNamed(text: RawBuilder<unknown>, name: string): RawBuilder<unknown> {
  const key = name.toLowerCase();
  const pairs = Array.from(new Set(key), (letter) => [letter.toUpperCase(), letter] as const).filter(
    ([capital, letter]) => capital !== letter && capital.toLowerCase() === letter,
  );
  const capitals = pairs.map(([capital]) => capital).join('');
  const letters = pairs.map(([, letter]) => letter).join('');
  return sql`translate(${text}, ${capitals}, ${letters}) = ${key}`;
}
