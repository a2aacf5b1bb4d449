import { createDatabase, type TestDatabase } from '@scout/testkit/database';
import { afterAll, beforeAll, test } from 'vitest';
import { expectClosed } from './support.ts';

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
