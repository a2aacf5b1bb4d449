import {
  type CaseActivity,
  type CaseLane,
  type CasePart,
  type CaseRun,
  type CaseWay,
  caseLanes,
  caseParts,
  limits,
} from '@scout/contract';
import { sql } from 'kysely';
import type { Transaction } from '../../../platform/database/pool.ts';
import { activityIn, type CaseScope, type Narrowing } from './caseScope.ts';

const HOUR = 3_600_000;
/** Minimum gap: shorter periods without events are normal idle time. */
const GAP_HOURS = 12;

const lane = sql`CASE WHEN kind LIKE 'refused%' THEN 'refused' WHEN kind LIKE 'logon%' THEN 'signed-in' WHEN kind = 'command' THEN 'client'
  WHEN kind = 'explicit' THEN 'explicit' WHEN kind LIKE 'change%' THEN 'change' ELSE 'other' END`;
const order = sql`array_position(${sql.raw(`ARRAY['${caseParts.join("','")}']`)}, part)`;

const named = (text: string) => (text === '' ? null : text);

/** Activity of a case's accounts, by hour and by way. */
export async function readCaseActivity(
  tx: Transaction,
  scope: CaseScope,
  { withGaps, ...narrowing }: Narrowing & { readonly withGaps: boolean },
): Promise<CaseActivity> {
  const { from, to } = scope;
  const hours = await sql<{ part: CasePart; lane: CaseLane; hour: Date; n: string }>`
    WITH ${activityIn(scope, narrowing)}
    SELECT part, ${lane} AS lane, hour, sum(n) AS n FROM act WHERE part IS NOT NULL GROUP BY 1, 2, 3 ORDER BY 3`.execute(
    tx,
  );
  const inLane = (isWanted: (row: { part: CasePart; lane: CaseLane }) => boolean) => {
    const counts = new Map<number, number>();
    for (const row of hours.rows) {
      if (!isWanted(row)) continue;
      const offset = Math.round((row.hour.getTime() - from) / HOUR);
      counts.set(offset, (counts.get(offset) ?? 0) + Number(row.n));
    }
    return [...counts];
  };
  return {
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    gaps: withGaps ? await readGaps(tx, scope) : [],
    lanes: caseLanes
      .map((of) => ({ lane: of, hours: inLane((row) => row.part === 'case' && row.lane === of) }))
      .filter((one) => one.hours.length > 0),
    other_cases: inLane((row) => row.part === 'other-case'),
    usual: inLane((row) => row.part === 'usual'),
    ...(await readWays(tx, scope, narrowing)),
  };
}

async function readWays(tx: Transaction, scope: CaseScope, narrowing: Narrowing) {
  const { rows } = await sql<{
    part: CasePart;
    refused: boolean;
    actor: string;
    source: string;
    destination: string;
    n: string;
    first: Date;
    last: Date;
    total: number;
    persons: number;
    sources: number;
    servers: number;
  }>`
    WITH ${activityIn(scope, narrowing)},
      way AS (
        SELECT part, kind LIKE 'refused%' AS refused, actor, source, destination, sum(n) AS n, min(first_at) AS first, max(last_at) AS last
        FROM act WHERE part IS NOT NULL GROUP BY 1, 2, 3, 4, 5),
      counted AS (
        SELECT count(*)::int AS total,
          count(DISTINCT actor) FILTER (WHERE part = 'case' AND actor <> '')::int AS persons,
          count(DISTINCT source) FILTER (WHERE part = 'case' AND source <> '')::int AS sources,
          count(DISTINCT destination) FILTER (WHERE part = 'case' AND destination <> '')::int AS servers FROM way)
    SELECT way.*, counted.* FROM way, counted
    ORDER BY ${order}, n DESC, actor, source, destination, refused LIMIT ${sql.lit(limits.cases.ways)}`.execute(
    tx,
  );
  const [{ total = 0, persons = 0, sources = 0, servers = 0 } = {}] = rows;
  const ways: CaseWay[] = rows.map((row) => ({
    part: row.part,
    refused: row.refused,
    person: named(row.actor),
    source: named(row.source),
    server: named(row.destination),
    events: Number(row.n),
    first: row.first.toISOString(),
    last: row.last.toISOString(),
  }));
  return { ways, ways_total: total, persons, sources, servers };
}

