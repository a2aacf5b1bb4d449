import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
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

/** Days for which a page may stay open after an upgrade. */
const KEPT_DAYS = 30;

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
      `UPDATE scout.web_files SET left_at = CASE WHEN path = ANY ($1) THEN NULL ELSE now() END
       WHERE (path = ANY ($1)) = (left_at IS NOT NULL)`,
      [own],
    );
    await client.query(`DELETE FROM scout.web_files WHERE left_at < now() - interval '${KEPT_DAYS} days'`);
  });
}

/** A hashed file that a server of this database has or had; undefined where none did. */
export async function readSharedFile(pool: pg.Pool, path: string): Promise<WebFile | undefined> {
  const mediaType = mediaTypeOf(path);
  if (mediaType === undefined) return undefined;
  return withRole(pool, { role: 'scout_visitor' }, async (_tx, client) => {
    const { rows } = await client.query<{ body: Buffer }>(
      'SELECT body FROM scout.web_files WHERE path = $1',
      [path],
    );
    return rows[0] && { mediaType, body: rows[0].body };
  });
}
