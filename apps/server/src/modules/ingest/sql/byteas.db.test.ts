import { createDatabase, type TestDatabase } from '@scout/testkit/database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { byteas } from './byteas.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createDatabase();
});
afterAll(() => db.drop());

test('bytes of any kind arrive unchanged', async () => {
  const values = [Buffer.alloc(0), Buffer.from([0, 1, 255]), Buffer.alloc(100_000, 'x')];
  const { rows } = await db.asOwner((client) =>
    client.query<{ one: Buffer }>('SELECT unnest($1::bytea[]) AS one', [byteas(values)]),
  );
  expect(rows.map(({ one }) => one)).toEqual(values);
});
