import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { dumpSchema } from '@scout/server/platform/database/dumpSchema';
import pg from 'pg';
import { startTestCluster, templateName, withDatabase } from './cluster.ts';
import { schemaTypes, typeFiles } from './schemaTypes.ts';

/** `npm run db:schema`: regenerates db/schema.sql and the types of its tables from the migrations, on a temporary cluster. */
const root = new URL('../../../', import.meta.url);
const inRoot = (path: string): string => fileURLToPath(new URL(path, root));
const cluster = await startTestCluster();
try {
  const url = withDatabase(cluster.url, templateName);
  for (const file of typeFiles) await writeFile(inRoot(file.path), await schemaTypes(url, file));
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await writeFile(inRoot('db/schema.sql'), await dumpSchema(client));
  await client.end();
} finally {
  await cluster.stop();
}
