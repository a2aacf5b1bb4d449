import { hash } from 'node:crypto';
import type { DayCell } from '@scout/cases';
import type pg from 'pg';
import { type HourRange, rangeSql } from '../../assessor/range.ts';
import { unsumDays } from './daySums.ts';
import { addNames, forgetWays, renewPersons, type Way } from './lastHours.ts';

/** Activity of service accounts in one hour. */
export interface HourActivity {
  readonly hour: number;
  readonly cells: readonly DayCell[];
}

interface ActivityRow {
  readonly account: string;
  readonly hour: number;
  readonly cell: string;
  readonly kind: string;
  readonly source: string;
  readonly destination: string;
  readonly program: string;
  readonly actor: string;
  n: number;
  first: number;
  last: number;
}

/** Replaces the stored activity of a range of hours, with what is kept of its accounts; unchanged rows are not rewritten. */
export async function storeActivity(
  client: pg.ClientBase,
  tenantId: string,
  { activity, range }: { activity: readonly HourActivity[]; range: HourRange },
): Promise<void> {
  if (range.from === null) return;
  const rows = JSON.stringify(rowsOf(activity));
  const given = 'json_to_recordset($4::json) AS g (account text, hour float8, cell uuid)';
  const gone = await client.query<Way>(
    `WITH gone AS (
       DELETE FROM scout.account_activity a WHERE a.tenant_id = $1 AND ${rangeSql('a.hour')} AND NOT EXISTS (
         SELECT FROM ${given} WHERE g.account = a.account_key AND to_timestamp(g.hour * 3600) = a.hour AND g.cell = a.cell)
       RETURNING account_key, kind, source, destination, actor, hour),
     ${unsumDays('gone')}
     SELECT account_key AS account, kind, source, destination, actor, extract(epoch FROM max(gone.hour))::float8 / 3600 AS hour
     FROM gone GROUP BY 1, 2, 3, 4, 5`,
    [tenantId, range.from, range.to, rows],
  );
  // A replaced row has its last transaction in xmax, and its hour is already known.
  const used = await client.query<{ account: string }>(
    `WITH stored AS (
       INSERT INTO scout.account_activity AS a (tenant_id, account_key, hour, cell, kind, source, destination, program, actor, n,
         first_at, last_at)
       SELECT $1, account, to_timestamp(hour * 3600), cell, kind, source, destination, program, actor, n, to_timestamp(first / 1000),
         to_timestamp(last / 1000)
       FROM json_to_recordset($2::json) AS g (account text, hour float8, cell uuid, kind text, source text, destination text,
         program text, actor text, n bigint, first float8, last float8)
       ORDER BY account, hour, cell
       ON CONFLICT (tenant_id, account_key, hour, cell) DO UPDATE
         SET n = excluded.n, first_at = excluded.first_at, last_at = excluded.last_at
         WHERE (a.n, a.first_at, a.last_at) IS DISTINCT FROM (excluded.n, excluded.first_at, excluded.last_at)
       RETURNING a.account_key, a.kind, a.source, a.destination, a.actor, a.hour, a.xmax = 0 AS is_new),
     ${unsumDays('stored')},
     added AS MATERIALIZED (SELECT account_key, kind, source, destination, actor, hour FROM stored WHERE is_new),
     ${addNames('added')}
     SELECT DISTINCT account_key AS account FROM named WHERE kind = 'person'`,
    [tenantId, rows],
  );
  await forgetWays(client, tenantId, gone.rows);
  await renewPersons(client, tenantId, [
    ...new Set([...used.rows, ...gone.rows].map(({ account }) => account)),
  ]);
}

/** One row per hour and way of an account. */
function rowsOf(activity: readonly HourActivity[]): ActivityRow[] {
  const rows = new Map<string, ActivityRow>();
  for (const { hour, cells } of activity) {
    for (const cell of cells) {
      const { account, kind, count, first, last } = cell;
      const [source, destination, program, actor] = [
        cell.source,
        cell.destination,
        cell.program,
        cell.actor,
      ].map((text) => text ?? '') as [string, string, string, string];
      const way = hash('sha256', JSON.stringify([kind, source, destination, program, actor]), 'hex').slice(
        0,
        32,
      );
      const key = `${account}\0${hour}\0${way}`;
      const row = rows.get(key);
      if (row === undefined)
        rows.set(key, {
          account,
          hour,
          cell: way,
          kind,
          source,
          destination,
          program,
          actor,
          n: count,
          first,
          last,
        });
      else {
        row.n += count;
        row.first = Math.min(row.first, first);
        row.last = Math.max(row.last, last);
      }
    }
  }
  return [...rows.values()];
}
