import { type Directory, type DirectorySignIn, limits } from '@scout/contract';
import { MINUTE } from '@scout/detection/time';
import type pg from 'pg';
import { keyFingerprint } from '../snapshots.ts';
import { forgetRemoved } from './register.ts';

interface DirectoryRow {
  readonly directory_id: string;
  readonly name: string;
  readonly url: string | null;
  readonly bind_name: string | null;
  readonly sign_in: DirectorySignIn | null;
  readonly kdc: string | null;
  readonly base: string | null;
  readonly filter: string | null;
  readonly has_ca: boolean;
  readonly created_at: Date;
  readonly created_by: string;
  readonly due_at: Date;
  readonly is_reading: boolean;
  readonly attempted_at: Date | null;
  readonly synced_at: Date | null;
  readonly read_fully_at: Date | null;
  readonly failing_since: Date | null;
  readonly problem: string | null;
  readonly domain: string | null;
  readonly accounts: number;
  readonly computers: number;
  readonly agent_id: string | null;
  readonly agent_host: string | null;
  readonly is_revoked: boolean;
  readonly connector_key: string | null;
}

/** The organization's directories, oldest first, or one of them. Transaction role: scout_admin or scout_operator. */
export async function readDirectories(
  client: pg.ClientBase,
  tenantId: string,
  now: Date,
  directoryId?: string,
): Promise<Directory[]> {
  const { rows } = await client.query<DirectoryRow>(
    `SELECT d.directory_id, d.name, d.url, d.bind_name, CASE WHEN d.agent_id IS NULL THEN d.sign_in END AS sign_in, d.kdc, d.base, d.filter,
       d.ca IS NOT NULL AS has_ca, d.created_at, d.created_by, d.due_at, d.sync_id IS NOT NULL AND d.due_at > $2 AS is_reading,
       d.attempted_at, d.synced_at, d.read_fully_at, d.failing_since, d.problem, d.domain, d.accounts, d.computers, d.agent_id,
       a.host AS agent_host, a.revoked_at IS NOT NULL AS is_revoked, d.connector_key
     FROM scout.directories d LEFT JOIN scout.agents a USING (tenant_id, agent_id)
     WHERE d.tenant_id = $1 AND ($3::uuid IS NULL OR d.directory_id = $3)
     ORDER BY d.created_at, d.directory_id LIMIT ${limits.directories.most}`,
    [tenantId, now, directoryId ?? null],
  );
  return rows.map((row) => directoryOf(row, now));
}

function directoryOf(
  { is_reading, due_at, agent_id, agent_host, is_revoked, connector_key, ...row }: DirectoryRow,
  now: Date,
): Directory {
  const host = agent_host ?? '';
  const missed = agent_id === null ? null : missedBy(host, { is_revoked, due_at }, now);
  const { failing_since = null, problem } =
    missed === null ? row : { failing_since: row.failing_since ?? due_at, problem: missed };
  return {
    ...row,
    problem,
    agent:
      agent_id === null
        ? null
        : { agent_id, host, key_fingerprint: connector_key && keyFingerprint(connector_key) },
    state: is_reading
      ? 'reading'
      : failing_since !== null
        ? 'failing'
        : row.synced_at !== null
          ? 'current'
          : 'waiting',
    created_at: row.created_at.toISOString(),
    next_attempt_at: due_at.toISOString(),
    attempted_at: row.attempted_at?.toISOString() ?? null,
    synced_at: row.synced_at?.toISOString() ?? null,
    read_fully_at: row.read_fully_at?.toISOString() ?? null,
    failing_since: failing_since?.toISOString() ?? null,
  };
}

const OVERDUE = limits.directories.overdueMinutes * MINUTE;

/** Why an agent ships nothing, as far as the server can tell; null when it does. */
function missedBy(
  host: string,
  { is_revoked, due_at }: Pick<DirectoryRow, 'is_revoked' | 'due_at'>,
  now: Date,
): string | null {
  if (is_revoked)
    return `The agent on ${host} was revoked. Remove the directory, and add it with another agent.`;
  if (now.getTime() - due_at.getTime() < OVERDUE) return null;
  return `The agent on ${host} did not read the directory when it was due: it is offline, or its agent.json names no such directory.`;
}

