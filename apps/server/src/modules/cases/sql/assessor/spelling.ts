import type { Finding } from '@scout/cases';
import { cappedName, keyOf, stripAccount } from '@scout/detection';
import type pg from 'pg';
import { placeOf } from '../../../events/index.ts';

/** Maximum events examined per finding: all of them name the same account apart from case. */
const EVENTS = 3;

/** Updates accounts known only by key to the spelling in the events of these findings. */
export async function storeSpelling(
  client: pg.ClientBase,
  tenantId: string,
  findings: readonly Finding[],
): Promise<void> {
  const wanted = findings.flatMap(({ alert: { account }, evidence }) =>
    evidence
      .filter(({ event }) => event !== '')
      .slice(0, EVENTS)
      .map(({ event, time }) => ({ account, time: new Date(time).toISOString(), ...placeOf(event) })),
  );
  if (wanted.length === 0) return;
  const accounts = [...new Set(wanted.map(({ account }) => account))];
  const unspelled = await client.query<{ account: string }>(
    `SELECT account_key AS account FROM scout.service_accounts
     WHERE tenant_id = $1 AND account_key = ANY ($2) AND name = account_key`,
    [tenantId, accounts],
  );
  if (unspelled.rows.length === 0) return;
  const open = new Set(unspelled.rows.map(({ account }) => account));
  // A query of its own: events may be on another node than accounts.
  const { rows } = await client.query<{ account: string; spelled: string }>(
    `SELECT DISTINCT g.account, e.target_user_name AS spelled
     FROM json_to_recordset($2::json) AS g (account text, time timestamptz, "batchId" uuid, "batchIndex" int)
     JOIN scout.tenant_events e ON e.tenant_id = $1 AND e.occurred_at = g.time AND e.batch_id = g."batchId" AND e.batch_index = g."batchIndex"
     WHERE e.target_user_name IS NOT NULL ORDER BY 1, 2`,
    [tenantId, JSON.stringify(wanted.filter(({ account }) => open.has(account)))],
  );
  const names = new Map<string, string>();
  for (const { account, spelled } of rows) {
    const name = cappedName(stripAccount(spelled));
    if (keyOf(name) === account && !names.has(account)) names.set(account, name);
  }
  await client.query(
    `UPDATE scout.service_accounts s SET name = g.name FROM unnest($2::text[], $3::text[]) AS g (account, name)
     WHERE s.tenant_id = $1 AND s.account_key = g.account AND s.name = s.account_key AND g.name <> g.account`,
    [tenantId, [...names.keys()], [...names.values()]],
  );
}
