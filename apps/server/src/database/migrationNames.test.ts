import { expect, test } from 'vitest';
import { readMigrations } from './migrate.ts';

test('every migration has a unique time, without which no server starts', async () => {
  expect((await readMigrations()).length).toBeGreaterThan(40);
});