/** The approved agent with this name or id; 'several' for a name that is not unique. */
export async function findReader(
  client: pg.ClientBase,
  tenantId: string,
  agent: string,
): Promise<{ readonly agent_id: string; readonly host: string } | 'several' | undefined> {
  const { rows } = await client.query<{ agent_id: string; host: string }>(
    `SELECT agent_id, host FROM scout.agents
     WHERE tenant_id = $1 AND revoked_at IS NULL AND NOT awaiting_approval
       AND (agent_id::text = lower($2) OR lower(host) = lower($2)) LIMIT 2`,
    [tenantId, agent],
  );
  return rows.length > 1 ? 'several' : rows[0];
}

/** Adds a directory that an agent reads, due now. @returns its id; the reason without one */
export async function insertAgentDirectory(
  client: pg.ClientBase,
  tenantId: string,
  {
    name,
    agentId,
    actor,
    now,
  }: { readonly name: string; readonly agentId: string; readonly actor: string; readonly now: Date },
): Promise<{ readonly id: string } | 'directory_limit' | 'directory_name'> {
  const { rows: others } = await client.query(
    'SELECT FROM scout.directories WHERE tenant_id = $1 AND agent_id = $2 AND lower(name) = lower($3)',
    [tenantId, agentId, name],
  );
  if (others.length > 0) return 'directory_name';
  const { rows } = await client.query<{ directory_id: string }>(
    `INSERT INTO scout.directories (tenant_id, name, agent_id, created_at, created_by, due_at)
     SELECT $1::uuid, $2, $3::uuid, $4::timestamptz, $5, $4::timestamptz
     WHERE (SELECT count(*) FROM scout.directories WHERE tenant_id = $1::uuid) < ${limits.directories.most}
     RETURNING directory_id`,
    [tenantId, name, agentId, now, actor],
  );
  const id = rows[0]?.directory_id;
  return id === undefined ? 'directory_limit' : { id };
}

export interface DirectorySettings {
  readonly name: string;
  readonly url: string;
  readonly bind_name: string;
  readonly sign_in: DirectorySignIn;
  readonly kdc: string | null;
  readonly base: string | null;
  readonly filter: string | null;
  readonly ca: string | null;
}

/** Adds a directory, due now. @returns its id; undefined above the limit */
export async function insertDirectory(
  client: pg.ClientBase,
  tenantId: string,
  { settings, sealed, actor, now }: { settings: DirectorySettings; sealed: string; actor: string; now: Date },
): Promise<string | undefined> {
  const { name, url, bind_name, sign_in, kdc, base, filter, ca } = settings;
  const { rows } = await client.query<{ directory_id: string }>(
    `INSERT INTO scout.directories (tenant_id, name, url, bind_name, base, filter, ca, created_at, created_by, due_at, sign_in, kdc)
     SELECT $1::uuid, $2, $3, $4, $5, $6, $7, $8::timestamptz, $9, $8::timestamptz, $10, $11
     WHERE (SELECT count(*) FROM scout.directories WHERE tenant_id = $1::uuid) < ${limits.directories.most}
     RETURNING directory_id`,
    [tenantId, name, url, bind_name, base, filter, ca, now, actor, sign_in, kdc],
  );
  const id = rows[0]?.directory_id;
  if (id !== undefined)
    await client.query(
      'INSERT INTO scout.directory_secrets (tenant_id, directory_id, sealed, created_at) VALUES ($1, $2, $3, $4)',
      [tenantId, id, sealed, now],
    );
  return id;
}

/** Makes a directory due now, to be read fully, unless it is being read. */
export async function makeDue(
  client: pg.ClientBase,
  tenantId: string,
  directoryId: string,
  now: Date,
): Promise<void> {
  await client.query(
    `UPDATE scout.directories SET due_at = $3, invocation_id = NULL, usn = NULL
     WHERE tenant_id = $1 AND directory_id = $2 AND (sync_id IS NULL OR due_at <= $3)`,
    [tenantId, directoryId, now],
  );
}

/** Deletes a directory with its password or keys and what was read, and accounts that only it named. */
export async function deleteDirectory(
  client: pg.ClientBase,
  tenantId: string,
  directoryId: string,
): Promise<void> {
  await client.query('DELETE FROM scout.directories WHERE tenant_id = $1 AND directory_id = $2', [
    tenantId,
    directoryId,
  ]);
  await forgetRemoved(client, tenantId);
}
