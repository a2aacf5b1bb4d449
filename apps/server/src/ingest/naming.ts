import { compileNaming, type DetectionSettings, type Naming, STANDARD_NAMING } from '@scout/detection';
import type pg from 'pg';
import { withRole } from '../database/pool.ts';

/** The naming of an organization, and which version of its settings that is: 0 where there are none. */
export interface VersionedNaming {
  readonly version: number;
  readonly naming: Naming;
}

/** Thrown by a transaction that finds the settings changed since its batch was judged: nothing is stored, judge it again. */
export class StaleNaming extends Error {}

/** The compiled settings of the organizations that send at present. */
export interface Namings {
  of(tenantId: string): Promise<VersionedNaming>;
  /** To be called when a version turned out to be old. */
  forget(tenantId: string): void;
}

/** Of an organization without settings. */
export const STANDARD_VERSION: VersionedNaming = { version: 0, naming: STANDARD_NAMING };
/** Organizations whose settings are kept compiled. */
const KEPT = 500;

/**
 * Reads settings once and keeps them. Nobody tells it of changes: the transaction of each batch compares versions
 * ({@link holdVersion}), so a copy that is old costs one batch a second reading, and never a wrong judgement.
 */
export function createNamings(pool: pg.Pool): Namings {
  const known = new Map<string, VersionedNaming>();
  return {
    async of(tenantId) {
      const kept = known.get(tenantId);
      if (kept !== undefined) {
        // The one that was not asked for the longest goes first.
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
}): VersionedNaming => ({ version, naming: compileNaming(settings) });

/** Days are locked in classes: a batch of a year holds no more locks than that. */
const DAY_CLASSES = 16;

const settingsLock = (tenantId: string) => `scout detection settings ${tenantId}`;
const dayLock = (tenantId: string, day: number) => `scout judged ${tenantId} ${day % DAY_CLASSES}`;

/**
 * Keeps the settings as they are until the transaction's end, and anybody from judging the given days again.
 *
 * @param days UTC days since the epoch of which there are incidents
 * @returns the version of the settings; batches judged by another must not be stored
 */
export async function holdVersion(
  client: pg.ClientBase,
  { tenantId, days }: { tenantId: string; days: Iterable<number> },
): Promise<number> {
  const locks = new Set([settingsLock(tenantId)]);
  for (const day of days) locks.add(dayLock(tenantId, day));
  await client.query({
    name: 'ingest-settings-lock',
    text: 'SELECT count(pg_advisory_xact_lock_shared(hashtextextended(name, 0))) FROM unnest($1::text[]) AS name',
    values: [[...locks].sort()],
  });
  // In a statement of its own: one that waits for a lock still sees what was before.
  const { rows } = await client.query<{ version: number }>({
    name: 'ingest-settings-version',
    text: 'SELECT version FROM scout.detection_settings WHERE tenant_id = $1',
    values: [tenantId],
  });
  return rows[0]?.version ?? 0;
}

/** Waits for the batches under way, and keeps others from being written until the transaction's end. */
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
