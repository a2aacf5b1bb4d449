import type { OperatorTenant } from '@scout/contract';
import type { Selectable } from 'kysely';
import type pg from 'pg';
import { audit, changedDetails } from '../../../platform/database/audit.ts';
import { companyKey } from '../../../platform/database/companyKey.ts';
import { notifyAtCommit } from '../../../platform/database/notices.ts';
import { type Transaction, withRole } from '../../../platform/database/pool.ts';
import type { Tenants } from '../../../platform/database/schema.ts';
import { Refusal } from '../../../platform/http/refusal.ts';
import { changeSubscription, endSubscription, type SubscriptionsContext } from '../../billing/index.ts';

export interface NewTenant {
  readonly company_name: string;
  readonly is_subscribed?: boolean;
  readonly can_purchase_subscription?: boolean;
  readonly is_sample?: boolean;
}

/**
 * Creates an organization. Usable in-process and by the operator call.
 * @throws Refusal company_exists when the name, case-insensitive, is taken
 */
export async function createTenant(pool: pg.Pool, tenant: NewTenant, now: Date): Promise<OperatorTenant> {
  return withRole(pool, { role: 'scout_operator' }, async (tx) => {
    const row = await tx
      .insertInto('tenants')
      .values({
        ...tenant,
        company_key: companyKey(tenant.company_name),
        created_at: now,
        updated_at: now,
      })
      .onConflict((conflict) => conflict.column('company_key').doNothing())
      .returningAll()
      .executeTakeFirst();
    if (!row) throw new Refusal('company_exists');
    await audit(tx, {
      tenantId: row.tenant_id,
      actor: 'operator',
      action: 'organization_created',
      details: { is_subscribed: row.is_subscribed },
    });
    return toTenant(row);
  });
}

/** Every organization, by name. */
export async function listTenants(pool: pg.Pool): Promise<OperatorTenant[]> {
  return withRole(pool, { role: 'scout_operator' }, async (tx) => {
    const rows = await tx.selectFrom('tenants').selectAll().orderBy('company_key').execute();
    return rows.map(toTenant);
  });
}

/** The sample organization, if there is one. */
export async function findSampleTenant(pool: pg.Pool): Promise<OperatorTenant | undefined> {
  return (await listTenants(pool)).find(({ is_sample }) => is_sample);
}

/**
 * Subscribes an organization or ends its subscription, with a mail to its admins, or permits it to purchase one.
 * @throws Refusal not_found
 */
export async function updateTenant(
  { pool, clock, mail, origin }: SubscriptionsContext,
  tenantId: string,
  change: { is_subscribed?: boolean | undefined; can_purchase_subscription?: boolean | undefined },
): Promise<OperatorTenant> {
  const now = new Date(clock.now());
  return withRole(pool, { role: 'scout_operator' }, async (tx, client) => {
    const before = await tx
      .selectFrom('tenants')
      .selectAll()
      .where('tenant_id', '=', tenantId)
      .forUpdate()
      .executeTakeFirst();
    if (!before) throw noTenant();
    const { is_subscribed, can_purchase_subscription } = { ...before, ...definedOf(change) };
    const isEnding = before.is_subscribed && !is_subscribed;
    if (isEnding) {
      const organization = { tenantId, name: before.company_name };
      await endSubscription(tx, { mail, client, origin: origin() }, organization, {
        wasTrial: false,
        actor: 'operator',
        now,
      });
    } else if (change.is_subscribed !== undefined) {
      await changeSubscription(tx, tenantId, is_subscribed, now);
    }
    const row = await tx
      .updateTable('tenants')
      .set({ can_purchase_subscription, updated_at: now })
      .where('tenant_id', '=', tenantId)
      .returningAll()
      .executeTakeFirstOrThrow();
    if (!isEnding)
      await audit(tx, {
        tenantId,
        actor: 'operator',
        action: 'subscription_changed',
        details: changedDetails(
          {
            is_subscribed: before.is_subscribed,
            can_purchase_subscription: before.can_purchase_subscription,
          },
          { is_subscribed, can_purchase_subscription },
        ),
      });
    await notifyAtCommit(tx, { kind: 'organization', id: tenantId });
    return toTenant(row);
  });
}

/** The given parts of a change. */
const definedOf = <T extends object>(change: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as never;

/** @throws Refusal not_found */
export async function requireTenant(tx: Transaction, tenantId: string): Promise<void> {
  const row = await tx
    .selectFrom('tenants')
    .select('tenant_id')
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst();
  if (!row) throw noTenant();
}

const noTenant = () => new Refusal('not_found', { message: 'There is no organization with this tenant_id.' });

/** Names compare without case; the key is computed here, never by SQL lower(), whose result depends on the locale. */

function toTenant({
  company_key: _,
  trial_reminded_days: _reminded,
  deletion_requested_by: _requestedBy,
  ...row
}: Selectable<Tenants>): OperatorTenant {
  return {
    ...row,
    trial_ends_at: row.trial_ends_at?.toISOString() ?? null,
    data_until: row.data_until?.toISOString() ?? null,
    deletion_due_at: row.deletion_due_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}
