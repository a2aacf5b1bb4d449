import type { Role } from '@scout/contract';
import { createOrganization, startServer, type TestOrganization, type TestServer } from '@scout/testkit';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { fresh } from '../../../testing/fresh.ts';
import { signedIn } from '../../../testing/people.ts';
import { type Directory, directoryOf } from './testing/directory.ts';

let server: TestServer;
let bank: TestOrganization;
let directory: Directory;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  bank = await createOrganization(server, fresh('Bank'));
  directory = await directoryOf(server, bank);
});

const api = async () => (await bank.as('admin')).api;
const roleOf = (email: string): Promise<string> =>
  server.database.asOwner(async (owner) => {
    const { rows } = await owner.query<{ role: string }>(
      'SELECT role FROM scout.memberships WHERE tenant_id = $1 AND email = $2',
      [bank.tenantId, email],
    );
    return rows[0]!.role;
  });
const newAddress = () => `${fresh('ada')}@${bank.emailOf('admin').split('@')[1]}`;

async function person(email = newAddress()) {
  const { body } = await directory.post('/Users', { userName: email });
  return { email, id: body.id as string };
}
const group = async (name: string, ...members: { id: string }[]) =>
  (
    await directory.post('/Groups', {
      displayName: name,
      externalId: `id of ${name}`,
      members: members.map(({ id }) => ({ value: id })),
    })
  ).body.id as string;
const give = async (name: string, role: Role) => (await api()).groupRolesAdd({ group: name, role });

it('a group gives its role, the most powerful counts, and no group gives that of a member', async () => {
  const [ada, bo, cy] = [await person(), await person(), await person()];
  const admins = await group('Admins', ada);
  await group('Staff', ada, bo);
  expect(await roleOf(ada.email)).toBe('member');
  const settings = await give('Admins', 'admin');
  expect(settings).toMatchObject({
    users: 3,
    groups: ['Admins', 'Staff'],
    roles: [{ group: 'Admins', role: 'admin' }],
  });
  expect(settings.scim_url).toBe(`${server.url}/scim/v2`);
  await give('id of Staff', 'member');
  expect([await roleOf(ada.email), await roleOf(bo.email), await roleOf(cy.email)]).toEqual([
    'admin',
    'member',
    'member',
  ]);
  await directory.patch(`/Groups/${admins}`, {
    Operations: [
      { op: 'Remove', path: `members[value eq "${ada.id}"]` },
      { op: 'Add', path: 'members', value: [{ value: cy.id }] },
    ],
  });
  expect([await roleOf(ada.email), await roleOf(cy.email)]).toEqual(['member', 'admin']);
  await directory.patch(`/Groups/${admins}`, {
    Operations: [{ op: 'replace', value: { displayName: 'Others' } }],
  });
  expect(await roleOf(cy.email)).toBe('member');
  await directory.patch(`/Groups/${admins}`, {
    Operations: [{ op: 'replace', value: { displayName: 'Admins' } }],
  });
  expect(await roleOf(cy.email)).toBe('admin');
  await directory.delete(`/Groups/${admins}`);
  expect(await roleOf(cy.email)).toBe('member');
  const entries = (await (await api()).auditLogs({})).filter(({ action }) => action === 'role_by_group');
  expect(entries).toHaveLength(6);
  expect(entries[0]).toMatchObject({ target_email: cy.email, actor: 'API token directory' });
});

it('a group makes owners of accounts, and a group of members gives more', async () => {
  const [ada, bo] = [await person(), await person()];
  await group('Account owners', ada, bo);
  await group('Staff', bo);
  await give('Account owners', 'owner');
  expect([await roleOf(ada.email), await roleOf(bo.email)]).toEqual(['owner', 'owner']);
  await give('Staff', 'member');
  expect([await roleOf(ada.email), await roleOf(bo.email)]).toEqual(['owner', 'member']);
});

it('the table takes a group once, and says when a group is missing', async () => {
  await give('Admins', 'admin');
  await expect(give('Admins', 'member')).rejects.toMatchObject({ code: 'group_role_exists' });
  await expect(give(' ', 'member')).rejects.toMatchObject({ code: 'invalid_input' });
  await expect((await api()).groupRolesRemove({ group: 'Nobody' })).rejects.toMatchObject({
    code: 'not_found',
  });
  expect((await (await api()).groupRolesRemove({ group: 'Admins' })).roles).toEqual([]);
});

it('the last admin stays, and so do break-glass accounts', async () => {
  const admin = await person(bank.emailOf('admin'));
  await group('Staff', admin);
  await give('Staff', 'member');
  expect(await roleOf(admin.email)).toBe('admin');
  const other = await signedIn(server, bank.tenantId, newAddress(), 'admin');
  await server.database.asOwner(async (owner) => {
    await owner.query(
      `INSERT INTO scout.sso_connections (tenant_id, issuer, client_id, created_at, created_by)
       VALUES ($1, 'https://login.invalid', 'scout', now(), 'ada')`,
      [bank.tenantId],
    );
    await owner.query('INSERT INTO scout.sso_break_glass (tenant_id, email, user_id) VALUES ($1, $2, $3)', [
      bank.tenantId,
      other.email,
      other.userId,
    ]);
  });
  await person(other.email);
  expect(await roleOf(other.email)).toBe('admin');
  // Now another admin is left, so that the first follows the groups.
  await group('More', admin);
  expect(await roleOf(admin.email)).toBe('member');
});
