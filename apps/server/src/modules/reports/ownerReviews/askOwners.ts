import { limits } from '@scout/contract';
import type { OwnerReviewMailKind } from '@scout/emails';
import { sql } from 'kysely';
import type pg from 'pg';
import type { Transaction } from '../../../platform/database/pool.ts';
import type { Mailer } from '../../../platform/mail/mail.ts';
import { tenantRow } from '../../auth/index.ts';

interface ReviewInvitation {
  readonly tenantId: string;
  readonly number: number;
  readonly startedBy: string;
  readonly due: Date;
}

/** Mails every owner who is an active member and has decisions to make, in the caller's transaction. Returns the number of mails. */
export async function askOwners(
  tx: Transaction,
  { mail, client, origin }: { mail: Mailer; client: pg.ClientBase; origin: string },
  { tenantId, number, startedBy, due }: ReviewInvitation,
  kind: OwnerReviewMailKind,
): Promise<number> {
  const { company_name: organization, time_zone: timeZone } = await tenantRow(tx, tenantId, [
    'company_name',
    'time_zone',
  ]);
  const { rows } = await sql<{ email: string; total: number; accounts: string[] }>`
    SELECT m.email, count(*)::int AS total,
      (array_agg(a.account ORDER BY a.account_key))[1:${sql.lit(limits.ownerReviews.namesMailed)}] AS accounts
    FROM scout.owner_review_accounts a JOIN scout.memberships m ON m.tenant_id = a.tenant_id AND m.email = a.asked_email
      AND m.status = 'active'
    WHERE a.tenant_id = ${tenantId} AND a.number = ${number} AND a.decision IS NULL
    GROUP BY m.email ORDER BY m.email`.execute(tx);
  for (const { email, total, accounts } of rows)
    await mail.send(client, {
      template: 'owner-review',
      to: email,
      props: {
        kind,
        organization,
        startedBy,
        due: due.toISOString(),
        timeZone,
        total,
        accounts,
        link: `${origin}/accounts/review`,
      },
    });
  return rows.length;
}
