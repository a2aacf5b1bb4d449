import { createDatabase, type TestDatabase } from '@scout/testkit/database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { denied, expectClosed, run } from './support.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createDatabase();
});
afterAll(() => db.drop());

test('only the owner reads which migrations were applied', () =>
  expectClosed(db, 'scout.schema_migrations', [
    'scout_member',
    'scout_ingest',
    'scout_auth',
    'scout_operator',
  ]));

test('the server reads their names for its readiness, and nothing else', async () => {
  const visitor = { role: 'scout_visitor' } as const;
  expect(await run(db, visitor, 'SELECT name FROM scout.schema_migrations')).toBeGreaterThan(0);
  for (const sql of [
    'SELECT checksum FROM scout.schema_migrations',
    "INSERT INTO scout.schema_migrations (name, checksum) VALUES ('a', 'b')",
    "UPDATE scout.schema_migrations SET name = 'a'",
    'DELETE FROM scout.schema_migrations',
  ])
    await expect(run(db, visitor, sql), sql).rejects.toEqual(denied);
});
