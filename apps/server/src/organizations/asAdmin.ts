import { sql } from 'kysely';
import { placeOf } from '../auth/caller.ts';
import { callerOf } from '../calls/caller.ts';
import type { MemberContext } from '../calls/contexts.ts';
import type { Transaction } from '../database/pool.ts';
import { Refusal } from '../http/refusal.ts';
import { type AuditEntry, audit } from '../queries/audit.ts';
import { lockMemberships, type Membership } from '../queries/memberships.ts';
import { findAdmin, type Refused } from './memberRules.ts';

/** What a change by an admin needs; the transaction is the call's own. */
export interface AdminWork {
  readonly tx: Transaction;
  readonly tenantId: string;
  readonly userId: string;
  readonly now: Date;
  /** The admin's address, as the log names it. */
  readonly actor: string;
  /** Writes into the organization's log, as this admin from this place. */
  log(entry: Pick<AuditEntry, 'action' | 'targetEmail' | 'details'>): Promise<void>;
}

/** For calls of admins that only read: the transaction goes on as scout_admin. */
export async function readAsAdmin({ tx }: Pick<MemberContext, 'tx'>): Promise<Transaction> {
  await sql`SET LOCAL ROLE scout_admin`.execute(tx);
  return tx;
}

/**
 * For calls of admins that change something: in the call's transaction as scout_admin, one after the other in an
 * organization. Whether the caller is an admin is asked again once it is this call's turn.
 * @throws Refusal no_organization or admin_required
 */
export async function changeAsAdmin<T>(
  context: MemberContext,
  change: (work: AdminWork, everybody: readonly Membership[]) => Promise<T>,
): Promise<T> {
  const { app, member } = context;
  const { tenantId, userId } = member;
  const tx = await readAsAdmin(context);
  const everybody = await lockMemberships(tx, tenantId);
  const found = findAdmin(userId, everybody);
  if ('refused' in found) throw refusal(found.refused);
  const now = new Date(app.clock.now());
  const { email: actor } = found.actor;
  const log: AdminWork['log'] = (entry) =>
    audit(tx, { tenantId, actor, ...entry, ...placeOf(callerOf(context)) });
  return change({ tx, tenantId, userId, now, actor, log }, everybody);
}

export const refusal = ({ code, message }: Refused): Refusal =>
  new Refusal(code, message === undefined ? {} : { message });
