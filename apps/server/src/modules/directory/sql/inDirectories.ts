import { type DirectoryAccount, limits } from '@scout/contract';
import { sql } from 'kysely';
import type { Transaction } from '../../../platform/database/pool.ts';
import { type PostureFacts, postureOf } from '../posture.ts';

interface Row extends PostureFacts {
  readonly directory: string;
  readonly domain: string | null;
  readonly synced_at: Date;
  readonly failing_since: Date | null;
  readonly dn: string;
  readonly created_at: Date | null;
  readonly managed_by: string | null;
}

/**
 * An account in each directory that has one of this name. Transaction role: scout_member or scout_admin.
 * @param now epoch milliseconds
 */
export async function inDirectories(
  tx: Transaction,
  tenantId: string,
  accountKey: string,
  now: number,
): Promise<DirectoryAccount[]> {
  const { rows } = await sql<Row>`
    SELECT d.name AS directory, d.domain, d.synced_at, d.failing_since, a.kind, a.dn, a.is_enabled, a.password_set_at, a.created_at,
      a.managed_by, a.spns, a.encryption_types, a.without_preauthentication, a.privileged_groups, a.delegation
    FROM scout.directory_accounts a JOIN scout.directories d USING (tenant_id, directory_id)
    WHERE a.tenant_id = ${tenantId} AND a.account_key = ${accountKey} AND d.synced_at IS NOT NULL
    ORDER BY d.directory_id, a.object_guid LIMIT ${sql.lit(limits.directories.most)}`.execute(tx);
  return rows.map((row) => ({
    directory: row.directory,
    domain: row.domain,
    synced_at: row.synced_at.toISOString(),
    failing_since: row.failing_since?.toISOString() ?? null,
    kind: row.kind,
    dn: row.dn,
    is_enabled: row.is_enabled,
    password_set_at: row.password_set_at?.toISOString() ?? null,
    created_at: row.created_at?.toISOString() ?? null,
    managed_by: row.managed_by,
    spns: row.spns.slice(0, limits.accounts.spnsListed),
    spns_total: row.spns.length,
    privileged_groups: [...row.privileged_groups],
    posture: postureOf(row, now),
  }));
}
