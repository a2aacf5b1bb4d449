import type pg from 'pg';
import { USED_BY_PERSON } from '../usedByPerson.ts';

/** A way of an account with its last hour among some rows of scout.account_activity; hours count from 1970. */
export interface Way {
  readonly account: string;
  readonly kind: string;
  readonly source: string;
  readonly destination: string;
  readonly actor: string;
  readonly hour: number;
}

/** The names in rows of activity, as `named`, and their last hours, in SQL. @param rows a table or subquery with the columns of activity */
const namesOf = (rows: string) => `
  SELECT account_key, named.kind, named.name, max(hour) AS hour FROM ${rows} AS row,
    LATERAL (VALUES ('host', source), ('host', destination), ('actor', actor),
      ('person', CASE WHEN ${USED_BY_PERSON} THEN actor ELSE '' END)) AS named (kind, name)
  WHERE named.name <> '' GROUP BY 1, 2, 3`;

/**
 * Common table expressions that add new rows of activity to what is kept of their accounts: scout.account_names, account_uses and seen_names.
 * A later row only moves an hour forward; a row that moves none is looked up before, because an upsert would lock what it leaves. The tenant is
 * parameter 1.
 * @param rows a preceding expression of the rows
 */
export const addNames = (rows: string): string => `
  named AS MATERIALIZED (${namesOf(rows)}),
  added_names AS (
    INSERT INTO scout.account_names AS n (tenant_id, account_key, kind, name, hour)
    SELECT $1, account_key, kind, name, hour FROM named WHERE NOT EXISTS (
      SELECT FROM scout.account_names k WHERE k.tenant_id = $1 AND k.account_key = named.account_key AND k.kind = named.kind
        AND k.name = named.name AND k.hour >= named.hour)
    ORDER BY account_key, kind, name
    ON CONFLICT (tenant_id, account_key, kind, name) DO UPDATE SET hour = excluded.hour WHERE n.hour < excluded.hour),
  added_seen AS (
    INSERT INTO scout.seen_names AS s (tenant_id, kind, name, hour)
    SELECT $1, kind, name, hour FROM (SELECT kind, name, max(hour) AS hour FROM named WHERE kind <> 'person' GROUP BY 1, 2) AS latest
    WHERE NOT EXISTS (
      SELECT FROM scout.seen_names k WHERE k.tenant_id = $1 AND k.kind = latest.kind AND k.name = latest.name AND k.hour >= latest.hour)
    ORDER BY kind, name
    ON CONFLICT (tenant_id, kind, name) DO UPDATE SET hour = excluded.hour WHERE s.hour < excluded.hour),
  added_uses AS (
    INSERT INTO scout.account_uses AS u (tenant_id, account_key, refused_hour, done_hour)
    SELECT $1, account_key, max(hour) FILTER (WHERE kind LIKE 'refused%'), max(hour) FILTER (WHERE kind NOT LIKE 'refused%')
    FROM ${rows} GROUP BY account_key ORDER BY account_key
    ON CONFLICT (tenant_id, account_key) DO UPDATE
      SET refused_hour = greatest(u.refused_hour, excluded.refused_hour), done_hour = greatest(u.done_hour, excluded.done_hour)
      WHERE excluded.refused_hour > coalesce(u.refused_hour, '-infinity') OR excluded.done_hour > coalesce(u.done_hour, '-infinity'))`;

/** The condition that a name is one of `old`. */
const isOld =
  'n.tenant_id = $1 AND n.account_key = old.account_key AND n.kind = old.kind AND n.name = old.name';

