import { expect, test } from 'vitest';
import { readMigrations } from './migrate.ts';

test('the baseline comes first, and every later migration has a unique time, without which no server starts', async () => {
  expect((await readMigrations())[0]).toMatchObject({
    name: 'baseline',
    sql: expect.stringContaining('CREATE TABLE'),
  });
});
