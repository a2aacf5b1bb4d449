import type { OperatorUsage } from '@scout/contract';
import type { Selectable } from 'kysely';
import type pg from 'pg';
import { audit, changedDetails } from '../../../platform/database/audit.ts';
import { type Transaction, withRole } from '../../../platform/database/pool.ts';
import type { Quotas } from '../../../platform/database/schema.ts';
import { Refusal } from '../../../platform/http/refusal.ts';
import { readAssessments } from '../../cases/index.ts';
import {
  allowanceOf,
  isPaid,
  quotaOf,
  type UsageContext,
  type Used,
  usedColumns,
  usedOf,
} from '../../ingest/index.ts';

type App = UsageContext & { readonly pool: pg.Pool };

const operator = { role: 'scout_operator' } as const;

/** Quota, usage and assessment lag of every organization, by name, and the free storage. */
export async function listUsage(app: App) {
  const { rows, databaseBytes, assessments } = await withRole(app.pool, operator, async (tx, client) => {
    const size = await client.query<{ bytes: string }>(
      'SELECT pg_database_size(current_database()) AS bytes',
    );
    return {
      rows: await usageRows(tx, app.clock.now()).orderBy('tenants.company_key').execute(),
      databaseBytes: Number(size.rows[0]?.bytes),
      assessments: await readAssessments(tx, app.clock.now()),
    };
  });
  const space = await app.storage.freeSpace();
  return {
    storage: {
      free_bytes: space?.freeBytes ?? null,
      reserve_bytes: space?.reserveBytes ?? null,
      low: space !== null && space.freeBytes < space.reserveBytes,
      database_bytes: databaseBytes,
    },
    organizations: rows.map((row) => ({ ...toUsage(row, app), assessment: assessments.get(row.tenant_id)! })),
  };
}

export interface QuotaChange {
  readonly events_per_second?: number | null | undefined;
  readonly bytes_per_day?: number | null | undefined;
  readonly agent_events_per_second?: number | null | undefined;
  readonly agent_bytes_per_day?: number | null | undefined;
}

/** Sets an organization's quota; null leaves a number to the settings and the plan. @throws Refusal not_found */
export async function updateQuota(app: App, tenantId: string, change: QuotaChange): Promise<OperatorUsage> {
  const now = new Date(app.clock.now());
  return withRole(app.pool, operator, async (tx) => {
    const find = () =>
      usageRows(tx, now.getTime()).where('tenants.tenant_id', '=', tenantId).executeTakeFirst();
    if (!(await find())) throw new Refusal('not_found', { message: 'There is no such organization.' });
    const before = await tx
      .selectFrom('quotas')
      .selectAll()
      .where('tenant_id', '=', tenantId)
      .executeTakeFirst();
    const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
    await tx
      .insertInto('quotas')
      .values({ tenant_id: tenantId, ...given, updated_at: now })
      .onConflict((conflict) => conflict.column('tenant_id').doUpdateSet({ ...given, updated_at: now }))
      .execute();
    const details = changedDetails(
      Object.fromEntries(
        Object.keys(given).map((name) => [name, before?.[name as keyof QuotaChange] ?? null]),
      ),
      given,
    );
    await audit(tx, { tenantId, actor: 'operator', action: 'quota_changed', details });
    return toUsage((await find())!, app);
  });
}

function usageRows(tx: Transaction, now: number) {
  return tx
    .selectFrom('tenants')
    .leftJoin('quotas', 'quotas.tenant_id', 'tenants.tenant_id')
    .leftJoin('ingest_usage', (join) =>
      join
        .onRef('ingest_usage.tenant_id', '=', 'tenants.tenant_id')
        .onRef('ingest_usage.sender_id', '=', 'tenants.tenant_id'),
    )
    .select(['tenants.tenant_id', 'company_name', 'is_subscribed', 'trial_ends_at'])
    .select([
      'quotas.events_per_second',
      'quotas.bytes_per_day',
      'quotas.agent_events_per_second',
      'quotas.agent_bytes_per_day',
    ])
    .select(usedColumns(now));
}

type UsageRow = {
  readonly [K in keyof Omit<Selectable<Quotas>, 'tenant_id' | 'updated_at'>]: Selectable<Quotas>[K] | null;
} & Used & {
    readonly tenant_id: string;
    readonly company_name: string;
    readonly is_subscribed: boolean;
    readonly trial_ends_at: Date | null;
  };

function toUsage(row: UsageRow, { config, clock }: App): OperatorUsage {
  const { organization, agent } = quotaOf(isPaid(row), config.quotas, row);
  return {
    tenant_id: row.tenant_id,
    company_name: row.company_name,
    organization: { ...allowanceOf(organization), ...usedOf(row, organization, clock.now()) },
    agent: allowanceOf(agent),
    own: {
      events_per_second: row.events_per_second,
      bytes_per_day: numberOf(row.bytes_per_day),
      agent_events_per_second: row.agent_events_per_second,
      agent_bytes_per_day: numberOf(row.agent_bytes_per_day),
    },
  };
}

const numberOf = (value: string | null): number | null => (value === null ? null : Number(value));
