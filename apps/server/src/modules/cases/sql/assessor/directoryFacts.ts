import {
  type AccountFacts,
  type DirectoryFacts,
  environmentOf,
  type MachineFacts,
  NO_DIRECTORY,
  type System,
} from '@scout/cases';
import { DAY } from '@scout/detection/time';
import type pg from 'pg';
import type { Memory } from '../../assessor/memory.ts';

/**
 * What the organization's directories tell of its machines and service accounts, read again after each sync. Names with different systems
 * in several directories are left out: events name no domain. Transaction role: scout_assessor or scout_admin.
 */
export async function readDirectoryFacts(
  client: pg.ClientBase,
  tenantId: string,
  memory?: Pick<Memory, 'directories'>,
): Promise<DirectoryFacts> {
  const { rows: states } = await client.query<{ version: string | null }>(
    `SELECT string_agg(concat_ws(' ', directory_id, extract(epoch FROM synced_at), registered_version), ',' ORDER BY directory_id) AS version
     FROM scout.directories WHERE tenant_id = $1 AND synced_at IS NOT NULL`,
    [tenantId],
  );
  const version = states[0]?.version ?? null;
  if (version === null) return NO_DIRECTORY;
  const known = memory?.directories.get(tenantId);
  if (known?.version === version) return known.facts;
  const { rows: machines } = await client.query<{ host_key: string; role: System; dn: string }>(
    `SELECT host_key, min(role) AS role, min(dn) AS dn FROM scout.directory_computers
     WHERE tenant_id = $1 GROUP BY host_key HAVING min(role) = max(role)`,
    [tenantId],
  );
  const { rows: accounts } = await client.query<{
    account_key: string;
    created: Date | null;
    dn: string;
    is_privileged: boolean;
  }>(
    `SELECT account_key, min(d.created_at) AS created, min(d.dn) AS dn, bool_or(d.is_enabled AND cardinality(d.privileged_groups) > 0) AS is_privileged
     FROM scout.service_accounts s JOIN scout.directory_accounts d USING (tenant_id, account_key)
     WHERE s.tenant_id = $1 GROUP BY account_key`,
    [tenantId],
  );
  const facts: DirectoryFacts = {
    machines: new Map(
      machines.map(({ host_key, role, dn }): [string, MachineFacts] => [
        host_key,
        { system: role, env: environmentOf(dn) },
      ]),
    ),
    accounts: new Map(
      accounts.map(({ account_key, created, dn, is_privileged }): [string, AccountFacts] => [
        account_key,
        {
          created: created === null ? null : Math.floor(created.getTime() / DAY),
          isPrivileged: is_privileged,
          env: environmentOf(dn),
        },
      ]),
    ),
  };
  memory?.directories.set(tenantId, { version, facts });
  return facts;
}
