import { audit } from '../../../platform/database/audit.ts';
import { withRole } from '../../../platform/database/pool.ts';
import type { DirectoryWork } from '../../directory/index.ts';
import type { OperatorServices } from '../services.ts';
import { requireTenant } from './tenants.ts';

/**
 * Works on an organization's directories as the operator.
 * @throws Refusal not_found when there is no such organization
 */
export function withDirectories<T>(
  {
    pool,
    clock,
    directorySeal,
    directoryNetworks,
  }: Pick<OperatorServices, 'pool' | 'clock' | 'directorySeal' | 'directoryNetworks'>,
  tenantId: string,
  run: (work: DirectoryWork) => Promise<T>,
): Promise<T> {
  return withRole(pool, { role: 'scout_operator' }, async (tx, client) => {
    await requireTenant(tx, tenantId);
    return run({
      client,
      tenantId,
      now: new Date(clock.now()),
      actor: 'operator',
      seal: directorySeal,
      networks: directoryNetworks,
      log: (entry) => audit(tx, { tenantId, actor: 'operator', ...entry }),
    });
  });
}
