import {
  type Clock,
  finishInteractiveLogons,
  type InteractiveLogonAggregates,
  type InteractiveLogonFigures,
  LIST_LIMIT,
} from '@scout/detection';
import { sql } from 'kysely';
import type { Transaction } from '../../database/pool.ts';
import { distinctOf, edge, newestJson, tallies, talliesJson, totalOf, withSubjects } from './fragments.ts';

/** Interactive Logons over all events in the clock's period. All counts come from one statement: one snapshot. */
export async function readInteractiveLogons(
  tx: Transaction,
  tenantId: string,
  clock: Clock,
): Promise<InteractiveLogonFigures> {
  const scope = { tenantId, rule: 'interactive-logons', period: clock } as const;
  const { rows } = await sql<{ aggregates: InteractiveLogonAggregates }>`
    WITH ${edge(scope)}, ${tallies('accounts', scope, 'account')}, ${tallies('computers', scope, 'host')},
      ${tallies('users', scope, 'user')}
    SELECT json_build_object(
      'total', ${totalOf('accounts')},
      'totalComputers', ${distinctOf('computers')},
      'computers', ${talliesJson('computers')},
      'users', ${talliesJson('users')},
      'newest', ${newestJson(scope, LIST_LIMIT)}
    ) AS aggregates`.execute(tx);
  const { aggregates } = rows[0]!;
  const newest = await withSubjects(tx, tenantId, aggregates.newest);
  return finishInteractiveLogons({ ...aggregates, newest }, clock);
}
