import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDatabase, type TestDatabase } from '@scout/testkit/database';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { MigrationError, type MigrationFile, migrate, readMigrations, withMigrationLock } from './migrate.ts';

let db: TestDatabase;
let directory: string;
beforeEach(async () => {
  db = await createDatabase({ migrated: false });
  directory = await mkdtemp(join(tmpdir(), 'scout-migrations-'));
});
afterEach(async () => {
  await db.drop();
  await rm(directory, { recursive: true });
});

const run = (files: readonly MigrationFile[]) =>
  db.asOwner((client) => withMigrationLock(client, () => migrate(client, files)));

/** Reads the written files as the server would. */
async function files(texts: Record<string, string>): Promise<MigrationFile[]> {
  await rm(directory, { recursive: true });
  directory = await mkdtemp(join(tmpdir(), 'scout-migrations-'));
  for (const [name, text] of Object.entries(texts)) await writeFile(join(directory, name), text);
  return await readMigrations(directory);
}

const first = { '0001_first.sql': 'CREATE TABLE scout.first (n int);\n' };
const second = { '0002_second.sql': 'CREATE TABLE scout.second (n int);\n' };

test('the project’s migrations apply to an empty database, once', async () => {
  const ours = await readMigrations();
  expect(await run(ours)).toEqual(ours.map(({ name }) => name));
  expect(await run(ours)).toEqual([]);
});

test('new files apply after earlier ones', async () => {
  await run(await files(first));
  expect(await run(await files({ ...first, ...second }))).toEqual(['0002_second.sql']);
});

test('two servers that start at once apply each file once', async () => {
  const both = await files({ ...first, ...second });
  const applied = await Promise.all([run(both), run(both)]);
  expect(applied.flat().sort()).toEqual(['0001_first.sql', '0002_second.sql']);
});

test('a file that was changed after it was applied is reported, with both checksums', async () => {
  const [before] = await files(first);
  await run([before!]);
  const [after] = await files({ '0001_first.sql': 'CREATE TABLE scout.first (n bigint);\n' });
  const refusal = run([after!]);
  await expect(refusal).rejects.toThrow(MigrationError);
  await expect(refusal).rejects.toThrow(
    `Migration 0001_first.sql was changed after it had been applied (SHA-256 ${before!.checksum} then, ` +
      `${after!.checksum} now). Restore the file and put the change into a new migration.`,
  );
});

test('line endings make no difference', async () => {
  await run(await files(first));
  expect(await run(await files({ '0001_first.sql': 'CREATE TABLE scout.first (n int);\r\n' }))).toEqual([]);
});

test('a database that a newer Scout migrated is refused', async () => {
  await run(await files({ ...first, ...second }));
  await expect(run(await files(first))).rejects.toThrow(
    'The database has migration 0002_second.sql, which this Scout does not have: a newer or another version migrated it. ' +
      'Start that version or a newer one.',
  );
});

test('a database with another history is refused', async () => {
  await run(await files(first));
  await expect(run(await files({ '0001_other.sql': 'SELECT 1' }))).rejects.toThrow(
    'The database has migration 0001_first.sql, which this Scout does not have',
  );
});

test('a file that fails leaves no trace, and everything before it applied', async () => {
  const broken = await files({
    ...first,
    '0002_second.sql': 'CREATE TABLE scout.second (n int); SELECT 1 / 0;',
  });
  await expect(run(broken)).rejects.toThrow('0002_second.sql: division by zero');
  const tables = await db.asOwner((client) =>
    client.query(
      `SELECT to_regclass('scout.first')::text AS first, to_regclass('scout.second')::text AS second`,
    ),
  );
  expect(tables.rows).toEqual([{ first: 'scout.first', second: null }]);
  expect(await run(await files({ ...first, ...second }))).toEqual(['0002_second.sql']);
});

test('a file that landed late is applied, even if it sorts before applied ones', async () => {
  const third = { '0301_third.sql': 'CREATE TABLE scout.third (n int);' };
  await run(await files({ ...first, ...third }));
  expect(await run(await files({ ...first, ...second, ...third }))).toEqual(['0002_second.sql']);
  expect(await run(await files({ ...first, ...second, ...third }))).toEqual([]);
});

