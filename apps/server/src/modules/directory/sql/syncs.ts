import { type DirectorySignIn, limits } from '@scout/contract';
import { DAY, HOUR, MINUTE } from '@scout/detection/time';
import { DirectoryProblem, type ReadPosition, type ReadResult } from '@scout/directory';
import type pg from 'pg';
import { CLOCK_SKEW_MS } from '../../../platform/clock.ts';
import { audit } from '../../../platform/database/audit.ts';
import { withRole } from '../../../platform/database/pool.ts';
import type { Stored } from './objects.ts';

const { seconds, everyMinutes, fullHours } = limits.directories;
/** Time after which a sync of a terminated process is repeated: longer than any sync, also by a clock that is ahead. */
export const LEASE = seconds * 1_000 + 5 * MINUTE + CLOCK_SKEW_MS;
/** Delays between attempts; the last one repeats. */
const BACKOFF = [MINUTE, 5 * MINUTE, 15 * MINUTE, 30 * MINUTE, HOUR];
/** The same after a refused sign-in: each attempt may count towards a lock of the account. */
const SIGN_IN_BACKOFF = [HOUR, 4 * HOUR, DAY];

/** A directory to read now. */
export interface DueSync {
  readonly tenant_id: string;
  readonly directory_id: string;
  readonly sync_id: string;
  readonly url: string;
  readonly bind_name: string;
  readonly sign_in: DirectorySignIn;
  readonly kdc: string | null;
  readonly base: string | null;
  readonly filter: string | null;
  readonly ca: string | null;
  readonly sealed: string;
  /** Null: every entry is read. */
  readonly position: ReadPosition | null;
}

/** Claims the directory that has been due for longest, for this process. */
export function claimSync(pool: pg.Pool, now: number): Promise<DueSync | undefined> {
  return withRole(pool, { role: 'scout_operator' }, async (_tx, client) => {
    const { rows } = await client.query<
      Omit<DueSync, 'position'> & { invocation_id: string | null; usn: string | null; is_full_due: boolean }
    >(
      `UPDATE scout.directories d SET sync_id = gen_random_uuid(), due_at = to_timestamp(($1::float8 + $2) / 1000)
       FROM scout.directory_secrets s
       WHERE (d.tenant_id, d.directory_id) = (
           SELECT n.tenant_id, n.directory_id FROM scout.directories n JOIN scout.tenants t USING (tenant_id)
           WHERE n.due_at <= to_timestamp($1::float8 / 1000) AND t.is_subscribed AND n.agent_id IS NULL
           ORDER BY n.due_at LIMIT 1 FOR UPDATE OF n SKIP LOCKED)
         AND s.tenant_id = d.tenant_id AND s.directory_id = d.directory_id
       RETURNING d.tenant_id, d.directory_id, d.sync_id, d.url, d.bind_name, d.sign_in, d.kdc, d.base, d.filter, d.ca, s.sealed, d.invocation_id, d.usn,
         coalesce(d.read_fully_at <= to_timestamp($3::float8 / 1000), true) AS is_full_due`,
      [now, LEASE, now - fullHours * HOUR],
    );
    const [row] = rows;
    if (row === undefined) return undefined;
    const { invocation_id, usn, is_full_due, ...due } = row;
    const isKnown = invocation_id !== null && usn !== null && !is_full_due;
    return { ...due, position: isKnown ? { invocation_id, usn } : null };
  });
}

/** A claimed sync, by this process or by the agent that reads the directory. */
export type ClaimedSync = Pick<DueSync, 'tenant_id' | 'directory_id' | 'sync_id'>;

/**
 * Stores a new good state; false if the directory was removed or claimed again meanwhile.
 * @param store makes what was read the state, in the same transaction
 */
