import { type RawBuilder, sql } from 'kysely';

/** Activity of accounts since a time, in scout.account_activity and scout.account_days. */
interface Uses {
  readonly tenantId: string;
  /** An array of account keys. */
  readonly keys: RawBuilder<unknown>;
  readonly since: Date | RawBuilder<unknown>;
  /** Beginning of its day, of UTC. Under policies no index is searched by what date_trunc makes of a column. */
  readonly day: Date | RawBuilder<unknown>;
}

/** SQL of the use, as in scout.account_days, that a row of scout.account_activity is. */
export const USE = `CASE WHEN kind LIKE 'refused%' THEN 'refused' WHEN kind LIKE 'logon:%' THEN 'signed-in'
  WHEN kind IN ('process', 'command') THEN 'started' ELSE 'other' END`;

/** A query of the hours that are not in a summed day, a row for each: account_key, hour, use, source, destination, program, n, last_at. */
export function usesByHour({ tenantId, keys, since, day }: Uses): RawBuilder<unknown> {
  const columns = sql`a.account_key, a.hour, ${sql.raw(USE)} AS use, a.source, a.destination, a.program, a.n, a.last_at`;
  return sql`SELECT ${columns} FROM scout.account_activity a
      WHERE a.tenant_id = ${tenantId} AND a.account_key = ANY(${keys}) AND a.hour >= greatest(${since}::timestamptz,
        (SELECT days_summed_before FROM scout.assessments WHERE tenant_id = ${tenantId}))
      UNION ALL
      SELECT ${columns} FROM scout.unsummed_days u JOIN scout.account_activity a
        ON a.tenant_id = ${tenantId} AND a.account_key = u.account_key AND a.hour >= u.day AND a.hour < u.day + interval '24 hours'
      WHERE u.tenant_id = ${tenantId} AND u.account_key = ANY(${keys}) AND u.day >= ${day}
        AND a.hour >= ${since}`;
}

/** A query of the summed days that end after the time, a row for each way: account_key, day, use, source, destination, program, hours, through, last_at. */
export function usesByDay({ tenantId, keys, day }: Uses): RawBuilder<unknown> {
  return sql`SELECT account_key, day, use, source, destination, program, hours, through, last_at FROM scout.account_days
    WHERE tenant_id = ${tenantId} AND account_key = ANY(${keys}) AND day >= ${day}`;
}
