import { type AiRiskAggregates, type AiRiskFigures, type Clock, finishAiRisk } from '@scout/detection';
import { sql } from 'kysely';
import type { Transaction } from '../../database/pool.ts';
import { edge, rollups } from './fragments.ts';

/** The AI risk notice over all events in the clock's period. */
export async function readAiRisk(tx: Transaction, tenantId: string, clock: Clock): Promise<AiRiskFigures> {
  const scope = { tenantId, rule: 'ai-risk', period: clock } as const;
  const { rows } = await sql<{ aggregates: AiRiskAggregates }>`
    WITH ${edge(scope)}
    SELECT json_build_object('total',
      (SELECT count(*) FROM edge) + (SELECT coalesce(sum(n), 0) FROM ${rollups(scope, 'account')})
    ) AS aggregates`.execute(tx);
  return finishAiRisk(rows[0]!.aggregates, clock);
}