/** Looks up again what deleted rows of activity were the last of. After the rows that replace them are stored. */
export async function forgetWays(
  client: pg.ClientBase,
  tenantId: string,
  ways: readonly Way[],
): Promise<void> {
  if (ways.length === 0) return;
  const gone = `gone AS MATERIALIZED (${namesOf(`(
    SELECT account AS account_key, kind, source, destination, actor, to_timestamp(hour * 3600) AS hour
    FROM json_to_recordset($2::json) AS g (account text, kind text, source text, destination text, actor text, hour float8))`)})`;
  const values = [tenantId, JSON.stringify(ways)];
  await client.query(
    `WITH ${gone},
     old AS MATERIALIZED (
       SELECT n.account_key, n.kind, n.name FROM gone
       JOIN scout.account_names n ON n.tenant_id = $1 AND n.account_key = gone.account_key AND n.kind = gone.kind AND n.name = gone.name
         AND n.hour <= gone.hour),
     kept AS MATERIALIZED (${namesOf(`(
       SELECT * FROM scout.account_activity WHERE tenant_id = $1 AND account_key = ANY (ARRAY(SELECT DISTINCT account_key FROM old)))`)}),
     ended AS (
       DELETE FROM scout.account_names n USING old
       WHERE ${isOld} AND NOT EXISTS (
         SELECT FROM kept WHERE kept.account_key = old.account_key AND kept.kind = old.kind AND kept.name = old.name))
     UPDATE scout.account_names n SET hour = kept.hour FROM old JOIN kept USING (account_key, kind, name)
     WHERE ${isOld} AND n.hour <> kept.hour`,
    values,
  );
  await client.query(
    `WITH ${gone},
     old AS MATERIALIZED (
       SELECT s.kind, s.name, (SELECT max(n.hour) FROM scout.account_names n WHERE n.tenant_id = $1 AND n.kind = s.kind AND n.name = s.name) AS hour
       FROM (SELECT kind, name, max(hour) AS hour FROM gone GROUP BY 1, 2) AS gone
       JOIN scout.seen_names s ON s.tenant_id = $1 AND s.kind = gone.kind AND s.name = gone.name AND s.hour <= gone.hour),
     ended AS (
       DELETE FROM scout.seen_names s USING old WHERE s.tenant_id = $1 AND s.kind = old.kind AND s.name = old.name AND old.hour IS NULL)
     UPDATE scout.seen_names s SET hour = old.hour FROM old
     WHERE s.tenant_id = $1 AND s.kind = old.kind AND s.name = old.name AND s.hour <> old.hour`,
    values,
  );
  const last = (condition: string) => `(
    SELECT max(a.hour) FROM scout.account_activity a WHERE a.tenant_id = $1 AND a.account_key = u.account_key AND ${condition})`;
  const accounts = [tenantId, [...new Set(ways.map(({ account }) => account))]];
  await client.query(
    `UPDATE scout.account_uses u SET refused_hour = ${last(`a.kind LIKE 'refused%'`)}, done_hour = ${last(`a.kind NOT LIKE 'refused%'`)}
     WHERE u.tenant_id = $1 AND u.account_key = ANY ($2::text[])`,
    accounts,
  );
  await client.query(
    `DELETE FROM scout.account_uses u WHERE u.tenant_id = $1 AND u.account_key = ANY ($2::text[])
       AND u.refused_hour IS NULL AND u.done_hour IS NULL`,
    accounts,
  );
}

/** Renews the last hours of the two persons who used each of these accounts last. */
export async function renewPersons(
  client: pg.ClientBase,
  tenantId: string,
  accounts: readonly string[],
): Promise<void> {
  if (accounts.length === 0) return;
  await client.query(
    `UPDATE scout.account_uses u SET person_hour = p.hours[1], second_person_hour = p.hours[2]
     FROM (
       SELECT wanted.account_key, array_agg(n.hour ORDER BY n.hour DESC NULLS LAST) AS hours
       FROM unnest($2::text[]) AS wanted (account_key)
       LEFT JOIN scout.account_names n ON n.tenant_id = $1 AND n.account_key = wanted.account_key AND n.kind = 'person'
       GROUP BY wanted.account_key) AS p
     WHERE u.tenant_id = $1 AND u.account_key = p.account_key
       AND (u.person_hour, u.second_person_hour) IS DISTINCT FROM (p.hours[1], p.hours[2])`,
    [tenantId, accounts],
  );
}
