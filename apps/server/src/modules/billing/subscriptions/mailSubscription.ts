import { limits } from '@scout/contract';
import type { SubscriptionMailKind } from '@scout/emails';
import type { Transaction } from '../../../platform/database/pool.ts';
import type { Mailer, OpenTransaction } from '../../../platform/mail/mail.ts';

export interface SubscriptionMails {
  readonly mail: Mailer;
  /** The open transaction that queues the mails. */
  readonly client: OpenTransaction;
  /** Origin of the mail's links. */
  readonly origin: string;
}

/** Mails every active admin of an organization about its subscription, in the transaction. As scout_operator. */
export async function mailSubscription(
  tx: Transaction,
  { mail, client, origin }: SubscriptionMails,
  { tenantId, name }: { readonly tenantId: string; readonly name: string },
  { kind, at }: { readonly kind: SubscriptionMailKind; readonly at: Date },
): Promise<void> {
  const admins = await tx
    .selectFrom('memberships')
    .select('email')
    .where('tenant_id', '=', tenantId)
    .where('role', '=', 'admin')
    .where('status', '=', 'active')
    .where('user_id', 'is not', null)
    .orderBy('email')
    .execute();
  for (const { email } of admins)
    await mail.send(client, {
      template: 'subscription',
      to: email,
      props: {
        kind,
        organization: name,
        at: at.toISOString(),
        daysKept: limits.subscription.dataKeptDays,
        link: `${origin}/settings/billing`,
      },
    });
}
