import {
  type Clock,
  finishServiceAccountActivity,
  INCIDENT_LOG_LIMIT,
  type ServiceAccountActivityAggregates,
  type ServiceAccountActivityFigures,
} from '@scout/detection';
import { sql } from 'kysely';
import type { Transaction } from '../../database/pool.ts';
import { distinctOf, edge, newestJson, tallies, talliesJson, totalOf, withSubjects } from './fragments.ts';

/** Service Account Activity over all events in the clock's period. All counts come from one statement: one snapshot. */
export async function readServiceAccountActivity(
  tx: Transaction,
  tenantId: string,
  clock: Clock,
): Promise<ServiceAccountActivityFigures> {
  const scope = { tenantId, rule: 'service-account-activity', period: clock } as const;
  const { rows } = await sql<{ aggregates: ServiceAccountActivityAggregates }>`
    WITH ${edge(scope)}, ${tallies('accounts', scope, 'account')}, ${tallies('computers', scope, 'host')},
      ${tallies('users', scope, 'user')}
    SELECT json_build_object(
      'total', ${totalOf('accounts')},
      'totalComputers', ${distinctOf('computers')},
      'accounts', ${talliesJson('accounts')},
      'computers', ${talliesJson('computers')},
      'users', ${talliesJson('users')},
      'newest', ${newestJson(scope, INCIDENT_LOG_LIMIT)}
    ) AS aggregates`.execute(tx);
  const { aggregates } = rows[0]!;
  const newest = await withSubjects(tx, tenantId, aggregates.newest);
  return finishServiceAccountActivity({ ...aggregates, newest }, clock);
}
