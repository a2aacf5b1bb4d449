import { cappedName, stripAccount } from '@scout/detection';
import { type DirectoryIdentity, directoryEvidence } from '@scout/detection/directoryAccounts';
import type pg from 'pg';
import { withRole } from '../../../platform/database/pool.ts';
import { requestAssessment, STANDARD_VERSION, versionedNaming } from '../../ingest/index.ts';
import { noteNewPostures, storePostures } from './knownPostures.ts';

/** Accounts of a directory that are compared with the register at once. */
const PAGE = 5_000;

/** What tells of an account whether it is a service account. */
const IDENTITY = `json_build_object('name', name, 'kind', kind, 'sid', sid, 'has_services', cardinality(spns) > 0, 'dn', dn)`;

/**
 * Compares the register with the directories of an organization whose accounts or detection settings changed since the last time:
 * of any such organization, so that one that fails each time holds up no other.
 * @returns false when there is none, or another process does it
 */
export async function registerNext(pool: pg.Pool, now: number): Promise<boolean> {
  const tenantId = await withRole(pool, { role: 'scout_operator' }, async (_tx, client) => {
    const { rows } = await client.query<{ tenant_id: string }>(
      `SELECT d.tenant_id FROM scout.directories d LEFT JOIN scout.detection_settings s USING (tenant_id)
       WHERE d.synced_at IS NOT NULL AND d.registered_version IS DISTINCT FROM coalesce(s.version, 0)
       ORDER BY random() LIMIT 1`,
    );
    return rows[0]?.tenant_id;
  });
  if (tenantId === undefined) return false;
  return withRole(pool, { role: 'scout_operator', tenantId }, async (tx, client) => {
    const { rowCount } = await client.query(
      `SELECT FROM scout.directories WHERE tenant_id = $1 AND synced_at IS NOT NULL
       ORDER BY directory_id FOR UPDATE SKIP LOCKED`,
      [tenantId],
    );
    if (rowCount === 0) return false;
    const { version, appeared } = await asAssessor(client, tenantId, async () => ({
      version: await registerAccounts(client, tenantId, now),
      appeared: await storePostures(tx, tenantId, now),
    }));
    await noteNewPostures(tx, tenantId, appeared);
    if (appeared.length > 0) await requestAssessment(tx, tenantId);
    await client.query(
      `UPDATE scout.directories SET registered_version = $2, compared_at = to_timestamp($3::float8 / 1000)
       WHERE tenant_id = $1 AND synced_at IS NOT NULL`,
      [tenantId, version, now],
    );
    return true;
  });
}

/** Removes the accounts of a removed directory from the register, unless another directory has them; in the transaction of the removal. */
export const forgetRemoved = (client: pg.ClientBase, tenantId: string): Promise<void> =>
  asAssessor(client, tenantId, async () => {
    const kept = 'SELECT d.account_key FROM scout.directory_accounts d WHERE d.tenant_id = $1';
    await forgetOthers(client, tenantId, kept);
    await client.query(
      `DELETE FROM scout.account_postures WHERE tenant_id = $1 AND account_key NOT IN (${kept})`,
      [tenantId],
    );
  });

/** @returns the version of the detection settings */
async function registerAccounts(client: pg.ClientBase, tenantId: string, now: number): Promise<number> {
  const { rows: saved } = await client.query<Parameters<typeof versionedNaming>[0]>(
    'SELECT version, settings FROM scout.detection_settings WHERE tenant_id = $1',
    [tenantId],
  );
  const { version, naming } = saved[0] === undefined ? STANDARD_VERSION : versionedNaming(saved[0]);
  const keys: string[] = [];
  for (let after = ''; ; ) {
    const { rows } = await client.query<{ account_key: string; found: DirectoryIdentity[] }>(
      `SELECT account_key, json_agg(${IDENTITY} ORDER BY name, directory_id) AS found FROM scout.directory_accounts
       WHERE tenant_id = $1 AND account_key > $2 GROUP BY account_key ORDER BY account_key LIMIT ${PAGE}`,
      [tenantId, after],
    );
    const found = rows.flatMap(({ account_key, found: entries }) => {
      const known_by = directoryEvidence(entries, naming);
      if (known_by === undefined) return [];
      return [
        { key: account_key, name: cappedName(stripAccount(entries[0]!.name)) || account_key, known_by },
      ];
    });
    await client.query(
      `INSERT INTO scout.service_accounts AS a (tenant_id, account_key, name, known_by, in_directory, created_at, updated_at)
       SELECT $1, key, name, known_by, true, to_timestamp($3::float8 / 1000), to_timestamp($3::float8 / 1000)
       FROM json_to_recordset($2::json) AS g (key text, name text, known_by text) ORDER BY key COLLATE "C"
       ON CONFLICT (tenant_id, account_key) DO UPDATE SET in_directory = true, updated_at = excluded.updated_at,
         known_by = CASE WHEN a.known_by IN ('list', 'behaviour') THEN a.known_by ELSE excluded.known_by END
       WHERE NOT a.in_directory OR a.known_by NOT IN ('list', 'behaviour', excluded.known_by)`,
      [tenantId, JSON.stringify(found), now],
    );
    for (const { key } of found) keys.push(key);
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) break;
    after = last.account_key;
  }
  await forgetOthers(client, tenantId, 'SELECT unnest($2::text[])', [keys]);
  return version;
}

/** @param kept selects the accounts that a directory has */
async function forgetOthers(
  client: pg.ClientBase,
  tenantId: string,
  kept: string,
  more: readonly unknown[] = [],
): Promise<void> {
  const isGone = `tenant_id = $1 AND in_directory AND account_key NOT IN (${kept})`;
  await client.query(
    `DELETE FROM scout.service_accounts WHERE ${isGone} AND first_seen IS NULL AND known_by <> 'list'
       AND owner IS NULL AND purpose IS NULL AND contract IS NULL AND contract_draft IS NULL AND decoy_since IS NULL`,
    [tenantId, ...more],
  );
  await client.query(`UPDATE scout.service_accounts SET in_directory = false WHERE ${isGone}`, [
    tenantId,
    ...more,
  ]);
}

/** Works as the role that writes the register, and returns to the transaction's own. */
async function asAssessor<T>(client: pg.ClientBase, tenantId: string, work: () => Promise<T>): Promise<T> {
  const { rows } = await client.query<{ role: string }>(
    `SELECT current_user::text AS role, set_config('scout.tenant_id', $1, true)`,
    [tenantId],
  );
  await client.query('SET LOCAL ROLE scout_assessor');
  const result = await work();
  await client.query(`SELECT set_config('role', $1, true)`, [rows[0]!.role]);
  return result;
}