/** Periods for which the organization has neither events nor activity. */
async function readGaps(tx: Transaction, { tenantId, from, to }: CaseScope) {
  // Counts of events leave few hours, each of which is looked up: joined, all activity would be read.
  const { rows } = await sql<{ hour: Date }>`
    WITH uncounted AS MATERIALIZED (
      SELECT hour FROM generate_series(${new Date(from)}::timestamptz, ${new Date(to - HOUR)}::timestamptz, '1 hour') AS hour
      EXCEPT
      SELECT hour FROM scout.event_counts
      WHERE tenant_id = ${tenantId} AND hour >= ${new Date(from)} AND hour < ${new Date(to)})
    SELECT hour FROM uncounted
    WHERE (SELECT true FROM scout.account_activity a WHERE a.tenant_id = ${tenantId} AND a.hour = uncounted.hour LIMIT 1) IS NULL
    ORDER BY hour`.execute(tx);
  const gaps: { from: number; to: number }[] = [];
  for (const { hour } of rows) {
    const begin = hour.getTime();
    const last = gaps.at(-1);
    if (last?.to === begin) last.to = begin + HOUR;
    else gaps.push({ from: begin, to: begin + HOUR });
  }
  return gaps
    .filter((gap) => gap.to - gap.from >= GAP_HOURS * HOUR)
    .map((gap) => ({ from: new Date(gap.from).toISOString(), to: new Date(gap.to).toISOString() }));
}

/** The runs of a case in a window (ISO times), newest first. */
export async function readCaseRuns(
  tx: Transaction,
  scope: CaseScope,
  { from, to, ...narrowing }: Narrowing & { from?: string | undefined; to?: string | undefined },
): Promise<{ runs: CaseRun[]; total: number; events: number }> {
  const window = [
    sql`part = 'case'`,
    ...(from === undefined ? [] : [sql`last_at >= ${new Date(from)}`]),
    ...(to === undefined ? [] : [sql`first_at <= ${new Date(to)}`]),
  ];
  const way = sql`account_key, kind, source, destination, program, actor`;
  const { rows } = await sql<{
    account_key: string;
    kind: string;
    source: string;
    destination: string;
    program: string;
    actor: string;
    n: string;
    first: Date;
    last: Date;
    total: number;
    events: string;
  }>`
    WITH ${activityIn(scope, narrowing)},
      spaced AS (
        SELECT ${way}, hour, n, first_at, last_at, lag(last_at) OVER (PARTITION BY ${way} ORDER BY hour) AS earlier
        FROM act WHERE ${sql.join(window, sql` AND `)}),
      numbered AS (
        SELECT ${way}, n, first_at, last_at,
          count(*) FILTER (WHERE first_at - earlier > ${sql.lit(`${limits.cases.runGapHours} hours`)}::interval)
            OVER (PARTITION BY ${way} ORDER BY hour) AS run
        FROM spaced),
      run AS (
        SELECT ${way}, sum(n) AS n, min(first_at) AS first, max(last_at) AS last FROM numbered GROUP BY ${way}, run)
    SELECT *, count(*) OVER ()::int AS total, sum(n) OVER () AS events FROM run
    ORDER BY last DESC, n DESC, ${way} LIMIT ${sql.lit(limits.cases.runs)}`.execute(tx);
  return {
    runs: rows.map((row) => ({
      account: row.account_key,
      kind: row.kind,
      person: named(row.actor),
      source: named(row.source),
      server: named(row.destination),
      program: named(row.program),
      events: Number(row.n),
      first: row.first.toISOString(),
      last: row.last.toISOString(),
    })),
    total: rows[0]?.total ?? 0,
    events: Number(rows[0]?.events ?? 0),
  };
}
