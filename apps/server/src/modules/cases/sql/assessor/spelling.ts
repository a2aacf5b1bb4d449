import type { Finding } from '@scout/cases';
import { cappedName, keyOf, stripAccount } from '@scout/detection';
import { sql } from 'kysely';
import type { Transaction } from '../../../../platform/database/pool.ts';
import { placeOf } from '../../../events/index.ts';
import { storedEventsAt } from '../../../ingest/index.ts';

/** Maximum events examined per finding: all of them name the same account apart from case. */
const EVENTS = 3;

/** Updates accounts known only by key to the spelling in the events of these findings. */
export async function storeSpelling(
  tx: Transaction,
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
  const { rows: unspelled } = await sql<{ account: string }>`
    SELECT account_key AS account FROM scout.service_accounts
    WHERE tenant_id = ${tenantId} AND account_key = ANY (${accounts}) AND name = account_key`.execute(tx);
  if (unspelled.length === 0) return;
  const open = new Set(unspelled.map(({ account }) => account));
  const events = storedEventsAt({
    columns: ['batch_id', 'batch_index', 'target_user_name'],
    tenantId,
    at: sql`g.time`,
    where: sql`batch_id = g."batchId" AND batch_index = g."batchIndex"`,
  });
  // A query of its own: events may be on another node than accounts.
  const { rows } = await sql<{ account: string; spelled: string }>`
    SELECT DISTINCT g.account, e.target_user_name AS spelled
    FROM json_to_recordset(${JSON.stringify(wanted.filter(({ account }) => open.has(account)))}::json)
      AS g (account text, time timestamptz, "batchId" uuid, "batchIndex" int)
    CROSS JOIN LATERAL ${events} AS e
    WHERE e.target_user_name IS NOT NULL ORDER BY 1, 2`.execute(tx);
  const names = new Map<string, string>();
  for (const { account, spelled } of rows) {
    const name = cappedName(stripAccount(spelled));
    if (keyOf(name) === account && !names.has(account)) names.set(account, name);
  }
  await sql`
    UPDATE scout.service_accounts s SET name = g.name
    FROM unnest(${[...names.keys()]}::text[], ${[...names.values()]}::text[]) AS g (account, name)
    WHERE s.tenant_id = ${tenantId} AND s.account_key = g.account AND s.name = s.account_key AND g.name <> g.account`.execute(
    tx,
  );
}
