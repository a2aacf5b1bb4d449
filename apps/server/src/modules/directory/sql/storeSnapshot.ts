import { limits } from '@scout/contract';
import {
  type AccountEntry,
  type ComputerEntry,
  DirectoryProblem,
  type SnapshotContent,
  type SnapshotDocument,
} from '@scout/directory';
import type pg from 'pg';
import { withRole } from '../../../platform/database/pool.ts';
import { snapshotLines } from '../snapshotLines.ts';
import { unreadable } from '../snapshots.ts';
import { type Stored, storingOf } from './objects.ts';
import { LEASE, noteFailure, problemOfSync, type SyncOutcome, storeSync } from './syncs.ts';

/** Entries put at a time. */
const PART = 2_000;

interface Complete {
  readonly tenant_id: string;
  readonly directory_id: string;
  readonly sync_id: string;
  readonly document: string;
}

/** Makes the oldest complete snapshot of an agent its directory's state. One that cannot be read is noted, and changes nothing. */
export async function storeNextSnapshot(pool: pg.Pool, now: number): Promise<SyncOutcome> {
  const next = await takeNext(pool, now);
  if (next === undefined) return 'idle';
  const { tenant_id, directory_id, sync_id, document } = next;
  // The document was verified before it was stored.
  const content = (JSON.parse(document) as SnapshotDocument).content!;
  const { is_full: isFull, domain, position } = content;
  try {
    const isStored = await storeSync(pool, next, { isFull, domain, position }, now, async (client) => {
      const stored = await storePieces(client, next, content);
      await client.query(
        'DELETE FROM scout.directory_snapshots WHERE tenant_id = $1 AND directory_id = $2 AND snapshot_id = $3',
        [tenant_id, directory_id, sync_id],
      );
      return stored;
    });
    return isStored ? 'stored' : 'failed';
  } catch (error) {
    await noteFailure(pool, next, problemOfSync(error), now);
    if (!(error instanceof DirectoryProblem)) throw error;
    return 'failed';
  }
}

/** The oldest complete snapshot. Those that nobody will finish are deleted with their pieces. */
function takeNext(pool: pg.Pool, now: number): Promise<Complete | undefined> {
  return withRole(pool, { role: 'scout_operator' }, async (_tx, client) => {
    await client.query(
      'DELETE FROM scout.directory_snapshots WHERE begun_at < to_timestamp(($1::float8 - $2) / 1000)',
      [now, LEASE],
    );
    const { rows } = await client.query<Complete>(
      `SELECT d.tenant_id, d.directory_id, d.sync_id, s.document
       FROM scout.directory_snapshots s JOIN scout.directories d
         ON d.tenant_id = s.tenant_id AND d.directory_id = s.directory_id AND d.sync_id = s.snapshot_id
       WHERE s.document IS NOT NULL ORDER BY s.begun_at LIMIT 1`,
    );
    return rows[0];
  });
}

async function storePieces(
  client: pg.ClientBase,
  { tenant_id, directory_id, sync_id }: Complete,
  { pieces, is_full: isFull, ...signed }: SnapshotContent,
): Promise<Stored> {
  const storing = storingOf(client, tenant_id, directory_id);
  const guids = { accounts: new Set<string>(), computers: new Set<string>() };
  const part = { accounts: new Map<string, AccountEntry>(), computers: new Map<string, ComputerEntry>() };
  const removed: string[] = [];
  const privileges: [string, readonly string[]][] = [];
  const put = async () => {
    await storing.put([...part.accounts.values()], [...part.computers.values()]);
    part.accounts.clear();
    part.computers.clear();
  };
  const shipped = piecesOf(client, [tenant_id, sync_id], pieces);
  for await (const line of snapshotLines(shipped)) {
    if ('account' in line) {
      guids.accounts.add(line.account.object_guid);
      part.accounts.set(line.account.object_guid, line.account);
    } else if ('computer' in line) {
      guids.computers.add(line.computer.object_guid);
      part.computers.set(line.computer.object_guid, line.computer);
    } else if ('removed' in line) removed.push(line.removed);
    else privileges.push([...line.privileged]);
    if (part.accounts.size + part.computers.size >= PART) await put();
    const entries = guids.accounts.size + guids.computers.size;
    if (Math.max(entries, removed.length, privileges.length) > limits.directories.entries) throw unreadable();
  }
  await put();
  const isAsSigned = guids.accounts.size === signed.accounts && guids.computers.size === signed.computers;
  // No account at all would empty the register: a directory has some.
  if (!isAsSigned || (isFull && guids.accounts.size === 0)) throw unreadable();
  return storing.end({
    isFull,
    accounts: [...guids.accounts],
    computers: [...guids.computers],
    removed,
    privileges,
  });
}

/** One after the other: a snapshot may be larger than what the memory should hold. */
async function* piecesOf(
  client: pg.ClientBase,
  of: readonly [tenantId: string, snapshotId: string],
  pieces: number,
): AsyncGenerator<Buffer> {
  for (let number = 1; number <= pieces; number += 1) {
    const { rows } = await client.query<{ body: Buffer }>(
      'SELECT body FROM scout.directory_pieces WHERE tenant_id = $1 AND snapshot_id = $2 AND number = $3',
      [...of, number],
    );
    if (rows[0] === undefined) throw unreadable();
    yield rows[0].body;
  }
}
