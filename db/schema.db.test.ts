import { readFile } from 'node:fs/promises';
import { dumpSchema } from '@scout/server/platform/database/dumpSchema';
import { createDatabase } from '@scout/testkit/database';
import { schemaTypes, typeFiles } from '@scout/testkit/schemaTypes';
import { expect, test } from 'vitest';

test('db/schema.sql is what the migrations make; npm run db:schema rewrites it', async () => {
  await using db = await createDatabase();
  const reviewed = await readFile(new URL('schema.sql', import.meta.url), 'utf8');
  expect(await db.asOwner(dumpSchema)).toBe(reviewed);
});

test.each(typeFiles)('$path is what the migrations make; npm run db:schema rewrites it', async (file) => {
  await using db = await createDatabase();
  const reviewed = await readFile(new URL(`../${file.path}`, import.meta.url), 'utf8');
  expect(await schemaTypes(db.ownerUrl, file)).toBe(reviewed);
});

test('the dump is the same on any day', async () => {
  await using db = await createDatabase();
  const before = await db.asOwner(dumpSchema);
  await db.asOwner((client) =>
    client.query('SELECT scout.ensure_partitions(current_date - 40, current_date + 5, now())'),
  );
  expect(await db.asOwner(dumpSchema)).toBe(before);
});
