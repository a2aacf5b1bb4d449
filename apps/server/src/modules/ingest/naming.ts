import {
  compileNaming,
  type DetectionSettings,
  type Naming,
  STANDARD_NAMING,
  STANDARD_SETTINGS,
} from '@scout/detection';
import type pg from 'pg';
import type { Statement } from '../../platform/database/pipeline.ts';
import { withRole } from '../../platform/database/pool.ts';

/** The naming of an organization with its settings version: 0 without settings. */
export interface VersionedNaming {
  readonly version: number;
  readonly naming: Naming;
  /** Source of the naming, for another thread: predicates cannot be sent. */
  readonly settings: DetectionSettings;
}

/**
 * Thrown by a transaction when the settings have changed since its batch was judged: nothing is stored, and the batch must be
 * judged again.
 */
export class StaleNaming extends Error {}

/** The compiled settings of currently sending organizations. */
export interface Namings {
  of(tenantId: string): Promise<VersionedNaming>;
  /** Called when a version is outdated. */
  forget(tenantId: string): void;
}

/** Naming of an organization without settings. */
export const STANDARD_VERSION: VersionedNaming = {
  version: 0,
  naming: STANDARD_NAMING,
  settings: STANDARD_SETTINGS,
};
/** Maximum organizations with cached compiled settings. */
const KEPT = 500;

/**
 * Reads and caches settings. Needs no notification of changes: the transaction of each batch compares versions ({@link
 * SETTINGS_VERSION}), so that an outdated copy costs one batch a second judgment, and never causes a wrong one.
 */
export function createNamings(pool: pg.Pool): Namings {
  const known = new Map<string, VersionedNaming>();
  return {
    async of(tenantId) {
      const kept = known.get(tenantId);
      if (kept !== undefined) {
        // Evicts the least recently used.
        known.delete(tenantId);
        known.set(tenantId, kept);
        return kept;
      }
      const read = await readNaming(pool, tenantId);
      known.set(tenantId, read);
      if (known.size > KEPT) known.delete(known.keys().next().value!);
      return read;
    },
    forget: (tenantId) => void known.delete(tenantId),
  };
}

async function readNaming(pool: pg.Pool, tenantId: string): Promise<VersionedNaming> {
  const row = await withRole(pool, { role: 'scout_ingest', tenantId }, (tx) =>
    tx
      .selectFrom('detection_settings')
      .select(['version', 'settings'])
      .where('tenant_id', '=', tenantId)
      .executeTakeFirst(),
  );
  return row === undefined ? STANDARD_VERSION : versionedNaming(row);
}

export const versionedNaming = ({
  version,
  settings,
}: {
  version: number;
  settings: DetectionSettings;
}): VersionedNaming => ({ version, naming: compileNaming(settings), settings });

/** Number of lock classes for days: the maximum locks of a batch that spans a year. */
const DAY_CLASSES = 16;

const settingsLock = (tenantId: string) => `scout detection settings ${tenantId}`;
const dayLock = (tenantId: string, day: number) => `scout judged ${tenantId} ${day % DAY_CLASSES}`;

/**
 * Locks the settings until the transaction's end, and prevents the given days from being judged again. Statements after it read the
 * version; one that waits for a lock itself reads with an older snapshot.
 *
 * @param days UTC days since the epoch with incidents
 */
export function daysHeld(tenantId: string, days: Iterable<number>): Statement {
  const locks = new Set([settingsLock(tenantId)]);
  for (const day of days) locks.add(dayLock(tenantId, day));
  return {
    name: 'ingest-settings-lock',
    text: 'SELECT count(pg_advisory_xact_lock_shared(hashtextextended(name, 0))) FROM unnest($1::text[]) AS name',
    values: [[...locks].sort()],
  };
}

/** SQL of the version of the settings of organization $1: batches judged by another one must not be stored. */
export const SETTINGS_VERSION =
  'coalesce((SELECT version FROM scout.detection_settings WHERE tenant_id = $1), 0)';

/** Waits for current batches, and blocks others from being written until the transaction's end. */
export async function lockSettings(client: pg.ClientBase, tenantId: string): Promise<void> {
  await lock(client, settingsLock(tenantId));
}

/** The same for batches with incidents on one day. */
export async function lockDay(client: pg.ClientBase, tenantId: string, day: number): Promise<void> {
  await lock(client, dayLock(tenantId, day));
}

async function lock(client: pg.ClientBase, name: string): Promise<void> {
  await client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [name]);
}
