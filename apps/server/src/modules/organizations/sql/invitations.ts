import { randomBytes, randomUUID } from 'node:crypto';
import { type Invitation, type InvitationState, limits } from '@scout/contract';
import { DAY } from '@scout/detection/time';
import { sql } from 'kysely';
import { hashSecret } from '../../../platform/crypto/secretText.ts';
import { companyKey } from '../../../platform/database/companyKey.ts';
import type { Transaction } from '../../../platform/database/pool.ts';
import type { AuthQueries } from '../../auth/index.ts';

/** Columns of an invitation that decide its state. */
interface Answers {
  readonly expires_at: Date;
  readonly accepted_at: Date | null;
  readonly declined_at: Date | null;
  readonly revoked_at: Date | null;
}

export interface FoundInvitation extends Answers {
  readonly tenant_id: string;
  readonly invitation_id: string;
  readonly company_name: string;
  readonly email: string;
  /** A name, or an address without one. */
  readonly inviter: string;
}

/** The invitation of a token, before a tenant is known. */
export async function invitationByToken(
  db: AuthQueries,
  token: string,
): Promise<FoundInvitation | undefined> {
  const { rows } = await sql<FoundInvitation>`
    SELECT * FROM scout.invitation_by_token(${hashSecret(token)})`.execute(db);
  return rows[0];
}

/** The newest invitation of the caller's address to an organization given by id or name. */
export async function invitationByAddress(
  db: AuthQueries,
  email: string,
  org: string,
): Promise<FoundInvitation | undefined> {
  const tenantId = uuid.test(org) ? org : null;
  const { rows } = await sql<FoundInvitation>`
    SELECT * FROM scout.invitation_by_address(${email}, ${tenantId}::uuid, ${companyKey(org)})
  `.execute(db);
  return rows[0];
}

/** True when there is an organization with this id or name. */
export async function organizationExists(db: AuthQueries, org: string): Promise<boolean> {
  const { rows } = await sql<{ exists: boolean }>`
    SELECT scout.organization_exists(${uuid.test(org) ? org : null}::uuid, ${companyKey(org)}) AS exists`.execute(
    db,
  );
  return rows[0]!.exists;
}

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

export function stateOfInvitation(answers: Answers, now: Date): InvitationState {
  if (answers.accepted_at) return 'accepted';
  if (answers.declined_at) return 'declined';
  if (answers.revoked_at) return 'revoked';
  return answers.expires_at > now ? 'open' : 'expired';
}

/** The invitation as shown to the invited person. */
export const toInvitation = (found: FoundInvitation, now: Date): Invitation => ({
  organization: found.company_name,
  inviter: found.inviter,
  email: found.email,
  status: stateOfInvitation(found, now),
  expires_at: found.expires_at.toISOString(),
});

/** The state of an invitation after locking the organization: it may have been answered since the lookup. */
export async function currentState(
  tx: Transaction,
  { tenant_id, invitation_id }: Pick<FoundInvitation, 'tenant_id' | 'invitation_id'>,
  now: Date,
): Promise<InvitationState> {
  const row = await tx
    .selectFrom('invitations')
    .select(['expires_at', 'accepted_at', 'declined_at', 'revoked_at'])
    .where('tenant_id', '=', tenant_id)
    .where('invitation_id', '=', invitation_id)
    .executeTakeFirst();
  return row ? stateOfInvitation(row, now) : 'revoked';
}

export async function answerInvitation(
  tx: Transaction,
  { tenant_id, invitation_id }: Pick<FoundInvitation, 'tenant_id' | 'invitation_id'>,
  answer: { accepted_at: Date } | { declined_at: Date },
): Promise<void> {
  await tx
    .updateTable('invitations')
    .set(answer)
    .where('tenant_id', '=', tenant_id)
    .where('invitation_id', '=', invitation_id)
    .execute();
}

/** Withdraws all open invitations of an address. Returns their number. */
export async function revokeInvitations(
  tx: Transaction,
  tenantId: string,
  email: string,
  now: Date,
): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('invitations')
    .set({ revoked_at: now })
    .where('tenant_id', '=', tenantId)
    .where('email', '=', email)
    .where('accepted_at', 'is', null)
    .where('declined_at', 'is', null)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/** Creates an invitation; `token` goes into the mail and is stored nowhere else. */
export async function createInvitation(
  tx: Transaction,
  invitation: { tenantId: string; email: string; inviterEmail: string; now: Date },
): Promise<{ token: string; expiresAt: Date }> {
  const { tenantId, email, inviterEmail, now } = invitation;
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(now.getTime() + limits.organization.invitationDays * DAY);
  await tx
    .insertInto('invitations')
    .values({
      tenant_id: tenantId,
      invitation_id: randomUUID(),
      email,
      token_hash: hashSecret(token),
      inviter_email: inviterEmail,
      created_at: now,
      expires_at: expiresAt,
    })
    .execute();
  return { token, expiresAt };
}
