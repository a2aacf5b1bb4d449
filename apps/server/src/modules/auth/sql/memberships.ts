import { limits, type Role } from '@scout/contract';
import { sql } from 'kysely';
import type { MembershipRole, MembershipStatus } from '../../../platform/database/columns.ts';
import type { Transaction } from '../../../platform/database/pool.ts';

/** The caller's active membership with the tenant's subscription, read inside the tenant's transaction. */
export function activeMembership(
  tx: Transaction,
  tenantId: string,
  userId: string,
): Promise<{ role: Role; is_subscribed: boolean } | undefined> {
  return tx
    .selectFrom('memberships as m')
    .innerJoin('tenants as t', 't.tenant_id', 'm.tenant_id')
    .select(['m.role', 't.is_subscribed'])
    .where('m.tenant_id', '=', tenantId)
    .where('m.user_id', '=', userId)
    .where('m.status', '=', 'active')
    .executeTakeFirst();
}

export interface Membership {
  readonly email: string;
  readonly user_id: string | null;
  readonly role: MembershipRole;
  readonly status: MembershipStatus;
}

/**
 * Serializes changes of members until the transaction ends. The advisory lock is that of scout.join_organization and
 * scout.leave_organizations.
 */
export async function lockOrganization(tx: Transaction, tenantId: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`scout organization ${tenantId}`}, 0))`.execute(
    tx,
  );
}

/** Members that a change is about: the person who makes it, and addresses. */
export interface Concerned {
  readonly userId?: string;
  readonly emails?: readonly string[];
}

/**
 * Locks the organization, and the members that the rules of a change need, by address: those concerned, and two registered members and
 * admins, which say whether one is the last. An organization may have thousands of others.
 */
export async function lockMemberships(
  tx: Transaction,
  tenantId: string,
  { userId, emails = [] }: Concerned,
): Promise<Membership[]> {
  await lockOrganization(tx, tenantId);
  const { rows } = await sql<Membership>`
    SELECT email, user_id, role, status FROM scout.memberships WHERE tenant_id = ${tenantId} AND email = ANY (ARRAY(
      SELECT unnest(${[...emails]}::text[])
      UNION ALL (SELECT m.email FROM scout.memberships m WHERE m.tenant_id = ${tenantId} AND m.user_id = ${userId ?? null})
      UNION ALL (SELECT m.email FROM scout.memberships m
        WHERE m.tenant_id = ${tenantId} AND m.status = 'active' AND m.user_id IS NOT NULL LIMIT 2)
      UNION ALL (SELECT m.email FROM scout.memberships m
        WHERE m.tenant_id = ${tenantId} AND m.role = 'admin' AND m.status = 'active' AND m.user_id IS NOT NULL LIMIT 2)))
    ORDER BY email FOR UPDATE`.execute(tx);
  return rows;
}

/** True if the organization may have another member. */
export async function hasPlace(tx: Transaction, tenantId: string): Promise<boolean> {
  const { n } = await tx
    .selectFrom('memberships')
    .select((eb) => eb.fn.countAll<string>().as('n'))
    .where('tenant_id', '=', tenantId)
    .executeTakeFirstOrThrow();
  return Number(n) < limits.organization.members;
}

/** Status of every member: for the wire form of spec section 3. */
export function membershipStatuses(
  tx: Transaction,
  tenantId: string,
): Promise<{ email: string; user_id: string | null; status: MembershipStatus }[]> {
  return tx
    .selectFrom('memberships')
    .select(['email', 'user_id', 'status'])
    .where('tenant_id', '=', tenantId)
    .orderBy('email')
    .execute();
}

/** The active, registered member with an address and one of these roles; undefined without one. */
export function activeMember(
  tx: Transaction,
  tenantId: string,
  email: string,
  roles: readonly Role[],
): Promise<{ user_id: string | null } | undefined> {
  return tx
    .selectFrom('memberships')
    .select('user_id')
    .where('tenant_id', '=', tenantId)
    .where('email', '=', email)
    .where('role', 'in', roles)
    .where('status', '=', 'active')
    .where('user_id', 'is not', null)
    .executeTakeFirst();
}

/** Active, registered members with one of these roles, by address. */
export async function listAssignees(
  tx: Transaction,
  tenantId: string,
  roles: readonly Role[],
): Promise<{ email: string; full_name: string }[]> {
  const rows = await tx
    .selectFrom('memberships as m')
    .leftJoin('profiles as p', (join) =>
      join.onRef('p.tenant_id', '=', 'm.tenant_id').onRef('p.user_id', '=', 'm.user_id'),
    )
    .select(['m.email', 'p.first_name', 'p.last_name'])
    .where('m.tenant_id', '=', tenantId)
    .where('m.role', 'in', roles)
    .where('m.status', '=', 'active')
    .where('m.user_id', 'is not', null)
    .orderBy('m.email')
    .limit(limits.organization.members)
    .execute();
  return rows.map(({ email, first_name, last_name }) => ({
    email,
    full_name: `${first_name ?? ''} ${last_name ?? ''}`.trim(),
  }));
}
