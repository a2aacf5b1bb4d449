import { randomUUIDv7 } from 'node:crypto';
import type { CaseChange, CaseClosing, CaseStatus } from '@scout/contract';
import { sql } from 'kysely';
import type { Transaction } from '../../../platform/database/pool.ts';

/** Columns of a case that people can change. */
export interface CaseState {
  readonly caseId: string;
  readonly account: string;
  readonly status: CaseStatus;
  /** The id of a user. */
  readonly assigneeId: string | null;
}

/** Locks a case until the transaction ends; undefined if the organization has no such number. */
export async function lockCase(
  tx: Transaction,
  tenantId: string,
  number: number,
): Promise<CaseState | undefined> {
  const { rows } = await sql<CaseState>`
    SELECT case_id AS "caseId", account, status, assignee AS "assigneeId" FROM scout.cases
    WHERE tenant_id = ${tenantId} AND number = ${number} FOR UPDATE`.execute(tx);
  return rows[0];
}

interface Change {
  readonly status: CaseStatus;
  readonly closedAs: CaseClosing | null;
  readonly reason: string | null;
}

/** Sets the status of a case; only a closed one has a reason. */
export async function setStatus(
  tx: Transaction,
  tenantId: string,
  caseId: string,
  { status, closedAs, reason }: Change,
  now: Date,
): Promise<void> {
  await sql`UPDATE scout.cases SET status = ${status}, closed_as = ${closedAs}, close_reason = ${reason},
      closed_at = ${status === 'closed' ? now : null}, ${touched(now)}
    WHERE tenant_id = ${tenantId} AND case_id = ${caseId}`.execute(tx);
}

/** Assigns a case to a user, or to nobody. */
export async function setAssignee(
  tx: Transaction,
  tenantId: string,
  caseId: string,
  userId: string | null,
  now: Date,
): Promise<void> {
  await sql`UPDATE scout.cases SET assignee = ${userId}, ${touched(now)}
    WHERE tenant_id = ${tenantId} AND case_id = ${caseId}`.execute(tx);
}

/** Records that a person worked on a case: the assessor then keeps it, and scripts see the change. */
export async function touchCase(tx: Transaction, tenantId: string, caseId: string, now: Date): Promise<void> {
  await sql`UPDATE scout.cases SET ${touched(now)}
    WHERE tenant_id = ${tenantId} AND case_id = ${caseId}`.execute(tx);
}

const touched = (now: Date) =>
  sql`touched_at = ${now}, updated_at = ${now}, changed_in = pg_current_xact_id()`;

/** Author and time of an action. */
export interface Act {
  readonly tenantId: string;
  readonly caseId: string;
  /** Address of the person. */
  readonly author: string;
  readonly now: Date;
}

/** Adds a comment to a case. */
export async function addComment(tx: Transaction, act: Act, text: string): Promise<void> {
  await sql`INSERT INTO scout.case_comments (tenant_id, comment_id, case_id, author, body, created_at)
    VALUES (${act.tenantId}, ${randomUUIDv7()}, ${act.caseId}, ${act.author}, ${text}, ${act.now})`.execute(
    tx,
  );
}

/** Adds a change of status or assignee to a case's history. */
export async function addChange(
  tx: Transaction,
  act: Act,
  change: Partial<Pick<CaseChange, 'closed_as' | 'assignee'>> & {
    kind: Exclude<CaseChange['kind'], 'comment'>;
    reason?: string;
  },
): Promise<void> {
  const { kind, reason = null, closed_as = null, assignee = null } = change;
  await sql`INSERT INTO scout.case_changes (tenant_id, change_id, case_id, kind, author, reason, closed_as, assignee, created_at)
    VALUES (${act.tenantId}, ${randomUUIDv7()}, ${act.caseId}, ${kind}, ${act.author}, ${reason}, ${closed_as}, ${assignee},
      ${act.now})`.execute(tx);
}

/** Number of a case's comments and changes. */
export async function countActs(tx: Transaction, tenantId: string, caseId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    SELECT (SELECT count(*) FROM scout.case_comments WHERE tenant_id = ${tenantId} AND case_id = ${caseId})::int
      + (SELECT count(*) FROM scout.case_changes WHERE tenant_id = ${tenantId} AND case_id = ${caseId})::int AS n`.execute(
    tx,
  );
  return rows[0]!.n;
}
