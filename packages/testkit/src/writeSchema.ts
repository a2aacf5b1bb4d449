import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { dumpSchema } from '@scout/server/platform/database/dumpSchema';
import pg from 'pg';
import { startTestCluster, templateName, withDatabase } from './cluster.ts';

/** `npm run db:schema`: regenerates db/schema.sql from the migrations, on a temporary cluster. */
const path = fileURLToPath(new URL('../../../db/schema.sql', import.meta.url));
const cluster = await startTestCluster();
try {
  const client = new pg.Client({ connectionString: withDatabase(cluster.url, templateName) });
  await client.connect();
  await writeFile(path, await dumpSchema(client));
  await client.end();
} finally {
  await cluster.stop();
}
