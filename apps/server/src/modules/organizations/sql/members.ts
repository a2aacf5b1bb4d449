import type { Member } from '@scout/contract';
import type { ExpressionBuilder } from 'kysely';
import type { Transaction } from '../../../platform/database/pool.ts';
import type { DB } from '../../../platform/database/schema.ts';

/** All members of the organization, by address. As scout_admin. */
export async function listMembers(tx: Transaction, tenantId: string, now: Date): Promise<Member[]> {
  const rows = await membersQuery(tx, tenantId, now).orderBy('m.email').execute();
  return rows.map(toMember);
}

/** The role of every member, by address. As scout_admin. */
export function listRoles(tx: Transaction, tenantId: string): Promise<Pick<Member, 'email' | 'role'>[]> {
  return tx
    .selectFrom('memberships')
    .select(['email', 'role'])
    .where('tenant_id', '=', tenantId)
    .orderBy('email')
    .execute();
}

/** @throws NoResultError when there is no such member */
export async function readMember(
  tx: Transaction,
  tenantId: string,
  email: string,
  now: Date,
): Promise<Member> {
  const row = await membersQuery(tx, tenantId, now).where('m.email', '=', email).executeTakeFirstOrThrow();
  return toMember(row);
}

function membersQuery(tx: Transaction, tenantId: string, now: Date) {
  return tx
    .selectFrom('memberships as m')
    .leftJoin('profiles as p', (join) =>
      join.onRef('p.tenant_id', '=', 'm.tenant_id').onRef('p.user_id', '=', 'm.user_id'),
    )
    .leftJoin('removed_addresses as r', (join) =>
      join.onRef('r.tenant_id', '=', 'm.tenant_id').onRef('r.email', '=', 'm.email'),
    )
    .select(['m.email', 'm.user_id', 'm.role', 'm.status', 'm.created_at', 'p.first_name', 'p.last_name'])
    .select('r.removed_at')
    .select((eb) => openInvitationEnd(eb, now).as('invitation_expires_at'))
    .where('m.tenant_id', '=', tenantId);
}

/** At most one exists (index invitations_one_open). */
function openInvitationEnd(eb: ExpressionBuilder<DB & { m: DB['memberships'] }, 'm'>, now: Date) {
  return eb
    .selectFrom('invitations as i')
    .select('i.expires_at')
    .whereRef('i.tenant_id', '=', 'm.tenant_id')
    .whereRef('i.email', '=', 'm.email')
    .where('i.accepted_at', 'is', null)
    .where('i.declined_at', 'is', null)
    .where('i.revoked_at', 'is', null)
    .where('i.expires_at', '>', now);
}

interface MemberRow {
  readonly email: string;
  readonly user_id: string | null;
  readonly role: Member['role'];
  readonly status: Member['status'];
  readonly created_at: Date;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly invitation_expires_at: Date | null;
  readonly removed_at: Date | null;
}

function toMember(row: MemberRow): Member {
  const invited = row.user_id === null || row.invitation_expires_at !== null;
  return {
    email: row.email,
    full_name: `${row.first_name ?? ''} ${row.last_name ?? ''}`.trim(),
    is_admin: row.role === 'admin',
    role: row.role,
    status: row.status,
    has_account: row.user_id !== null,
    waits_for: row.status === 'active' ? null : invited ? 'invitation' : 'approval',
    invitation_expires_at: row.invitation_expires_at?.toISOString() ?? null,
    removed_at: row.removed_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  };
}
