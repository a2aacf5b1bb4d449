import { type AccountPosture, type DirectoryAccount, limits } from '@scout/contract';
import { DAY } from '@scout/detection/time';
import { domainOf } from '@scout/directory';
import { sql } from 'kysely';
import type { Transaction } from '../../../platform/database/pool.ts';
import { posturesOf } from './postures.ts';

interface Row {
  readonly directory: string;
  readonly domain: string | null;
  readonly is_catalog: boolean;
  readonly synced_at: Date;
  readonly failing_since: Date | null;
  readonly kind: DirectoryAccount['kind'];
  readonly dn: string;
  readonly is_enabled: boolean;
  readonly password_set_at: Date | null;
  readonly signed_in_at: Date | null;
  readonly created_at: Date | null;
  readonly managed_by: string | null;
  readonly group_name: string | null;
  readonly group_managed_by: string | null;
  readonly description: string | null;
  readonly spns: readonly string[];
  readonly privileged_groups: readonly string[];
  readonly posture: readonly AccountPosture[];
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
  const since = new Date(now - limits.accounts.activityDays * DAY);
  const { rows } = await sql<Row>`
    SELECT n.name AS directory, n.domain, n.is_catalog, n.synced_at, n.failing_since, d.kind, d.dn, d.is_enabled, d.password_set_at,
      d.last_logon_at AS signed_in_at, d.created_at, d.managed_by, d.group_name, d.group_managed_by, d.description, d.spns, d.privileged_groups,
      ${posturesOf(now)} AS posture
    FROM scout.directory_accounts d JOIN scout.directories n USING (tenant_id, directory_id)
    CROSS JOIN (
      SELECT EXISTS (
        SELECT FROM scout.account_uses WHERE tenant_id = ${tenantId} AND account_key = ${accountKey} AND refused_hour >= ${since}) AS is_refused,
        false AS is_by_people, false AS uses_rc4) u
    WHERE d.tenant_id = ${tenantId} AND d.account_key = ${accountKey} AND n.synced_at IS NOT NULL
    GROUP BY d.tenant_id, d.directory_id, d.object_guid, n.tenant_id, n.directory_id, u.is_refused, u.is_by_people, u.uses_rc4
    ORDER BY d.directory_id, d.object_guid LIMIT ${sql.lit(limits.directories.most)}`.execute(tx);
  return rows.map((row) => ({
    directory: row.directory,
    domain: domainOf(row.dn) || row.domain,
    from_catalog: row.is_catalog,
    synced_at: row.synced_at.toISOString(),
    failing_since: row.failing_since?.toISOString() ?? null,
    kind: row.kind,
    dn: row.dn,
    is_enabled: row.is_enabled,
    password_set_at: row.password_set_at?.toISOString() ?? null,
    signed_in_at: row.signed_in_at?.toISOString() ?? null,
    created_at: row.created_at?.toISOString() ?? null,
    managed_by: row.managed_by,
    group:
      row.group_name === null || row.group_managed_by === null
        ? null
        : { name: row.group_name, managed_by: row.group_managed_by },
    description: row.description,
    spns: row.spns.slice(0, limits.accounts.spnsListed),
    spns_total: row.spns.length,
    privileged_groups: [...row.privileged_groups],
    posture: [...row.posture],
  }));
}
