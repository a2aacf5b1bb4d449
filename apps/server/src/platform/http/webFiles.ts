import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { DAY } from '@scout/detection/time';
import type pg from 'pg';
import { withRole } from '../database/pool.ts';
import type { WebApplication } from './webApplication.ts';

/** Media types of the build's hashed files, by the end of the name. */
const MEDIA_TYPES: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json; charset=utf-8',
  png: 'image/png',
  svg: 'image/svg+xml',
  webp: 'image/webp',
  woff2: 'font/woff2',
};

/** Time for which a page may stay open after an upgrade. */
const REPLACED_MS = 30 * DAY;

/** Any 64-bit number that no other lock of the database has. */
const LOCK = '7296385140290';

/** A hashed file of another version. */
export interface WebFile {
  readonly mediaType: string;
  readonly body: Buffer;
}

const mediaTypeOf = (path: string): string | undefined =>
  /^assets\/[A-Za-z0-9_.-]{1,200}$/.test(path)
    ? MEDIA_TYPES[path.slice(path.lastIndexOf('.') + 1)]
    : undefined;

/**
 * Writes the hashed files of this version to the database, so that servers of other versions answer for its pages, and removes those
 * of a version that was replaced a month ago.
 */
export async function shareWebFiles(
  pool: pg.Pool,
  { root, files }: Pick<WebApplication, 'root' | 'files'>,
  now: number,
): Promise<void> {
  const own = [...files].filter((path) => mediaTypeOf(path) !== undefined).sort();
  await withRole(pool, { role: 'scout_operator' }, async (_tx, client) => {
    await client.query(`SELECT pg_advisory_xact_lock(${LOCK})`);
    const { rows } = await client.query<{ path: string }>(
      'SELECT path FROM scout.web_files WHERE path = ANY ($1)',
      [own],
    );
    const shared = new Set(rows.map(({ path }) => path));
    for (const path of own.filter((one) => !shared.has(one))) {
      const body = await readFile(join(root, path));
      await client.query('INSERT INTO scout.web_files (path, body) VALUES ($1, $2)', [path, body]);
    }
    await client.query(
      `UPDATE scout.web_files SET left_at = CASE WHEN path = ANY ($1) THEN NULL ELSE $2::timestamptz END
       WHERE (path = ANY ($1)) = (left_at IS NOT NULL)`,
      [own, new Date(now)],
    );
    await client.query('DELETE FROM scout.web_files WHERE left_at < $1', [new Date(now - REPLACED_MS)]);
  });
}

/** Hashed files that a server of this database has or had; undefined where none did. */
export type SharedFiles = (path: string) => Promise<WebFile | undefined>;

/** Milliseconds between two readings of the list of files, and for which a file that was read is kept. */
const LIST_MS = 250;
const KEPT_MS = 1_000;

/**
 * Reads shared files on one connection at a time, whatever visitors ask for: names that no server has cost a common reading of the
 * list, and a file is read once for all who ask for it meanwhile.
 */
export function createSharedFiles(pool: pg.Pool): SharedFiles {
  const files = new Map<string, Promise<WebFile | undefined>>();
  let paths: ReadonlySet<string> = new Set();
  let listing: Promise<void> | undefined;
  let listedAt = Number.NEGATIVE_INFINITY;
  let last: Promise<unknown> = Promise.resolve();

  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = last.then(work);
    last = done.catch(() => {});
    return done;
  }

  /** A reading that begins after this call: a new server may have added its files a moment ago. */
  function list(): Promise<void> {
    listing ??= (async () => {
      await pause(Math.max(0, listedAt + LIST_MS - performance.now()), undefined, { ref: false });
      listing = undefined;
      listedAt = performance.now();
      paths = await inTurn(() => readPaths(pool));
    })();
    return listing;
  }

  function read(path: string, mediaType: string): Promise<WebFile | undefined> {
    const known = files.get(path);
    if (known) return known;
    const file = inTurn(() => readSharedFile(pool, path, mediaType));
    files.set(path, file);
    file.catch(() => files.delete(path));
    setTimeout(() => files.delete(path), KEPT_MS).unref();
    return file;
  }

  return async (path) => {
    const mediaType = mediaTypeOf(path);
    if (mediaType === undefined) return undefined;
    if (!paths.has(path)) await list();
    return paths.has(path) ? read(path, mediaType) : undefined;
  };
}

const readPaths = (pool: pg.Pool): Promise<ReadonlySet<string>> =>
  withRole(pool, { role: 'scout_visitor' }, async (_tx, client) => {
    const { rows } = await client.query<{ path: string }>('SELECT path FROM scout.web_files');
    return new Set(rows.map(({ path }) => path));
  });

function readSharedFile(pool: pg.Pool, path: string, mediaType: string): Promise<WebFile | undefined> {
  return withRole(pool, { role: 'scout_visitor' }, async (_tx, client) => {
    const { rows } = await client.query<{ body: Buffer }>(
      'SELECT body FROM scout.web_files WHERE path = $1',
      [path],
    );
    return rows[0] && { mediaType, body: rows[0].body };
  });
}
