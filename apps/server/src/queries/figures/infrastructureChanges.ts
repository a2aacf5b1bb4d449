import {
  type Clock,
  finishInfrastructureChanges,
  type InfrastructureChangeAggregates,
  type InfrastructureChangeFigures,
  LIST_LIMIT,
} from '@scout/detection';
import { sql } from 'kysely';
import type { Transaction } from '../../database/pool.ts';
import { edge, newestJson, rollups } from './fragments.ts';

/** Infrastructure Changes over all events in the clock's period. All counts come from one statement: one snapshot. */
export async function readInfrastructureChanges(
  tx: Transaction,
  tenantId: string,
  clock: Clock,
): Promise<InfrastructureChangeFigures> {
  const scope = { tenantId, rule: 'infrastructure-changes', period: clock } as const;
  const severities = rollups(scope, 'severity');
  const { rows } = await sql<{ aggregates: InfrastructureChangeAggregates }>`
    WITH ${edge(scope)}
    SELECT json_build_object(
      'total', (SELECT count(*) FROM edge) + (SELECT coalesce(sum(n), 0) FROM ${severities}),
      'high', (SELECT count(*) FROM edge WHERE severity = 'high')
        + (SELECT coalesce(sum(n), 0) FROM ${severities} AND key = 'high'),
      'newest', ${newestJson(scope, LIST_LIMIT)}
    ) AS aggregates`.execute(tx);
  return finishInfrastructureChanges(rows[0]!.aggregates, clock);
}
