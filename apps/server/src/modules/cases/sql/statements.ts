import { caseStatement, type Statement } from '@scout/cases';
import { sql } from 'kysely';
import type { Transaction } from '../../../platform/database/pool.ts';
import { mostSevereFirst } from './findingOrder.ts';

/**
 * The statement of each of these cases, built like the assessor's sentence: the most severe finding's, with the counts of all
 * about the same.
 */
export async function readStatements(
  tx: Transaction,
  tenantId: string,
  caseIds: readonly string[],
): Promise<Map<string, Statement>> {
  const { rows } = await sql<{ case_id: string; most_severe: Statement; same: Statement[] }>`
    WITH ranked AS MATERIALIZED (
      SELECT f.case_id, f.statement, row_number() OVER (
        PARTITION BY f.case_id ORDER BY ${mostSevereFirst}) AS place
      FROM scout.findings f JOIN scout.cases c ON c.tenant_id = f.tenant_id AND c.case_id = f.case_id
      WHERE f.tenant_id = ${tenantId} AND f.case_id = ANY (${caseIds}::uuid[]) AND (f.excused_by IS NULL OR c.excused))
    SELECT g.case_id, g.statement AS most_severe, json_agg(t.statement) AS same
    FROM ranked g JOIN ranked t ON t.case_id = g.case_id AND t.statement->>'lead' = g.statement->>'lead'
    WHERE g.place = 1 GROUP BY 1, 2`.execute(tx);
  return new Map(rows.map(({ case_id, most_severe, same }) => [case_id, caseStatement(most_severe, same)]));
}
