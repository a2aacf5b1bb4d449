import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ownerName } from '@scout/server/platform/database/embedded/options';
import { placeOf, socketDirectoryOf } from '@scout/server/platform/database/embedded/place';
import pg from 'pg';

/** Runs statements as the owner of a running server's embedded database, each on a separate connection. */
export function ownerOf(dataDir: string) {
  return async (sql: string, values: unknown[] = []): Promise<Record<string, unknown>[]> => {
    const client = new pg.Client({
      host: await socketDirectoryOf(await placeOf(dataDir)),
      user: ownerName,
      password: (await readFile(join(dataDir, 'postgres.password'), 'utf8')).trim(),
      database: 'scout',
    });
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(sql, values)).rows;
    } finally {
      await client.end();
    }
  };
}
