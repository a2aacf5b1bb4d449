import { limits, rolesByPower } from '@scout/contract';
import { audit, changedDetails } from '../../../platform/database/audit.ts';
import type { Transaction } from '../../../platform/database/pool.ts';
import { type Caller, placeOf } from '../../../platform/http/caller.ts';
import type { AuthQueries } from '../database.ts';
import { mapRole } from '../sql/signOns.ts';

/** Groups of a claim or an attribute; null: the provider names none, or too many. */
export function groupsIn(value: unknown): readonly string[] | null {
  const groups = typeof value === 'string' ? [value] : value;
  if (!Array.isArray(groups) || groups.length > limits.groupRoles.groupsOfPerson) return null;
  return groups.filter(
    (group): group is string =>
      typeof group === 'string' && group !== '' && group.length <= limits.scim.textMax,
  );
}

/**
 * Gives a member who signs in the role of the groups that the provider names, by the admins' table, in the transaction that let the
 * person in. Null as groups, no table, and a directory that provisions groups leave the role as it is.
 */
export async function giveRoleOfGroups(
  tx: Transaction,
  db: AuthQueries,
  person: { tenantId: string; email: string; groups: readonly string[] | null },
  { now, caller }: { now: Date; caller: Caller },
): Promise<void> {
  const { tenantId, email, groups } = person;
  if (groups === null) return;
  const change = await mapRole(db, { tenantId, email, groups, order: rolesByPower }, now);
  if (!change) return;
  await audit(tx, {
    tenantId,
    actor: 'system',
    action: 'role_by_group',
    targetEmail: email,
    details: { ...changedDetails({ role: change.before }, { role: change.after }), single_sign_on: true },
    ...placeOf(caller),
  });
}
