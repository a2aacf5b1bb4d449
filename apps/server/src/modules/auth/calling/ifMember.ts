import { type Transaction, withRole } from '../../../platform/database/pool.ts';
import { activeMembership } from '../sql/memberships.ts';
import { narrowTransaction } from '../sql/narrowTransaction.ts';
import type { ActiveMembership, SignedInContext } from './request.ts';

/** For calls open to any signed-in user: runs `work` in the tenant's transaction, or returns undefined without a membership. */
export async function ifMember<T>(
  { app, claims }: SignedInContext,
  work: (tx: Transaction, member: ActiveMembership) => Promise<T>,
): Promise<T | undefined> {
  const { tenant_id: tenantId, sub: userId } = claims;
  if (tenantId === undefined) return undefined;
  const actor = { role: 'scout_member', tenantId, userId } as const;
  return app.memberQueue.within(tenantId, () =>
    withRole(app.pool, actor, async (tx) => {
      const membership = await activeMembership(tx, tenantId, userId);
      if (!membership) return undefined;
      await narrowTransaction(tx, membership.role);
      return work(tx, { tenantId, userId, role: membership.role, asAdmin: ['admin'] });
    }),
  );
}
