import { readMigrations } from '@scout/server/database/migrate';
import { differences, recordedMigrations } from '@scout/testkit/recordMigrations';
import { expect, test } from 'vitest';

const recorded = recordedMigrations();

test('every landed migration exists with its landed text', async () => {
  expect(recorded.length).toBeGreaterThan(75);
  expect(new Set(recorded.map(({ name }) => name)).size).toBe(recorded.length);
  expect(differences(recorded, await readMigrations())).toEqual([]);
});

test('a changed, a missing and an unrecorded migration are reported with what to do', () => {
  const [first, second, ...rest] = recorded;
  const added = { name: '20991231T2359_new.sql', checksum: 'c' };
  expect(differences(recorded, [{ ...first!, checksum: 'x' }, ...rest, added])).toEqual([
    expect.stringMatching(/^0001_roles\.sql was changed, .* Restore the file and write another migration;/),
    expect.stringMatching(new RegExp(`^${second!.name} is missing, `)),
    '20991231T2359_new.sql is not recorded. Run npm run db:schema.',
  ]);
});
