import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clientOf, createDatabase, startServer, type TestDatabase } from '@scout/testkit';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { withRole } from '../../platform/database/pool.ts';
import { makeFirstOrganization } from './firstOrganization.ts';
import { createTenant, listTenants } from './sql/tenants.ts';

const now = new Date('2026-03-02T09:00:00Z');
const email = 'admin@alder.example';
const password = 'correct horse battery';
let folder = '';
let database: TestDatabase;
const first = () => ({ organization: 'Alder Health', email, passwordFile: join(folder, 'password') });
const names = async () => (await listTenants(database.pool)).map(({ company_name }) => company_name);

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'scout-first-'));
  writeFileSync(join(folder, 'password'), `${password}\n`);
  writeFileSync(join(folder, 'short'), 'short\n');
});
afterAll(() => rmSync(folder, { recursive: true }));
beforeEach(async () => {
  database = await createDatabase();
});
afterEach(() => database.drop());

it('is created once with its admin, who signs in; the file is not needed again', async () => {
  expect(await makeFirstOrganization(database.pool, first(), now)).toBe('made');
  const again = { ...first(), organization: 'alder HEALTH', passwordFile: join(folder, 'absent') };
  expect(await makeFirstOrganization(database.pool, again, now)).toBe('there');
  expect(await listTenants(database.pool)).toMatchObject([
    { company_name: 'Alder Health', is_subscribed: true },
  ]);
  await using server = await startServer({ database });
  const { session } = await clientOf(server).api.authToken({
    query: { grant_type: 'password' },
    body: { email, password },
  });
  const [tenant] = await clientOf(server, session.access_token).api.tenants({});
  expect(tenant).toMatchObject({ company_name: 'Alder Health' });
  const members = await withRole(database.pool, { role: 'scout_operator' }, (tx) =>
    tx.selectFrom('memberships').select(['email', 'role', 'status']).execute(),
  );
  expect(members).toEqual([{ email, role: 'admin', status: 'active' }]);
});

it('is made once by servers that start at once', async () => {
  const outcomes = await Promise.all([1, 2, 3].map(() => makeFirstOrganization(database.pool, first(), now)));
  expect(outcomes.toSorted()).toEqual(['made', 'there', 'there']);
  expect(await names()).toEqual(['Alder Health']);
});

it('gets the admin that a start did not come to', async () => {
  await createTenant(database.pool, { company_name: 'Alder Health', is_subscribed: true }, new Date());
  expect(await makeFirstOrganization(database.pool, first(), now)).toBe('made');
});

it('is refused beside another organization, but not beside the sample', async () => {
  await createTenant(database.pool, { company_name: 'Sample', is_sample: true }, new Date());
  expect(await makeFirstOrganization(database.pool, first(), now)).toBe('made');
  const other = { ...first(), organization: 'Northwind Bank' };
  expect(await makeFirstOrganization(database.pool, other, now)).toBe('refused');
  expect(await names()).toEqual(['Alder Health', 'Sample']);
});

it.each([
  ['short', 'Password must be at least 8 characters long'],
  ['absent', 'cannot be read (ENOENT)'],
])('makes nothing with the password file %s', async (name, words) => {
  const unusable = { ...first(), passwordFile: join(folder, name) };
  await expect(makeFirstOrganization(database.pool, unusable, now)).rejects.toThrow(words);
  expect(await names()).toEqual([]);
});
