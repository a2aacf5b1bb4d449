import { changedDetails } from '../../../platform/database/audit.ts';
import type { ChangeWork } from '../../auth/index.ts';
import { mapProvisionedRoles } from '../sql/groupRoles.ts';

/** Gives provisioned people, these or all, the roles of their groups, with an entry in the log for each change. */
export async function followGroups(
  { tx, tenantId, now, log }: ChangeWork,
  ids: readonly string[] | null,
): Promise<void> {
  if (ids !== null && ids.length === 0) return;
  for (const { email, before, after } of await mapProvisionedRoles(tx, tenantId, ids, now)) {
    await log({
      action: 'role_by_group',
      targetEmail: email,
      details: changedDetails({ role: before }, { role: after }),
    });
  }
}
