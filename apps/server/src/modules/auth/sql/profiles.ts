import type { Profile } from '@scout/contract';
import type { Transaction } from '../../../platform/database/pool.ts';

/** A member's profile with data from membership and organization. */
export async function readProfile(
  tx: Transaction,
  tenantId: string,
  userId: string,
): Promise<Profile | undefined> {
  const row = await tx
    .selectFrom('profiles as p')
    .innerJoin('tenants as t', 't.tenant_id', 'p.tenant_id')
    .innerJoin('memberships as m', (join) =>
      join.onRef('m.tenant_id', '=', 'p.tenant_id').onRef('m.user_id', '=', 'p.user_id'),
    )
    .selectAll('p')
    .select(['t.company_name', 't.is_subscribed', 'm.role'])
    .where('p.tenant_id', '=', tenantId)
    .where('p.user_id', '=', userId)
    .executeTakeFirst();
  if (!row) return undefined;
  return {
    user_id: row.user_id,
    tenant_id: row.tenant_id,
    company_name: row.company_name,
    first_name: row.first_name,
    last_name: row.last_name,
    full_name: `${row.first_name} ${row.last_name}`.trim(),
    email: row.email,
    job_title: row.job_title,
    phone: row.phone,
    is_admin: row.role === 'admin',
    role: row.role,
    is_subscribed: row.is_subscribed,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

/** Changes a person's own name; creates the profile if missing (spec section 7). */
export async function renameProfile(
  tx: Transaction,
  { tenantId, userId, email }: { tenantId: string; userId: string; email: string },
  names: { first_name?: string | undefined; last_name?: string | undefined },
  now: Date,
): Promise<void> {
  await tx
    .insertInto('profiles')
    .values({ tenant_id: tenantId, user_id: userId, email, ...names })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'user_id']).doUpdateSet({ ...names, updated_at: now }),
    )
    .execute();
}
