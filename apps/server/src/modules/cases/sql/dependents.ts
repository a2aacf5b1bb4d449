import { type CaseDependent, limits } from '@scout/contract';
import { DAY } from '@scout/detection/time';
import { type RawBuilder, sql } from 'kysely';
import type { Transaction } from '../../../platform/database/pool.ts';
import { activityIn, type CaseScope } from './caseScope.ts';

const { days, listed, names } = limits.cases.dependents;

interface Row {
  readonly machine: string;
  readonly kinds: string[] | null;
  readonly programs: string[] | null;
  readonly servers: string[] | null;
  readonly persons: string[] | null;
  readonly events: string;
  readonly last: Date;
  readonly total: number;
}

/** Machines that use a case's account apart from its cases; see the contract, calls/cases/activity.ts. `now` in epoch milliseconds. */
export async function readDependents(
  tx: Transaction,
  scope: CaseScope,
  now: number,
): Promise<{ dependents: CaseDependent[]; total: number }> {
  const recent = { ...scope, from: now - days * DAY, to: now };
  // A service or scheduled job names only the machine that it runs on.
  const { rows } = await sql<Row>`
    WITH ${activityIn(recent, {})},
      used AS MATERIALIZED (
        SELECT coalesce(nullif(source, ''), destination) AS machine, kind, substring(program FROM '[^>]*$') AS program,
          CASE WHEN source <> '' AND destination <> source THEN destination ELSE '' END AS server, actor, n, last_at
        FROM act WHERE part = 'usual' AND kind NOT LIKE 'refused%' AND kind NOT LIKE 'change%'),
      by_machine AS (
        SELECT machine, sum(n) AS events, max(last_at) AS last, count(*) OVER ()::int AS total
        FROM used GROUP BY machine ORDER BY sum(n) DESC, machine LIMIT ${sql.lit(listed)})
    SELECT by_machine.*, ${mostOf(sql`kind`)} AS kinds, ${mostOf(sql`program`)} AS programs, ${mostOf(sql`server`)} AS servers,
      ${mostOf(sql`actor`)} AS persons
    FROM by_machine ORDER BY events DESC, machine`.execute(tx);
  return {
    dependents: rows.map(({ machine, kinds, programs, servers, persons, events, last }) => ({
      machine: machine === '' ? null : machine,
      kinds: kinds ?? [],
      programs: programs ?? [],
      servers: servers ?? [],
      persons: persons ?? [],
      events: Number(events),
      last: last.toISOString(),
    })),
    total: rows[0]?.total ?? 0,
  };
}

/** The most frequent names of a column at a machine. */
function mostOf(column: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(SELECT array_agg(name ORDER BY uses DESC, name) FROM (
    SELECT ${column} AS name, sum(n) AS uses FROM used WHERE used.machine = by_machine.machine AND ${column} <> ''
    GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ${sql.lit(names)}) most)`;
}