test('files named by time follow those with numbers, in the order of their times', async () => {
  const named = ['20261122T0930_b.sql', '0839_last_number.sql', '20261123T0000_c.sql', '20261122T0915_a.sql'];
  const all = await files(Object.fromEntries(named.map((name) => [name, 'SELECT 1;'])));
  expect(await run(all)).toEqual([
    '0839_last_number.sql',
    '20261122T0915_a.sql',
    '20261122T0930_b.sql',
    '20261123T0000_c.sql',
  ]);
});

test('an edited file is repaired where its earlier text is known, and reported where it is not', async () => {
  const [earlier] = await files(first);
  await run([earlier!]);
  const [edited] = await files({ '0001_first.sql': 'CREATE TABLE scout.first (n bigint);\n' });
  const follow = (sql: string) => ({
    ...edited!,
    earlier: [{ checksum: earlier!.checksum.slice(0, 16), sql }],
  });
  await expect(run([follow('SELECT 1 / 0')])).rejects.toThrow('0001_first.sql, as edited: division by zero');
  await expect(run([edited!])).rejects.toThrow('was changed after it had been applied');
  expect(await run([follow('ALTER TABLE scout.first ALTER COLUMN n TYPE bigint')])).toEqual([]);
  const type = await db.asOwner((client) =>
    client.query(`SELECT data_type FROM information_schema.columns WHERE table_name = 'first'`),
  );
  expect(type.rows).toEqual([{ data_type: 'bigint' }]);
  expect(await run([edited!])).toEqual([]);
});

test('a file that was renamed after it was applied is not applied again', async () => {
  await run(await files({ ...first, ...second }));
  const renamed = await files({ ...first, '0003_second.sql': second['0002_second.sql'] });
  expect(await run(renamed)).toEqual([]);
  const ledger = await db.asOwner((client) =>
    client.query('SELECT name FROM scout.schema_migrations ORDER BY name'),
  );
  expect(ledger.rows).toEqual([{ name: '0001_first.sql' }, { name: '0003_second.sql' }]);
});

test('a number or time is used once', async () => {
  await expect(files({ ...first, '0001_again.sql': 'SELECT 1' })).rejects.toThrow(
    'Migrations 0001_again.sql and 0001_first.sql have the same number or time.',
  );
});

test.each([
  '2_second.sql',
  '0900_next.sql',
  '1001_more.sql',
  '20261322T0915_month.sql',
  '20261122T2460_hour.sql',
  '20261122_day.sql',
])('a file cannot be named %s', async (name) => {
  await expect(files({ [name]: 'SELECT 1' })).rejects.toThrow(
    `Migration ${name} should be named after the time in UTC at which it was begun: YYYYMMDDTHHMM_<name>.sql.`,
  );
});

test('numbers may leave gaps', async () => {
  const gapped = await files({ ...first, '0301_later.sql': 'CREATE TABLE scout.later (n int);' });
  expect(await run(gapped)).toEqual(['0001_first.sql', '0301_later.sql']);
});

test('incidents get their acting user without a rewrite, and existing ones stay readable', async () => {
  const ours = await readMigrations();
  const from = ours.findIndex(({ name }) => name.endsWith('_subject_users.sql'));
  await run(ours.slice(0, from));
  const files = () =>
    db.asOwner(async (owner) => {
      const { rows } = await owner.query(
        `SELECT relid::regclass::text AS name, pg_relation_filenode(relid) AS file
         FROM pg_partition_tree('scout.incidents') WHERE isleaf ORDER BY 1`,
      );
      return rows;
    });
  await db.asOwner((owner) =>
    owner.query(
      `INSERT INTO scout.incidents
         (tenant_id, rule, occurred_at, batch_id, batch_index, agent_id, service_account, service_account_key)
       SELECT gen_random_uuid(), 'failed-logons', '2026-11-01', gen_random_uuid(), n, gen_random_uuid(), 'svc', 'svc'
       FROM generate_series(0, 99) AS n`,
    ),
  );
  const before = await files();
  expect(await run(ours)).toContain('20261122T0815_subject_users.sql');
  expect(await files()).toEqual(before);
  const { rows } = await db.asOwner((owner) =>
    owner.query('SELECT count(*)::int AS n FROM scout.incidents WHERE subject_user IS NULL'),
  );
  expect(rows).toEqual([{ n: 100 }]);
});
