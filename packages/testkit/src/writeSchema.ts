import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { dumpSchema } from '@scout/server/database/dumpSchema';
import { readMigrations } from '@scout/server/database/migrate';
import pg from 'pg';
import { startTestCluster, templateName, withDatabase } from './cluster.ts';
import { recordMigrations } from './recordMigrations.ts';

/** `npm run db:schema`: regenerates db/schema.sql from the migrations, on a temporary cluster, and records new migrations. */
const path = fileURLToPath(new URL('../../../db/schema.sql', import.meta.url));
const cluster = await startTestCluster();
try {
  const client = new pg.Client({ connectionString: withDatabase(cluster.url, templateName) });
  await client.connect();
  await writeFile(path, await dumpSchema(client));
  await client.end();
  await recordMigrations(await readMigrations());
} finally {
  await cluster.stop();
}
