import { isOnlyRefused } from '@scout/contract';
import type pg from 'pg';

/** Maximum servers of a case that are looked up. */
const SERVERS = 50;

/** A case whose findings name no server; names are keys, times epoch milliseconds. */
interface Unplaced {
  readonly case_id: string;
  readonly kind: string;
  readonly accounts: readonly string[];
  readonly sources: readonly string[];
  readonly first_seen: number;
  readonly last_seen: number;
}

/**
 * The servers on the way of cases whose findings name none, such as refusals that are reported by cause and source: those of the activity
 * that the case is about, the most frequent first.
 */
export async function readServers(
  client: pg.ClientBase,
  tenantId: string,
  cases: readonly Unplaced[],
): Promise<Map<string, string[]>> {
  const wanted = cases
    .filter(({ kind, sources }) => isOnlyRefused(kind) || sources.length > 0)
    .map(({ kind, ...rest }) => ({ ...rest, only_refused: isOnlyRefused(kind) }));
  if (wanted.length === 0) return new Map();
  const { rows } = await client.query<{ case_id: string; servers: string[] }>(
    `SELECT case_id, (array_agg(destination ORDER BY n DESC, destination))[1:${SERVERS}] AS servers FROM (
       SELECT g.case_id, a.destination, sum(a.n) AS n
       FROM json_to_recordset($2::json) AS g (case_id uuid, accounts jsonb, sources jsonb, first_seen float8, last_seen float8, only_refused boolean)
       JOIN scout.account_activity a ON a.tenant_id = $1
         AND a.account_key = ANY (ARRAY(SELECT jsonb_array_elements_text(g.accounts)))
         AND a.hour >= date_trunc('hour', to_timestamp(g.first_seen / 1000), 'UTC') AND a.hour <= to_timestamp(g.last_seen / 1000)
       WHERE a.destination <> '' AND (NOT g.only_refused OR a.kind LIKE 'refused%')
         AND (g.sources = '[]' OR g.sources @> to_jsonb(a.source::text))
       GROUP BY 1, 2) way
     GROUP BY case_id`,
    [tenantId, JSON.stringify(wanted)],
  );
  return new Map(rows.map(({ case_id, servers }) => [case_id, servers]));
}
