import {
  limits,
  type OwnerDecision,
  type OwnerReview,
  type ReviewedAccount,
  type Role,
} from '@scout/contract';
import { sql } from 'kysely';
import type { Transaction } from '../../../platform/database/pool.ts';

interface Counted {
  readonly number: number;
  readonly started_at: Date;
  readonly started_by: string;
  readonly due_at: Date;
  readonly closed_at: Date | null;
  readonly closed_by: string | null;
  readonly head: string | null;
  readonly reminders: number;
  readonly left_out: number;
  readonly accounts: number;
  readonly without_owner: number;
  readonly asked: number;
  readonly keep: number;
  readonly change: number;
  readonly remove: number;
  readonly undecided: number;
  readonly undecided_own: number;
}

/** The newest reviews of an organization with counts for a caller; with a number only that one. */
export async function listReviews(
  tx: Transaction,
  { tenantId, userId, role }: { tenantId: string; userId: string; role: Role },
  number?: number,
): Promise<OwnerReview[]> {
  const { rows } = await sql<Counted>`
    SELECT r.number, r.started_at, r.started_by, r.due_at, r.closed_at, r.closed_by, r.head, r.reminders, r.left_out, counted.*
    FROM scout.owner_reviews r CROSS JOIN LATERAL (
      SELECT count(*)::int AS accounts, count(*) FILTER (WHERE owner IS NULL)::int AS without_owner,
        count(DISTINCT asked_email)::int AS asked, count(*) FILTER (WHERE decision = 'keep')::int AS keep,
        count(*) FILTER (WHERE decision = 'change')::int AS change, count(*) FILTER (WHERE decision = 'remove')::int AS remove,
        count(*) FILTER (WHERE owner IS NOT NULL AND decision IS NULL)::int AS undecided,
        count(*) FILTER (WHERE asked_user_id = ${userId} AND decision IS NULL)::int AS undecided_own
      FROM scout.owner_review_accounts a WHERE a.tenant_id = r.tenant_id AND a.number = r.number) counted
    WHERE r.tenant_id = ${tenantId} ${number === undefined ? sql`` : sql`AND r.number = ${number}`}
    ORDER BY r.number DESC LIMIT ${sql.lit(limits.ownerReviews.listed)}`.execute(tx);
  return rows.map(({ started_at, due_at, closed_at, keep, change, remove, ...row }) => ({
    ...row,
    // A count of others' accounts.
    left_out: role === 'owner' ? 0 : row.left_out,
    started_at: started_at.toISOString(),
    due_at: due_at.toISOString(),
    closed_at: closed_at?.toISOString() ?? null,
    decided: { keep, change, remove },
  }));
}

/** A page of a review's accounts, those with an owner first, then by name; `cursor` is the number of preceding rows. */
export async function listReviewedAccounts(
  tx: Transaction,
  { tenantId, userId }: { tenantId: string; userId: string },
  { number, only, cursor = 0, limit }: ReviewedPage,
): Promise<{ accounts: ReviewedAccount[]; next: number | null }> {
  let query = reviewedAccounts(tx, tenantId, number);
  if (only === 'own') query = query.where('asked_user_id', '=', userId);
  const rows = await query
    .offset(cursor)
    .limit(limit + 1)
    .execute();
  return {
    accounts: rows.slice(0, limit).map(({ asked_email, asked_user_id, decided_at, ...row }) => ({
      ...row,
      asked: asked_email,
      is_own: asked_user_id === userId,
      decided_at: decided_at?.toISOString() ?? null,
    })),
    next: rows.length > limit ? cursor + limit : null,
  };
}

interface ReviewedPage {
  readonly number: number;
  readonly only?: 'own' | undefined;
  readonly cursor?: number | undefined;
  readonly limit: number;
}

/** All accounts of a review, in list order. */
export const reviewedAccounts = (tx: Transaction, tenantId: string, number: number) =>
  tx
    .selectFrom('owner_review_accounts')
    .select([
      'account',
      'owner',
      'asked_email',
      'asked_user_id',
      'decision',
      'comment',
      'decided_at',
      'decided_by',
    ])
    .where('tenant_id', '=', tenantId)
    .where('number', '=', number)
    .orderBy(sql`owner IS NULL`)
    .orderBy('account_key');

/** Serializes decisions, closing and reminders in an organization, so that a record holds every decision. */
export async function lockReviews(tx: Transaction, tenantId: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('scout owner review ' || ${tenantId}, 0))`.execute(
    tx,
  );
}

/** A review as stored; undefined if the organization has no such number. */
export const findReview = (tx: Transaction, tenantId: string, number: number) =>
  tx
    .selectFrom('owner_reviews')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('number', '=', number)
    .executeTakeFirst();

/**
 * Adds a review with the accounts of the register, as scout_admin. Owners who match an active member's address are asked; a name
 * is not sufficient, because members choose their own.
 */
export async function addReview(
  tx: Transaction,
  tenantId: string,
  { by, now, due, remindAt }: { by: string; now: Date; due: Date; remindAt: Date | null },
): Promise<{ number: number; accounts: number }> {
  const most = limits.ownerReviews.accounts;
  const { rows } = await sql<{ number: number }>`
    INSERT INTO scout.owner_reviews (tenant_id, number, started_at, started_by, due_at, left_out, remind_at)
    SELECT ${tenantId}::uuid, coalesce((SELECT max(number) FROM scout.owner_reviews WHERE tenant_id = ${tenantId}), 0) + 1,
      ${now}, ${by}, ${due},
      greatest((SELECT count(*) FROM scout.service_accounts WHERE tenant_id = ${tenantId}) - ${sql.lit(most)}, 0), ${remindAt}
    RETURNING number`.execute(tx);
  const { number } = rows[0]!;
  const added = await sql`
    INSERT INTO scout.owner_review_accounts (tenant_id, number, account_key, account, owner, asked_email, asked_user_id)
    SELECT s.tenant_id, ${number}, s.account_key, s.name, s.owner, m.email, m.user_id
    FROM scout.service_accounts s LEFT JOIN scout.memberships m ON m.tenant_id = s.tenant_id AND m.status = 'active'
      AND m.user_id IS NOT NULL AND m.email = lower(btrim(s.owner))
    WHERE s.tenant_id = ${tenantId} ORDER BY s.owner IS NULL, s.account_key LIMIT ${sql.lit(most)}`.execute(
    tx,
  );
  return { number, accounts: Number(added.numAffectedRows) };
}

/** Records a decision about the review's accounts that the role may decide; returns their names. */
export async function decide(
  tx: Transaction,
  tenantId: string,
  keys: readonly string[],
  answer: { number: number; decision: OwnerDecision; comment: string | null; by: string; now: Date },
): Promise<{ account: string; asked_email: string | null }[]> {
  const { number, decision, comment, by, now } = answer;
  return tx
    .updateTable('owner_review_accounts')
    .set({ decision, comment, decided_by: by, decided_at: now })
    .where('tenant_id', '=', tenantId)
    .where('number', '=', number)
    .where('account_key', 'in', keys)
    .where('owner', 'is not', null)
    .returning(['account', 'asked_email'])
    .execute();
}

/** True while a review of the organization is open. */
export async function hasOpenReview(tx: Transaction, tenantId: string): Promise<boolean> {
  const open = await tx
    .selectFrom('owner_reviews')
    .select('number')
    .where('tenant_id', '=', tenantId)
    .where('is_open', '=', true)
    .executeTakeFirst();
  return open !== undefined;
}
