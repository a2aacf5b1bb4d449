import { type AccountPosture, limits } from '@scout/contract';
import { DAY } from '@scout/detection/time';
import { sql } from 'kysely';
import { audit } from '../../../platform/database/audit.ts';
import type { Transaction } from '../../../platform/database/pool.ts';
import { directoryPostures, isPosture } from './postures.ts';

/** A change is kept as long as the assessor remembers accounts. */
const KEPT = 400 * DAY;

/** A posture that an account did not have at the last comparison. */
export interface NewPosture {
  readonly account_key: string;
  readonly account: string;
  readonly posture: AccountPosture;
}

/**
 * Stores since when the register's accounts have postures that directories show, and forgets those that ended; the first of those that
 * appeared become cases. Transaction role: scout_assessor.
 * @returns those that appeared in directories that were compared before, by account
 */
export async function storePostures(tx: Transaction, tenantId: string, now: number): Promise<NewPosture[]> {
  const at = new Date(now);
  const { rows } = await sql<NewPosture>`
    WITH found AS MATERIALIZED (
      SELECT d.account_key, p.posture, min(s.name) AS account, bool_and(n.compared_at IS NOT NULL) AS was_compared
      FROM scout.service_accounts s JOIN scout.directory_accounts d USING (tenant_id, account_key)
      JOIN scout.directories n USING (tenant_id, directory_id)
      CROSS JOIN LATERAL unnest(${sql.val([...directoryPostures])}::text[]) AS p (posture)
      WHERE s.tenant_id = ${tenantId} AND ${isPosture(sql`p.posture`, now)} GROUP BY 1, 2),
    ended AS (
      DELETE FROM scout.account_postures a WHERE a.tenant_id = ${tenantId}
        AND NOT EXISTS (SELECT FROM found f WHERE f.account_key = a.account_key AND f.posture = a.posture)),
    appeared AS (
      INSERT INTO scout.account_postures (tenant_id, account_key, posture, since)
      SELECT ${tenantId}::uuid, account_key, posture, ${at}::timestamptz FROM found ORDER BY 1, 2
      ON CONFLICT DO NOTHING RETURNING account_key, posture)
    SELECT account_key, account, posture FROM appeared JOIN found USING (account_key, posture)
    WHERE was_compared AND posture <> 'old-password' ORDER BY account_key, posture`.execute(tx);
  await sql`DELETE FROM scout.posture_changes WHERE tenant_id = ${tenantId} AND appeared_at < ${new Date(now - KEPT)}`.execute(
    tx,
  );
  const reported = rows.slice(0, limits.postures.reportedOfSync);
  if (reported.length > 0)
    await sql`
      INSERT INTO scout.posture_changes (tenant_id, account_key, posture, appeared_at)
      SELECT ${tenantId}::uuid, account_key, posture, ${at}::timestamptz
      FROM json_to_recordset(${JSON.stringify(reported)}::json) AS g (account_key text, posture text)
      ON CONFLICT DO NOTHING`.execute(tx);
  return rows;
}

/** Writes what became worse to the audit log, the first ones by name and the number of the others. Transaction role: scout_operator. */
export async function noteNewPostures(
  tx: Transaction,
  tenantId: string,
  appeared: readonly NewPosture[],
): Promise<void> {
  const reported = appeared.slice(0, limits.postures.reportedOfSync);
  for (const { account, posture } of reported)
    await audit(tx, { tenantId, actor: 'system', action: 'posture_appeared', details: { account, posture } });
  const more = appeared.length - reported.length;
  if (more > 0)
    await audit(tx, { tenantId, actor: 'system', action: 'postures_appeared', details: { more } });
}
