import { startServer } from '@scout/testkit';
import { getAuthTables } from 'better-auth/db';
import { expect, it } from 'vitest';
import { createBetterAuth } from './betterAuth.ts';

it('finds every column that it writes in our own tables', async () => {
  await using server = await startServer();
  const { options } = createBetterAuth(server.context.authStore, {
    secret: 'x'.repeat(32),
    baseUrl: 'http://127.0.0.1',
    log: server.context.log,
  });
  const { rows } = await server.database.asOwner((owner) =>
    owner.query<{ name: string }>(
      `SELECT table_name || '.' || column_name AS name FROM information_schema.columns WHERE table_schema = 'auth'`,
    ),
  );
  const columns = new Set(rows.map(({ name }) => name));
  const tables = Object.values(getAuthTables(options));
  expect(tables.map(({ modelName }) => modelName)).toContain('jwks');
  for (const { modelName, fields } of tables) {
    for (const [field, { fieldName = field }] of Object.entries(fields)) {
      expect(columns, `${modelName}.${field}`).toContain(`${modelName}.${fieldName}`);
    }
  }
});
