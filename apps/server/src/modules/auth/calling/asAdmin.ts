import { sql } from 'kysely';
import { type AuditEntry, audit } from '../../../platform/database/audit.ts';
import type { Transaction } from '../../../platform/database/pool.ts';
import { callerOf, placeOf } from '../../../platform/http/caller.ts';
import { Refusal } from '../../../platform/http/refusal.ts';
import { lockMemberships, type Membership } from '../sql/memberships.ts';
import { findActor, type Refused } from './memberRules.ts';
import type { MemberContext } from './request.ts';

/** Context of a change of the organization, in the call's transaction. */
export interface ChangeWork {
  readonly tx: Transaction;
  readonly tenantId: string;
  readonly userId: string;
  readonly now: Date;
  /** The caller's address for the log. */
  readonly actor: string;
  /** Writes to the organization's log, with this person and place. */
  log(entry: Pick<AuditEntry, 'action' | 'targetEmail' | 'details'>): Promise<void>;
}

/** For read-only calls of admins, and of auditors where the call names them: the transaction continues as scout_admin. */
export async function readAsAdmin({
  tx,
  member,
}: Pick<MemberContext, 'tx'> & {
  readonly member?: Pick<MemberContext['member'], 'role'>;
}): Promise<Transaction> {
  // A call that admits owners of accounts must never widen what their transaction sees.
  if (member?.role === 'owner') throw new TypeError('The transaction of an owner of accounts stays narrow');
  await sql`SET LOCAL ROLE scout_admin`.execute(tx);
  return tx;
}

/** For the response of an admin's change: the transaction continues as scout_member, which can read events. */
export async function readAsMember(tx: Transaction): Promise<void> {
  await sql`SET LOCAL ROLE scout_member`.execute(tx);
}

/**
 * For changes by admins, and by further roles that the call names: in the call's transaction as scout_admin, serialized per
 * organization. The caller's role is checked again once the lock is held. `concerned`: the caller, members with these addresses, and as
 * many others as the rules of members need.
 * @throws Refusal no_organization, admin_required or role_not_permitted
 */
export async function changeAsAdmin<T>(
  context: MemberContext,
  change: (work: ChangeWork, concerned: readonly Membership[]) => Promise<T>,
  emails: readonly string[] = [],
): Promise<T> {
  const { tenantId, userId, asAdmin } = context.member;
  const tx = await readAsAdmin(context);
  const concerned = await lockMemberships(tx, tenantId, { userId, emails });
  const ofOrganization = organizationToken(context);
  if (ofOrganization !== undefined) return change(workOf(context, tx, ofOrganization), concerned);
  const found = findActor(userId, concerned, asAdmin);
  if ('refused' in found) throw refusal(found.refused);
  return change(workOf(context, tx, found.actor.email), concerned);
}

/** For changes by any member: in the call's transaction, as scout_member, or as scout_account_owner for an owner of accounts. */
export async function changeAsMember<T>(
  context: MemberContext,
  change: (work: ChangeWork) => Promise<T>,
): Promise<T> {
  const { tx, member } = context;
  const ofOrganization = organizationToken(context);
  if (ofOrganization !== undefined) return change(workOf(context, tx, ofOrganization));
  const { email } = await tx
    .selectFrom('memberships')
    .select('email')
    .where('tenant_id', '=', member.tenantId)
    .where('user_id', '=', member.userId)
    .executeTakeFirstOrThrow();
  return change(workOf(context, tx, email));
}

/** The actor of a change by a token of the organization. The prefix tells it from every address. */
function organizationToken({ member: { apiToken } }: MemberContext): string | undefined {
  return apiToken?.userId === null ? `API token ${apiToken.name}` : undefined;
}

function workOf(context: MemberContext, tx: Transaction, actor: string): ChangeWork {
  const { tenantId, userId, apiToken } = context.member;
  const now = new Date(context.app.clock.now());
  const log: ChangeWork['log'] = (entry) =>
    audit(tx, {
      tenantId,
      actor,
      ...entry,
      ...(apiToken && { details: { ...entry.details, api_token: apiToken.name } }),
      ...placeOf(callerOf(context)),
    });
  return { tx, tenantId, userId, now, actor, log };
}

export const refusal = ({ code, message }: Refused): Refusal =>
  new Refusal(code, message === undefined ? {} : { message });
