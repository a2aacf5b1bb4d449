import type { SeenName } from '@scout/contract';
import { sql } from 'kysely';
import type { Transaction } from '../../../platform/database/pool.ts';
import { containsWords } from '../../../platform/database/textSearch.ts';
import { activeSince } from './accountFacets.ts';

/** People and hosts in the activity of service accounts whose name contains the text, those of most accounts first; `now` in epoch milliseconds. */
export async function findNames(
  tx: Transaction,
  tenantId: string,
  { text, limit }: { readonly text: string; readonly limit: number },
  now: number,
): Promise<SeenName[]> {
  const since = activeSince(now);
  // By the hour first, so that times are looked up of those alone that may be listed.
  const { rows } = await sql<{ kind: SeenName['kind']; name: string; accounts: number; last_seen: Date }>`
    WITH found AS MATERIALIZED (
      SELECT n.kind, n.name, count(*)::int AS accounts, max(n.hour) AS hour
      FROM scout.seen_names seen JOIN scout.account_names n ON n.tenant_id = seen.tenant_id AND n.kind = seen.kind AND n.name = seen.name
      WHERE seen.tenant_id = ${tenantId} AND seen.hour >= ${since} AND ${containsWords(sql`seen.name`, text)} AND n.hour >= ${since}
      GROUP BY n.kind, n.name ORDER BY 3 DESC, 4 DESC FETCH FIRST ${sql.lit(limit)} ROWS WITH TIES)
    SELECT CASE kind WHEN 'host' THEN 'host' ELSE 'person' END AS kind, name, accounts, (
        SELECT max(a.last_at) FROM scout.account_names n
        JOIN scout.account_activity a ON a.tenant_id = n.tenant_id AND a.account_key = n.account_key AND a.hour = n.hour
        WHERE n.tenant_id = ${tenantId} AND n.kind = found.kind AND n.name = found.name AND n.hour = found.hour
          AND CASE n.kind WHEN 'host' THEN n.name IN (a.source, a.destination) ELSE n.name = a.actor END) AS last_seen
    FROM found ORDER BY 3 DESC, 4 DESC, 2 LIMIT ${sql.lit(limit)}`.execute(tx);
  return rows.map((row) => ({ ...row, last_seen: row.last_seen.toISOString() }));
}
