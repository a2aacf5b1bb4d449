import { createDatabase, type TestDatabase } from '@scout/testkit/database';
import { getConstructionPlans, PgBoss } from 'pg-boss';
import { afterAll, beforeAll, expect, test } from 'vitest';

let db: TestDatabase;
beforeAll(async () => {
  db = await createDatabase();
});
afterAll(() => db.drop());

const tables = () =>
  db.asOwner(async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `SELECT c.oid::regclass::text AS name FROM pg_class c
       WHERE c.relnamespace = 'pgboss'::regnamespace AND c.relkind IN ('r', 'p')`,
    );
    return rows.map(({ name }) => name);
  });

test.each(['scout_member', 'scout_ingest', 'scout_auth', 'scout_operator'] as const)(
  '%s sees nothing of the queue and adds nothing to it',
  async (role) => {
    for (const table of await tables()) {
      const read = db.withRole({ role }, (_tx, client) => client.query(`SELECT FROM ${table}`));
      await expect(read, table).rejects.toMatchObject({ code: '42501' });
    }
    const add = db.withRole({ role }, (_tx, client) =>
      client.query(`INSERT INTO pgboss.job (name) VALUES ('mail')`),
    );
    await expect(add).rejects.toMatchObject({ code: '42501' });
  },
);

test('scout_jobs creates, changes and drops no table, and runs no stored command', async () => {
  const as = (sql: string) => db.withRole({ role: 'scout_jobs' }, (_tx, client) => client.query(sql));
  for (const sql of [
    'CREATE TABLE pgboss.mine (n int)',
    'DROP TABLE pgboss.job_common',
    'ALTER TABLE pgboss.job DISABLE ROW LEVEL SECURITY',
    `INSERT INTO pgboss.bam (name, version, table_name, command) VALUES ('x', 1, 'job', 'SELECT 1')`,
    `INSERT INTO pgboss.schedule (name, cron) VALUES ('mail', '* * * * *')`,
    `UPDATE pgboss.version SET version = 1`,
    `SELECT pgboss.job_table_run('SELECT 1')`,
    'SELECT FROM scout.tenants',
    'SELECT FROM auth.user',
  ]) {
    await expect(as(sql), sql).rejects.toMatchObject({ code: expect.stringMatching(/^42/) });
  }
});

test('is the schema that the installed pg-boss expects, and its maintenance needs no more rights', async () => {
  const expected = /INSERT INTO pgboss\.version\(version\) VALUES \('(\d+)'\)/.exec(
    getConstructionPlans('pgboss'),
  )?.[1];
  const { rows } = await db.asOwner((client) => client.query('SELECT version FROM pgboss.version'));
  expect(rows).toEqual([{ version: Number(expected) }]);

  const boss = new PgBoss({
    connectionString: db.url,
    options: '-c role=scout_jobs',
    migrate: false,
    createSchema: false,
    schedule: false,
    supervise: false,
    reindex: false,
    monitorVacuum: false,
  });
  const faults: Error[] = [];
  boss.on('error', (error) => faults.push(error));
  await boss.start();
  await boss.createQueue('upkeep', { retryLimit: 0 });
  await boss.send('upkeep', {});
  await boss.supervise();
  expect(faults).toEqual([]);
  expect((await boss.detectSchemaDrift()).ok).toBe(true);
  await boss.stop({ graceful: false });
});
