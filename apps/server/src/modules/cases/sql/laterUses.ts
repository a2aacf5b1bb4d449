import { DAY, dayOf, HOUR } from '@scout/detection/time';
import { sql } from 'kysely';
import type { Transaction } from '../../../platform/database/pool.ts';
import {
  belongsTo,
  type Extent,
  extentColumns,
  extentOf,
  goesOn,
  ONGOING,
  type StoredExtent,
} from './caseScope.ts';
import { usesByDay, usesByHour } from './uses.ts';

/** Activity after the last finding of a case. */
interface LaterUse {
  readonly events: number;
  readonly last: string;
}

/** A case that is not closed. */
interface Open {
  readonly id: string;
  readonly extent: Extent;
  /** The first hour of which the activity is later. */
  readonly since: Date;
}

/** Days of later activity that are reported. */
const LATER_DAYS = 30;

/** Activity in the hours after the last finding of each of these cases; none for closed cases, and for kinds that end with their findings. Refusals go on with the same reason. */
export async function readLaterUses(
  tx: Transaction,
  tenantId: string,
  caseIds: readonly string[],
  now: number,
): Promise<Map<string, LaterUse>> {
  const { rows } = await sql<StoredExtent>`
    SELECT ${extentColumns} FROM scout.cases WHERE tenant_id = ${tenantId} AND case_id = ANY (${caseIds}::uuid[])
      AND status <> 'closed' AND (kind = ANY (${[...ONGOING]}::text[]) OR kind = 'spraying' OR kind LIKE 'refused-%')`.execute(
    tx,
  );
  const open = rows.map((row): Open => {
    const since = Math.max(row.last_seen.getTime() + 1, now - LATER_DAYS * DAY);
    return { id: row.case_id, extent: extentOf(row), since: new Date(Math.ceil(since / HOUR) * HOUR) };
  });
  const byDay = open.filter(isOfWay);
  const byHour = open.filter((one) => !isOfWay(one));
  return new Map([...(await readByDay(tx, tenantId, byDay)), ...(await readByHour(tx, tenantId, byHour))]);
}

/** True if machines alone tell how a case continues. Days do not keep persons and reasons of refusals. */
const isOfWay = ({ extent: { kind, sources, persons, isNewServer } }: Open): boolean =>
  ONGOING.has(kind) && (sources.length > 0 || persons.length === 0 || isNewServer);

interface Found {
  readonly case_id: string;
  readonly events: string | null;
  readonly last: Date | null;
}

const usesIn = (rows: readonly Found[]): [string, LaterUse][] =>
  rows.flatMap(({ case_id, events, last }): [string, LaterUse][] =>
    last === null ? [] : [[case_id, { events: Number(events), last: last.toISOString() }]],
  );

/** SQL condition as of {@link belongsTo}, for uses by hour and by day. */
const IS_ON_WAY = sql`CASE WHEN c.sources = '{}' THEN u.destination = ANY (c.servers)
  ELSE u.source = ANY (c.sources) AND (c.servers = '{}' OR u.destination = ANY (c.servers) OR u.destination = u.source
    OR (u.destination = '' AND u.use = 'refused')) END`;

async function readByDay(
  tx: Transaction,
  tenantId: string,
  open: readonly Open[],
): Promise<[string, LaterUse][]> {
  if (open.length === 0) return [];
  const wanted = open.flatMap(({ id, since, extent: { accounts, sources, servers } }) =>
    accounts.map((account) => ({
      case_id: id,
      account,
      since,
      day: dayOf(since.getTime()),
      sources,
      servers,
    })),
  );
  const uses = { tenantId, keys: sql`ARRAY[c.account]`, since: sql`c.since`, day: sql`c.day` };
  const { rows } = await sql<Found>`
    WITH wanted AS MATERIALIZED (SELECT * FROM jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) AS c (case_id uuid,
      account text COLLATE "C", since timestamptz, day timestamptz, sources text[] COLLATE "C", servers text[] COLLATE "C"))
    SELECT case_id, sum(n)::text AS events, max(last_at) AS last FROM (
      SELECT c.case_id, u.n, u.last_at FROM wanted c CROSS JOIN LATERAL (${usesByHour(uses)}) AS u WHERE ${IS_ON_WAY}
      UNION ALL
      SELECT c.case_id, through[cardinality(through)] - coalesce(through[width_bucket(before, hours)], 0), u.last_at
      FROM wanted c CROSS JOIN LATERAL (${usesByDay(uses)}) AS u
        CROSS JOIN LATERAL (SELECT greatest(extract(epoch FROM c.since - u.day) / 3600 - 1, -1)::smallint AS before) AS cut
      WHERE ${IS_ON_WAY}) AS later
    WHERE n > 0 GROUP BY case_id`.execute(tx);
  return usesIn(rows);
}

/** Cases looked up by one statement: the planner's time grows with their number. */
const AT_ONCE = 50;

async function readByHour(
  tx: Transaction,
  tenantId: string,
  open: readonly Open[],
): Promise<[string, LaterUse][]> {
  const found: [string, LaterUse][] = [];
  for (let from = 0; from < open.length; from += AT_ONCE) {
    const queries = open.slice(from, from + AT_ONCE).map(
      ({
        id,
        extent,
        since,
      }) => sql`SELECT ${id}::uuid AS case_id, sum(n)::text AS events, max(last_at) AS last FROM scout.account_activity
        WHERE tenant_id = ${tenantId} AND hour >= ${since} AND ${ONGOING.has(extent.kind) ? belongsTo(extent) : goesOn(tenantId, extent)}`,
    );
    const { rows } = await sql<Found>`${sql.join(queries, sql` UNION ALL `)}`.execute(tx);
    found.push(...usesIn(rows));
  }
  return found;
}
