/** Names in a row of activity, by kind. */
const NAMED = `LATERAL (VALUES ('host', a.source), ('host', a.destination), ('actor', a.actor),
  ('person', CASE WHEN a.kind LIKE 'logon:%' OR a.kind IN ('explicit', 'command') THEN a.actor ELSE '' END)) AS named (kind, name)`;

/** Tables kept of an organization's activity beside its hours, each by the query that adds these up; the tenant is parameter 1. */
export const lastHours = {
  account_names: `SELECT a.tenant_id, a.account_key, named.kind, named.name, max(a.hour) AS hour FROM scout.account_activity a, ${NAMED}
    WHERE a.tenant_id = $1 AND named.name <> '' GROUP BY 1, 2, 3, 4`,
  account_uses: `SELECT a.tenant_id, a.account_key, max(a.hour) FILTER (WHERE a.kind LIKE 'refused%') AS refused_hour,
      max(a.hour) FILTER (WHERE a.kind NOT LIKE 'refused%') AS done_hour, p.hours[1] AS person_hour, p.hours[2] AS second_person_hour
    FROM scout.account_activity a LEFT JOIN (
      SELECT account_key, array_agg(hour ORDER BY hour DESC) AS hours FROM (
        SELECT a.account_key, named.name, max(a.hour) AS hour FROM scout.account_activity a, ${NAMED}
        WHERE a.tenant_id = $1 AND named.kind = 'person' AND named.name <> '' GROUP BY 1, 2) AS person
      GROUP BY account_key) AS p USING (account_key)
    WHERE a.tenant_id = $1 GROUP BY 1, 2, p.hours`,
  seen_names: `SELECT a.tenant_id, named.kind, named.name, max(a.hour) AS hour FROM scout.account_activity a, ${NAMED}
    WHERE a.tenant_id = $1 AND named.kind <> 'person' AND named.name <> '' GROUP BY 1, 2, 3`,
} as const;

/**
 * Makes what the assessor keeps of activity fit hours that something else wrote.
 * @param run runs a statement as the database's owner
 */
export async function renewLastHours(
  run: (sql: string, values: unknown[]) => Promise<unknown>,
  tenantId: string,
): Promise<void> {
  for (const [table, query] of Object.entries(lastHours)) {
    await run(`DELETE FROM scout.${table} WHERE tenant_id = $1`, [tenantId]);
    await run(`INSERT INTO scout.${table} ${query}`, [tenantId]);
  }
}
