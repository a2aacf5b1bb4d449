import { startThrowAwayCluster, type TestCluster } from '@scout/testkit/cluster';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { installedBinaries } from '../../../platform/database/embedded/binaries.ts';
import { sameEverywhere } from '../../../platform/database/embedded/options.ts';
import { readSlowQueries } from './database.ts';

let cluster: TestCluster;
let client: pg.Client;
beforeAll(async () => {
  const settings = { shared_preload_libraries: 'pg_stat_statements' };
  cluster = await startThrowAwayCluster(await installedBinaries(), sameEverywhere, 'admin', settings);
  client = new pg.Client({ connectionString: cluster.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await cluster.stop();
});

test('slow statements are those that run now, and with the extension those that took the most time, without their constants', async () => {
  const other = new pg.Client({ connectionString: cluster.url });
  await other.connect();
  await using _other = { [Symbol.asyncDispose]: () => other.end() };
  await other.query('BEGIN');
  await other.query(`SELECT 'a transaction that stays open'`);
  expect(await readSlowQueries(client)).toMatchObject({
    from: 'pg_stat_activity',
    queries: [{ state: 'idle in transaction', running_ms: expect.any(Number) }],
  });

  await client.query('CREATE SCHEMA "Own place"; CREATE EXTENSION pg_stat_statements SCHEMA "Own place"');
  await client.query(`SELECT pg_sleep(0.001), 'svc.billing' AS account, 1 AS one`);
  await client.query(`SELECT pg_sleep(0.1), 'svc.billing' AS account`);
  const { from, queries } = await readSlowQueries(client);
  expect(from).toBe('pg_stat_statements');
  const measured = queries.filter(({ query }) => query.includes('pg_sleep'));
  expect(measured).toMatchObject([
    { query: 'SELECT pg_sleep($1), $2 AS account', calls: 1, rows: 1, max_ms: expect.any(Number) },
    { query: 'SELECT pg_sleep($1), $2 AS account, $3 AS one' },
  ]);
});
