import type { DomainState, OrganizationDomain, VerificationMethod } from '@scout/contract';
import { type Selectable, sql } from 'kysely';
import type { Transaction } from '../../../platform/database/pool.ts';
import type { OrganizationDomains } from '../../../platform/database/schema.ts';
import { txtNameOf } from '../../../platform/outgoing/txtRecords.ts';

export type DomainRow = Selectable<OrganizationDomains>;

/** By name. As scout_admin, like all of these. */
export function domainRows(tx: Transaction, tenantId: string): Promise<DomainRow[]> {
  return tx
    .selectFrom('organization_domains')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .orderBy('domain')
    .execute();
}

export function findDomain(
  tx: Transaction,
  tenantId: string,
  domain: string,
): Promise<DomainRow | undefined> {
  return tx
    .selectFrom('organization_domains')
    .selectAll()
    .where('tenant_id', '=', tenantId)
    .where('domain', '=', domain)
    .executeTakeFirst();
}

export async function addDomain(
  tx: Transaction,
  domain: { tenant_id: string; domain: string; state: Exclude<DomainState, 'verified'>; created_at: Date },
): Promise<void> {
  await tx.insertInto('organization_domains').values(domain).execute();
}

export async function changeDomain(
  tx: Transaction,
  { tenant_id, domain }: Pick<DomainRow, 'tenant_id' | 'domain'>,
  change: Partial<Pick<DomainRow, 'admission' | 'code_hash' | 'code_expires_at'>>,
): Promise<void> {
  await tx
    .updateTable('organization_domains')
    .set(change)
    .where('tenant_id', '=', tenant_id)
    .where('domain', '=', domain)
    .execute();
}

export async function removeDomain(tx: Transaction, tenantId: string, domain: string): Promise<void> {
  await tx
    .deleteFrom('organization_domains')
    .where('tenant_id', '=', tenantId)
    .where('domain', '=', domain)
    .execute();
}

/** The database checks whether another organization has verified the domain; `lostBy` is the previous owner. */
export async function markVerified(
  tx: Transaction,
  domain: string,
  method: VerificationMethod,
  now: Date,
): Promise<{ outcome: 'verified' | 'taken'; lostBy: string | null }> {
  const { rows } = await sql<{ outcome: 'verified' | 'taken'; lost_by: string | null }>`
    SELECT outcome, lost_by FROM scout.verify_domain(${domain}, ${method}, ${now})`.execute(tx);
  const { outcome, lost_by } = rows[0]!;
  return { outcome, lostBy: lost_by };
}

/** Serializes changes of a domain, also with scout.join_organization; must precede any organization's lock. */
export async function lockDomain(tx: Transaction, domain: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`scout domain ${domain}`}, 0))`.execute(tx);
}

export function toDomain(row: DomainRow): OrganizationDomain {
  const { domain, state, method, admission, txt_value } = row;
  return {
    domain,
    state,
    method,
    admission,
    txt_name: txtNameOf(domain),
    txt_value,
    verified_at: row.verified_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  };
}

/** True if the organization has verified a domain. */
export async function isVerified(tx: Transaction, tenantId: string, domain: string): Promise<boolean> {
  const row = await tx
    .selectFrom('organization_domains')
    .select('domain')
    .where('tenant_id', '=', tenantId)
    .where('domain', '=', domain)
    .where('state', '=', 'verified')
    .executeTakeFirst();
  return row !== undefined;
}
