import { type Directory, type DirectorySignIn, limits } from '@scout/contract';
import type pg from 'pg';
import { forgetRemoved } from './register.ts';

interface DirectoryRow {
  readonly directory_id: string;
  readonly name: string;
  readonly url: string;
  readonly bind_name: string;
  readonly sign_in: DirectorySignIn;
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
}

/** The organization's directories, oldest first, or one of them. Transaction role: scout_admin or scout_operator. */
export async function readDirectories(
  client: pg.ClientBase,
  tenantId: string,
  now: Date,
  directoryId?: string,
): Promise<Directory[]> {
  const { rows } = await client.query<DirectoryRow>(
    `SELECT directory_id, name, url, bind_name, sign_in, kdc, base, filter, ca IS NOT NULL AS has_ca, created_at, created_by, due_at,
       sync_id IS NOT NULL AND due_at > $2 AS is_reading, attempted_at, synced_at, read_fully_at, failing_since, problem, domain,
       accounts, computers
     FROM scout.directories WHERE tenant_id = $1 AND ($3::uuid IS NULL OR directory_id = $3)
     ORDER BY created_at, directory_id LIMIT ${limits.directories.most}`,
    [tenantId, now, directoryId ?? null],
  );
  return rows.map(({ is_reading, due_at, ...row }) => ({
    ...row,
    state: is_reading
      ? 'reading'
      : row.failing_since !== null
        ? 'failing'
        : row.synced_at !== null
          ? 'current'
          : 'waiting',
    created_at: row.created_at.toISOString(),
    next_attempt_at: due_at.toISOString(),
    attempted_at: row.attempted_at?.toISOString() ?? null,
    synced_at: row.synced_at?.toISOString() ?? null,
    read_fully_at: row.read_fully_at?.toISOString() ?? null,
    failing_since: row.failing_since?.toISOString() ?? null,
  }));
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
