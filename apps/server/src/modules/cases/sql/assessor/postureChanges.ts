import { type Finding, type PostureChange, postureFinding } from '@scout/cases';
import type pg from 'pg';
import type { HourRange } from '../../assessor/range.ts';

/**
 * Gives changes that are not told yet the hour of this judgment, and returns the findings of all in the judged hours: those of earlier
 * judgments stay with their hour, so that judging again tells the same.
 * @param hour of this judgment; null: it does not reach the present
 * @param judged range of the other findings
 * @returns the findings, and the range with the new ones
 */
export async function postureFindings(
  client: pg.ClientBase,
  tenantId: string,
  { hour, judged }: { hour: number | null; judged: HourRange },
): Promise<{ findings: Finding[]; range: HourRange }> {
  const { rowCount } = await client.query(
    `UPDATE scout.posture_changes SET hour = to_timestamp($2::float8 * 3600)
     WHERE tenant_id = $1 AND hour IS NULL AND $2::float8 IS NOT NULL`,
    [tenantId, hour],
  );
  const isNew = hour !== null && (rowCount ?? 0) > 0;
  const from = isNew ? Math.min(hour, judged.from ?? hour) : judged.from;
  const range = { from, to: judged.to };
  if (from === null) return { findings: [], range };
  const { rows } = await client.query<{ account_key: string; posture: string; time: number; hour: number }>(
    `SELECT account_key, posture, extract(epoch FROM appeared_at)::float8 * 1000 AS time, extract(epoch FROM hour)::float8 / 3600 AS hour
     FROM scout.posture_changes WHERE tenant_id = $1 AND hour >= to_timestamp($2::float8 * 3600)
       AND ($3::float8 IS NULL OR hour < to_timestamp($3::float8 * 3600)) ORDER BY appeared_at, account_key, posture`,
    [tenantId, range.from, range.to],
  );
  const findings = rows.map(({ account_key, posture, time, hour: reported }) => {
    const change: PostureChange = { account: account_key, posture, time };
    return postureFinding(change, reported);
  });
  return { findings, range };
}
