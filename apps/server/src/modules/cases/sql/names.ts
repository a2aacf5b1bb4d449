import { limits, type SeenName } from '@scout/contract';
import { DAY } from '@scout/detection/time';
import { sql } from 'kysely';
import type { Transaction } from '../../../platform/database/pool.ts';
import { containsWords } from '../../../platform/database/textSearch.ts';

const { activityDays } = limits.accounts;

/** People and hosts in the activity of service accounts whose name contains the text, those of most accounts first; `now` in epoch milliseconds. */
export async function findNames(
  tx: Transaction,
  tenantId: string,
  { text, limit }: { readonly text: string; readonly limit: number },
  now: number,
): Promise<SeenName[]> {
  const since = new Date(now - activityDays * DAY);
  const { rows } = await sql<{ kind: SeenName['kind']; name: string; accounts: number; last_seen: Date }>`
    WITH ways AS MATERIALIZED (
      SELECT account_key, source, destination, actor, max(last_at) AS last_at FROM scout.account_activity
      WHERE tenant_id = ${tenantId} AND hour >= ${since} GROUP BY 1, 2, 3, 4),
    named AS (
      SELECT 'host' AS kind, source AS name, account_key, last_at FROM ways
      UNION ALL SELECT 'host', destination, account_key, last_at FROM ways
      UNION ALL SELECT 'person', actor, account_key, last_at FROM ways)
    SELECT kind, name, count(DISTINCT account_key)::int AS accounts, max(last_at) AS last_seen FROM named
    WHERE name <> '' AND ${containsWords(sql`name`, text)}
    GROUP BY kind, name ORDER BY 3 DESC, 4 DESC, 2 LIMIT ${sql.lit(limit)}`.execute(tx);
  return rows.map((row) => ({ ...row, last_seen: row.last_seen.toISOString() }));
}