export function storeSync(
  pool: pg.Pool,
  { tenant_id, directory_id, sync_id }: ClaimedSync,
  { isFull, domain, position }: Pick<ReadResult, 'isFull' | 'domain' | 'position'>,
  now: number,
  store: (client: pg.ClientBase) => Promise<Stored>,
): Promise<boolean> {
  return withRole(pool, { role: 'scout_operator', tenantId: tenant_id }, async (tx, client) => {
    const before = await lockSync(client, tenant_id, directory_id, sync_id);
    if (before === undefined) return false;
    const { accounts, computers } = await store(client);
    await client.query(
      `UPDATE scout.directories SET sync_id = NULL, attempted_at = to_timestamp($3::float8 / 1000),
         synced_at = to_timestamp($3::float8 / 1000), read_fully_at = CASE WHEN $4 THEN to_timestamp($3::float8 / 1000) ELSE read_fully_at END,
         due_at = to_timestamp(($3::float8 + $5) / 1000), failing_since = NULL, failures = 0, problem = NULL, domain = $6,
         invocation_id = $7, usn = $8, accounts = $9, computers = $10, registered_version = NULL
       WHERE tenant_id = $1 AND directory_id = $2`,
      [
        tenant_id,
        directory_id,
        now,
        isFull,
        everyMinutes * MINUTE,
        domain,
        position?.invocation_id ?? null,
        position?.usn ?? null,
        accounts,
        computers,
      ],
    );
    if (before.failing_since !== null || before.synced_at === null)
      await audit(tx, {
        tenantId: tenant_id,
        actor: 'system',
        action: 'directory_read',
        details: { directory: directory_id, name: before.name, accounts, computers },
      });
    return true;
  });
}

/** Outcome of a look for a directory whose state can be stored. */
export type SyncOutcome = 'idle' | 'stored' | 'failed';

/** What an admin is told of a failed attempt. */
export const problemOfSync = (error: unknown): DirectoryProblem =>
  error instanceof DirectoryProblem
    ? error
    : new DirectoryProblem('Scout could not store what it read. The operator finds the reason in the log.');

/** Notes a failed attempt: the last good state stays, and the next attempt is later. */
export function noteFailure(
  pool: pg.Pool,
  { tenant_id, directory_id, sync_id }: ClaimedSync,
  { message, isSignIn }: DirectoryProblem,
  now: number,
): Promise<void> {
  return withRole(pool, { role: 'scout_operator', tenantId: tenant_id }, async (tx, client) => {
    const before = await lockSync(client, tenant_id, directory_id, sync_id);
    if (before === undefined) return;
    const waits = isSignIn ? SIGN_IN_BACKOFF : BACKOFF;
    await client.query(
      `UPDATE scout.directories SET sync_id = NULL, attempted_at = to_timestamp($3::float8 / 1000), failures = failures + 1,
         due_at = to_timestamp(($3::float8 + $4) / 1000), problem = $5,
         failing_since = coalesce(failing_since, to_timestamp($3::float8 / 1000))
       WHERE tenant_id = $1 AND directory_id = $2`,
      [tenant_id, directory_id, now, waits[Math.min(before.failures, waits.length - 1)], message],
    );
    if (before.failing_since === null)
      await audit(tx, {
        tenantId: tenant_id,
        actor: 'system',
        action: 'directory_failed',
        details: { directory: directory_id, name: before.name, problem: message },
      });
  });
}

/** Gives a claimed directory back, to be read by another process. */
export function releaseSync(
  pool: pg.Pool,
  { tenant_id, directory_id, sync_id }: DueSync,
  now: number,
): Promise<void> {
  return withRole(pool, { role: 'scout_operator' }, async (_tx, client) => {
    await client.query(
      `UPDATE scout.directories SET sync_id = NULL, due_at = to_timestamp($4::float8 / 1000)
       WHERE tenant_id = $1 AND directory_id = $2 AND sync_id = $3`,
      [tenant_id, directory_id, sync_id, now],
    );
  });
}

interface Before {
  readonly name: string;
  readonly failing_since: Date | null;
  readonly synced_at: Date | null;
  readonly failures: number;
}

async function lockSync(
  client: pg.ClientBase,
  tenantId: string,
  directoryId: string,
  syncId: string,
): Promise<Before | undefined> {
  const { rows } = await client.query<Before>(
    `SELECT name, failing_since, synced_at, failures FROM scout.directories
     WHERE tenant_id = $1 AND directory_id = $2 AND sync_id = $3 FOR UPDATE`,
    [tenantId, directoryId, syncId],
  );
  return rows[0];
}
