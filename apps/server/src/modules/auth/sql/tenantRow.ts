import type { Selectable } from 'kysely';
import type { Transaction } from '../../../platform/database/pool.ts';
import type { DB } from '../../../platform/database/schema.ts';

type Tenant = Selectable<DB['tenants']>;

/** The named columns of an organization that the transaction's role may read. @throws NoResultError without it */
export async function tenantRow<Column extends keyof Tenant>(
  tx: Transaction,
  tenantId: string,
  columns: readonly Column[],
): Promise<Pick<Tenant, Column>> {
  const row = await tx
    .selectFrom('tenants')
    .select(columns)
    .where('tenant_id', '=', tenantId)
    .executeTakeFirstOrThrow();
  return row as unknown as Pick<Tenant, Column>;
}
