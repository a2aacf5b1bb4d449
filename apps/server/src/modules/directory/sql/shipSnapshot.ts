import { limits } from '@scout/contract';
import { HOUR } from '@scout/detection/time';
import { digestWith, NO_PIECES, type ReadPosition } from '@scout/directory';
import { sql } from 'kysely';
import type pg from 'pg';
import type { Transaction } from '../../../platform/database/pool.ts';
import type { AgentIdentity } from '../../auth/index.ts';
import { LEASE } from './syncs.ts';

/** Transaction role of all: scout_ingest, with the agent's organization. Each is about directories of this agent alone. */
type Sender = Pick<AgentIdentity, 'tenantId' | 'agentId'>;

/** The snapshot that an agent ships for a directory. */
export interface Begun {
  readonly directory_id: string;
  readonly sync_id: string;
  /** The key that its snapshots must be signed by. */
  readonly connector_key: string;
  /** True when this call pinned the key. */
  readonly isPinned: boolean;
  readonly name: string;
  readonly position: ReadPosition | null;
}

/** Directories that an agent is to read: those due, and one whose snapshot it began and no longer reads, as after its restart. */
export async function dueDirectories(
  tx: Transaction,
  { tenantId, agentId }: Sender,
  reading: string | null,
  now: Date,
): Promise<{ directory_id: string; name: string }[]> {
  const { rows } = await sql<{ directory_id: string; name: string }>`
    SELECT d.directory_id, d.name FROM scout.directories d
    LEFT JOIN scout.directory_snapshots s ON s.tenant_id = d.tenant_id AND s.snapshot_id = d.sync_id
    WHERE d.tenant_id = ${tenantId} AND d.agent_id = ${agentId}
      AND (d.due_at <= ${now} OR (d.sync_id IS DISTINCT FROM ${reading}::uuid AND s.snapshot_id IS NOT NULL AND s.document IS NULL))
    ORDER BY d.due_at LIMIT ${sql.lit(limits.directories.most)}`.execute(tx);
  return rows;
}

/** Begins the snapshot of a directory in place of an unfinished one; undefined unless it is due for this agent. */
export async function beginSnapshot(
  client: pg.ClientBase,
  { tenantId, agentId }: Sender,
  { directory_id, key }: { readonly directory_id: string; readonly key: string },
  now: number,
): Promise<Begun | undefined> {
  const { rows } = await client.query<
    Omit<Begun, 'isPinned' | 'position'> & {
      had_key: boolean;
      invocation_id: string | null;
      usn: string | null;
      is_full_due: boolean;
    }
  >(
    `UPDATE scout.directories d SET sync_id = gen_random_uuid(), due_at = to_timestamp(($5::float8 + $6) / 1000),
       connector_key = coalesce(d.connector_key, $4)
     FROM (
       SELECT b.directory_id, b.connector_key IS NOT NULL AS had_key FROM scout.directories b
       LEFT JOIN scout.directory_snapshots s ON s.tenant_id = b.tenant_id AND s.snapshot_id = b.sync_id
       WHERE b.tenant_id = $1 AND b.agent_id = $2 AND b.directory_id = $3
         AND (b.due_at <= to_timestamp($5::float8 / 1000) OR (s.snapshot_id IS NOT NULL AND s.document IS NULL))
       FOR UPDATE OF b) before
     WHERE d.tenant_id = $1 AND d.directory_id = before.directory_id
     RETURNING d.directory_id, d.sync_id, d.connector_key, d.name, d.invocation_id, d.usn, before.had_key,
       coalesce(d.read_fully_at <= to_timestamp($7::float8 / 1000), true) AS is_full_due`,
    [tenantId, agentId, directory_id, key, now, LEASE, now - limits.directories.fullHours * HOUR],
  );
  const [row] = rows;
  if (row === undefined) return undefined;
  const { had_key, invocation_id, usn, is_full_due, ...begun } = row;
  const of = [tenantId, directory_id];
  await client.query('DELETE FROM scout.directory_snapshots WHERE tenant_id = $1 AND directory_id = $2', of);
  await client.query(
    `INSERT INTO scout.directory_snapshots (tenant_id, directory_id, snapshot_id, begun_at, digest)
     VALUES ($1, $2, $3, to_timestamp($4::float8 / 1000), $5)`,
    [...of, begun.sync_id, now, NO_PIECES],
  );
  const isKnown = invocation_id !== null && usn !== null && !is_full_due;
  return { ...begun, isPinned: !had_key, position: isKnown ? { invocation_id, usn } : null };
}

/** The unfinished snapshot that an agent ships. */
export interface Shipping {
  readonly directory_id: string;
  readonly connector_key: string;
  readonly pieces: number;
  readonly digest: Buffer;
}

/** Locks an unfinished snapshot of this agent; undefined for another one, or after its time. */
export async function lockSnapshot(
  client: pg.ClientBase,
  { tenantId, agentId }: Sender,
  snapshotId: string,
  now: number,
): Promise<Shipping | undefined> {
  const { rows } = await client.query<Shipping>(
    `SELECT s.directory_id, d.connector_key, s.pieces, s.digest
     FROM scout.directory_snapshots s JOIN scout.directories d
       ON d.tenant_id = s.tenant_id AND d.directory_id = s.directory_id AND d.sync_id = s.snapshot_id
     WHERE s.tenant_id = $1 AND s.snapshot_id = $3 AND s.document IS NULL
       AND d.agent_id = $2 AND d.due_at > to_timestamp($4::float8 / 1000) FOR UPDATE OF s`,
    [tenantId, agentId, snapshotId, now],
  );
  return rows[0];
}

/** Adds the next piece. A repeated one changes nothing. @returns the number of pieces; undefined for another piece than expected */
export async function addPiece(
  client: pg.ClientBase,
  tenantId: string,
  snapshotId: string,
  { pieces, digest }: Shipping,
  { number, body }: { readonly number: number; readonly body: Buffer },
): Promise<number | undefined> {
  const of = [tenantId, snapshotId];
  if (number === pieces + 1) {
    await client.query(
      'INSERT INTO scout.directory_pieces (tenant_id, snapshot_id, number, body) VALUES ($1, $2, $3, $4)',
      [...of, number, body],
    );
    await client.query(
      'UPDATE scout.directory_snapshots SET pieces = $3, digest = $4 WHERE tenant_id = $1 AND snapshot_id = $2',
      [...of, number, digestWith(digest, body)],
    );
    return number;
  }
  const { rowCount } = await client.query(
    'SELECT FROM scout.directory_pieces WHERE tenant_id = $1 AND snapshot_id = $2 AND number = $3 AND body = $4',
    [...of, number, body],
  );
  return rowCount === 0 ? undefined : pieces;
}

/** Keeps the verified document of a complete snapshot, which is stored next. */
export async function completeSnapshot(
  client: pg.ClientBase,
  tenantId: string,
  snapshotId: string,
  document: string,
): Promise<void> {
  await client.query(
    'UPDATE scout.directory_snapshots SET document = $3 WHERE tenant_id = $1 AND snapshot_id = $2',
    [tenantId, snapshotId, document],
  );
}
