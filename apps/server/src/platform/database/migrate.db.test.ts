import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDatabase, type TestDatabase } from '@scout/testkit/database';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  MigrationError,
  type MigrationFile,
  migrate,
  readMigrations,
  restoreMarker,
  withMigrationLock,
} from './migrate.ts';

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
  await mkdir(join(directory, 'baseline'));
  for (const [name, text] of Object.entries(texts)) await writeFile(join(directory, name), text);
  return await readMigrations(directory);
}

const first = { 'baseline/01_first.sql': 'CREATE TABLE scout.first (n int);\n' };
const second = { '20270101T0915_second.sql': 'CREATE TABLE scout.second (n int);\n' };

test('the project’s migrations apply to an empty database, once', async () => {
  const ours = await readMigrations();
  expect(ours[0]?.name).toBe('baseline');
  expect(await run(ours)).toEqual(ours.map(({ name }) => name));
  expect(await run(ours)).toEqual([]);
});

test('the files of the baseline are one migration, in the order of their names', async () => {
  const two = await files({
    'baseline/02_more.sql': 'ALTER TABLE scout.first ADD COLUMN m int;\n',
    ...first,
    'baseline/notes.txt': 'not SQL',
  });
  expect(two.map(({ name }) => name)).toEqual(['baseline']);
  expect(await run(two)).toEqual(['baseline']);
  expect(await run(two)).toEqual([]);
});

test('new files apply after the baseline', async () => {
  await run(await files(first));
  expect(await run(await files({ ...first, ...second }))).toEqual(['20270101T0915_second.sql']);
});

test('two servers that start at once apply each file once', async () => {
  const both = await files({ ...first, ...second });
  const applied = await Promise.all([run(both), run(both)]);
  expect(applied.flat().sort()).toEqual(['20270101T0915_second.sql', 'baseline']);
});

test.each([
  ['baseline', 'baseline/01_first.sql'],
  ['20270101T0915_second.sql', '20270101T0915_second.sql'],
])('%s is reported if it was changed after it was applied, with both checksums', async (name, file) => {
  const texts = { ...first, ...second };
  const before = await files(texts);
  await run(before);
  const after = await files({ ...texts, [file]: `${texts[file as keyof typeof texts]}-- a change\n` });
  const checksumOf = (all: MigrationFile[]) => all.find((one) => one.name === name)!.checksum;
  const refusal = run(after);
  await expect(refusal).rejects.toThrow(MigrationError);
  await expect(refusal).rejects.toThrow(
    `Migration ${name} was changed after it had been applied (SHA-256 ${checksumOf(before)} then, ` +
      `${checksumOf(after)} now). Restore the file and put the change into a new migration.`,
  );
});

test('line endings make no difference', async () => {
  await run(await files(first));
  const windows = { 'baseline/01_first.sql': 'CREATE TABLE scout.first (n int);\r\n' };
  expect(await run(await files(windows))).toEqual([]);
});

test('a database that a newer Scout migrated is refused', async () => {
  await run(await files({ ...first, ...second }));
  await expect(run(await files(first))).rejects.toThrow(
    'The database has migration 20270101T0915_second.sql, which this Scout does not have: a newer or another version migrated it. ' +
      'Start that version or a newer one.',
  );
});

test('a database of an unreleased version is refused in one sentence that says what to do, and left as it is', async () => {
  const ours = await files(first);
  const older = ['0001_roles.sql', '20261122T1540_cases.sql'].map((name) => ({ ...ours[0]!, name }));
  await db.asOwner(async (client) => {
    await run([ours[0]!]);
    await client.query('DELETE FROM scout.schema_migrations');
    for (const { name, checksum } of older)
      await client.query('INSERT INTO scout.schema_migrations VALUES ($1, $2)', [name, checksum]);
  });
  const refusal = run(ours);
  await expect(refusal).rejects.toThrow(MigrationError);
  await expect(refusal).rejects.toThrow(
    'The database was made by an unreleased version of Scout and cannot be upgraded: start with an empty data folder ' +
      '(SCOUT_DATA_DIR), or with an empty database in DATABASE_URL.',
  );
  const ledger = await db.asOwner((client) =>
    client.query('SELECT name FROM scout.schema_migrations ORDER BY 1'),
  );
  expect(ledger.rows).toEqual(older.map(({ name }) => ({ name })));
});

test('a database whose restore was cut off is refused, whatever it holds', async () => {
  const ours = await files(first);
  await run(ours);
  await db.asOwner((client) =>
    client.query('INSERT INTO scout.schema_migrations VALUES ($1, $1)', [restoreMarker]),
  );
  await expect(run(ours)).rejects.toThrow('A restore into this database was interrupted');
});

test('a file that fails leaves no trace, and everything before it applied', async () => {
  const broken = await files({
    ...first,
    '20270101T0915_second.sql': 'CREATE TABLE scout.second (n int); SELECT 1 / 0;',
  });
  await expect(run(broken)).rejects.toThrow('20270101T0915_second.sql: division by zero');
  const tables = await db.asOwner((client) =>
    client.query(
      `SELECT to_regclass('scout.first')::text AS first, to_regclass('scout.second')::text AS second`,
    ),
  );
  expect(tables.rows).toEqual([{ first: 'scout.first', second: null }]);
  expect(await run(await files({ ...first, ...second }))).toEqual(['20270101T0915_second.sql']);
});

test('a file that landed late is applied, even if it sorts before applied ones', async () => {
  const third = { '20270301T0000_third.sql': 'CREATE TABLE scout.third (n int);' };
  await run(await files({ ...first, ...third }));
  expect(await run(await files({ ...first, ...second, ...third }))).toEqual(['20270101T0915_second.sql']);
  expect(await run(await files({ ...first, ...second, ...third }))).toEqual([]);
});

test('every table of a migration lets its owner back it up', async () => {
  await run(await files({ ...first, ...second }));
  const { rows } = await db.asOwner((client) =>
    client.query<{ name: string }>(
      `SELECT polrelid::regclass::text AS name FROM pg_policy WHERE polname = 'owner_backs_up' ORDER BY 1`,
    ),
  );
  expect(rows.map(({ name }) => name)).toEqual(['scout.first', 'scout.second']);
});

test('a time is used once', async () => {
  await expect(files({ ...first, ...second, '20270101T0915_again.sql': 'SELECT 1' })).rejects.toThrow(
    'Migrations 20270101T0915_again.sql and 20270101T0915_second.sql have the same time.',
  );
});

test.each([
  '0001_first.sql',
  '2_second.sql',
  '20261322T0915_month.sql',
  '20261122T2460_hour.sql',
  '20261122_day.sql',
])('a file cannot be named %s', async (name) => {
  await expect(files({ [name]: 'SELECT 1' })).rejects.toThrow(
    `Migration ${name} should be named after the time in UTC at which it was begun: YYYYMMDDTHHMM_<name>.sql.`,
  );
});
