import {
  clientOf,
  createOrganization,
  startServer,
  type TestOrganization,
  type TestServer,
} from '@scout/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fresh } from '../../../testing/fresh.ts';
import { signedIn } from '../../../testing/people.ts';
import { type Directory, directoryOf, type ScimBody } from './testing/directory.ts';

let server: TestServer;
let bank: TestOrganization;
let rival: TestOrganization;
let directory: Directory;
let other: Directory;

beforeAll(async () => {
  server = await startServer();
  bank = await createOrganization(server, 'Northwind Bank');
  rival = await createOrganization(server, 'Meridian Defense');
  directory = await directoryOf(server, bank);
  other = await directoryOf(server, rival);
});
afterAll(() => server.stop());

const query = async <T extends object>(text: string, values: readonly unknown[] = []): Promise<T[]> =>
  (await server.database.asOwner((owner) => owner.query<T>(text, [...values]))).rows;
const membershipOf = async (email: string, { tenantId } = bank) =>
  (
    await query<{ role: string; status: string; user_id: string | null }>(
      'SELECT role, status, user_id FROM scout.memberships WHERE tenant_id = $1 AND email = $2',
      [tenantId, email],
    )
  )[0];
const lastEntries = async (email: string) =>
  query<{ action: string; actor: string }>(
    'SELECT action, actor FROM scout.audit_logs WHERE tenant_id = $1 AND target_email = $2 ORDER BY sequence',
    [bank.tenantId, email],
  );
const newAddress = () => `${fresh('ada')}@northwind-bank.example`;
const active = (value: unknown): ScimBody => ({ Operations: [{ op: 'replace', value: { active: value } }] });

/** A member who has signed in, and whom the directory takes over. */
async function member(standing: 'admin' | 'member' = 'member') {
  const person = await signedIn(server, bank.tenantId, newAddress(), standing);
  const { body } = await directory.post('/Users', { userName: person.email });
  return { person, path: `/Users/${body.id}` };
}

describe('a provisioned person', () => {
  it('becomes a member at a verified domain, and joins with the account when signing in', async () => {
    const email = newAddress();
    const created = await directory.post('/Users', {
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
      userName: email.toUpperCase(),
      externalId: 'e-1',
      name: { givenName: 'Ada', familyName: 'Lovelace' },
    });
    expect(created.status).toBe(201);
    expect(created.type).toMatch(/^application\/scim\+json/);
    expect(created.body).toMatchObject({ active: true, externalId: 'e-1', emails: [{ value: email }] });
    expect(created.location).toBe(created.body.meta.location);
    expect(await membershipOf(email)).toEqual({ role: 'member', status: 'active', user_id: null });
    expect(await lastEntries(email)).toEqual([
      { action: 'member_provisioned', actor: 'API token directory' },
      { action: 'member_joined', actor: 'API token directory' },
    ]);
  });

  it('is refused at another domain, and twice', async () => {
    const far = await directory.post('/Users', { userName: 'ada@elsewhere.example' });
    expect([far.status, far.body.code]).toEqual([409, 'scim_domain']);
    const email = newAddress();
    await directory.post('/Users', { userName: email });
    const again = await directory.post('/Users', { userName: email.toUpperCase() });
    expect([again.status, again.body.scimType, again.body.status]).toEqual([409, 'uniqueness', '409']);
  });

  it('who is deactivated is refused with the next request, and comes back with the role', async () => {
    const { person, path } = await member('admin');
    const token = await person.api.apiTokensCreate({
      name: 'own',
      scopes: ['cases:read'],
      password: 'a password of the test',
    });
    await expect(person.api.cases({})).resolves.toBeDefined();
    const ended = await directory.patch(path, active('False'));
    expect(ended.body.active).toBe(false);
    await expect(person.api.cases({})).rejects.toMatchObject({ code: 'session_ended', status: 401 });
    await expect(clientOf(server, token.token).api.cases({})).rejects.toMatchObject({
      code: 'invalid_api_token',
    });
    expect(await membershipOf(person.email)).toBeUndefined();
    const returned = await directory.patch(path, active(true));
    expect(returned.body.active).toBe(true);
    expect(await membershipOf(person.email)).toEqual({
      role: 'admin',
      status: 'active',
      user_id: person.userId,
    });
    await expect(person.api.cases({})).rejects.toMatchObject({ code: 'session_ended' });
  });

  it('who is deleted is refused with the next request, and may be created again', async () => {
    const { person, path } = await member();
    expect((await directory.delete(path)).status).toBe(204);
    await expect(person.api.tenants({})).rejects.toMatchObject({ code: 'session_ended' });
    expect((await directory.get(path)).status).toBe(404);
    const again = await directory.post('/Users', { userName: person.email });
    expect([again.status, again.body.active]).toEqual([201, true]);
    expect(await membershipOf(person.email)).toMatchObject({ role: 'member', status: 'active' });
  });

  it('whom an admin removed waits for an admin', async () => {
    const { person, path } = await member();
    const admin = await bank.as('admin');
    await admin.api.removeMember({ p_tenant_id: bank.tenantId, p_email: person.email });
    expect((await directory.get(path)).body.active).toBe(false);
    expect((await directory.patch(path, active(true))).body.active).toBe(false);
    expect(await membershipOf(person.email)).toMatchObject({ status: 'pending' });
    await admin.api.approveMember({ p_tenant_id: bank.tenantId, p_email: person.email });
    expect((await directory.get(path)).body.active).toBe(true);
  });

  it('keeps the address of the account; an address without one moves', async () => {
    const { person, path } = await member();
    const moved = newAddress();
    await directory.patch(path, { Operations: [{ op: 'replace', path: 'userName', value: moved }] });
    const changed = await directory.patch(path, {
      Operations: [{ op: 'Replace', path: 'emails[type eq "work"].value', value: moved }],
    });
    expect(changed.body).toMatchObject({ userName: moved, emails: [{ value: moved }], active: true });
    expect(await membershipOf(person.email)).toMatchObject({ status: 'active' });
    await expect(person.api.tenants({})).resolves.toHaveLength(1);
    const [before, after] = [newAddress(), newAddress()];
    const { body } = await directory.post('/Users', { userName: before });
    await directory.patch(`/Users/${body.id}`, {
      Operations: [{ op: 'replace', value: { userName: after, emails: [{ value: after, primary: true }] } }],
    });
    expect([await membershipOf(before), await membershipOf(after)]).toMatchObject([
      undefined,
      { status: 'active' },
    ]);
  });
});

describe('who cannot be deactivated', () => {
  it('is the last admin', async () => {
    const alone = await createOrganization(server, fresh('Alder Health'));
    const own = await directoryOf(server, alone);
    const { body } = await own.post('/Users', { userName: alone.emailOf('admin') });
    for (const end of [
      () => own.patch(`/Users/${body.id}`, active(false)),
      () => own.put(`/Users/${body.id}`, { userName: alone.emailOf('admin'), active: false }),
      () => own.delete(`/Users/${body.id}`),
    ]) {
      const refused = await end();
      expect([refused.status, refused.body.code, refused.body.detail]).toEqual([
        409,
        'last_admin',
        'Cannot remove last admin',
      ]);
    }
    await expect((await alone.as('admin')).api.members({})).resolves.toBeDefined();
  });

  it('is a break-glass account', async () => {
    const { person, path } = await member('admin');
    await query(
      `INSERT INTO scout.sso_connections (tenant_id, issuer, client_id, created_at, created_by)
       VALUES ($1, 'https://login.invalid', 'scout', now(), 'ada')`,
      [bank.tenantId],
    );
    await query('INSERT INTO scout.sso_break_glass (tenant_id, email, user_id) VALUES ($1, $2, $3)', [
      bank.tenantId,
      person.email,
      person.userId,
    ]);
    const refused = await directory.patch(path, active('False'));
    expect([refused.status, refused.body.code]).toEqual([409, 'break_glass_kept']);
    await expect(person.api.cases({})).resolves.toBeDefined();
    await query('DELETE FROM scout.sso_connections WHERE tenant_id = $1', [bank.tenantId]);
    expect((await directory.patch(path, active('False'))).status).toBe(200);
  });
});

describe('two organizations', () => {
  it('neither see nor change what is the other’s', async () => {
    const { person, path } = await member();
    const group = await directory.post('/Groups', { displayName: fresh('Analysts') });
    const groupPath = `/Groups/${group.body.id}`;
    for (const refused of [
      await other.get(path),
      await other.patch(path, active(false)),
      await other.put(path, { userName: person.email }),
      await other.delete(path),
      await other.get(groupPath),
      await other.delete(groupPath),
      await other.patch(groupPath, { Operations: [{ op: 'add', path: 'members', value: [] }] }),
    ])
      expect(refused.status).toBe(404);
    expect((await other.get('/Users?filter=userName pr')).body.totalResults).toBe(0);
    expect((await other.get('/Groups')).body.totalResults).toBe(0);
    const mine = await other.post('/Groups', { displayName: fresh('Ours') });
    const taken = await other.patch(`/Groups/${mine.body.id}`, {
      Operations: [{ op: 'add', path: 'members', value: [{ value: path.split('/')[2] }] }],
    });
    expect([taken.status, taken.body.scimType]).toEqual([400, 'invalidValue']);
    await expect(person.api.cases({})).resolves.toBeDefined();
  });

  it('share no account: whoever is active in one is not taken by the other', async () => {
    const person = await signedIn(server, rival.tenantId, newAddress(), 'member');
    const { body, status } = await directory.post('/Users', { userName: person.email });
    expect(status).toBe(201);
    expect(JSON.stringify(body)).not.toContain(person.userId);
    expect(await membershipOf(person.email)).toMatchObject({ user_id: null });
    await directory.patch(`/Users/${body.id}`, active(false));
    await directory.delete(`/Users/${body.id}`);
    await expect(person.api.cases({})).resolves.toBeDefined();
    expect(await membershipOf(person.email, rival)).toMatchObject({
      status: 'active',
      user_id: person.userId,
    });
  });
});

describe('a caller', () => {
  it('needs a token of the organization with the scope', async () => {
    const admin = await bank.as('admin');
    for (const [scopes, expected] of [
      [['members:read'], 'api_token_scope'],
      [['members:provision'], 'scim_token'],
    ] as const) {
      const { token } = await admin.api.apiTokensCreate({
        name: 'x',
        scopes: [...scopes],
        password: bank.password,
      });
      const refused = await clientOf(server, token).request('/scim/v2/Users');
      expect([refused.status, refused.headers.get('content-type')]).toEqual([
        403,
        'application/scim+json; charset=utf-8',
      ]);
      expect(await refused.json()).toMatchObject({
        schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
        status: '403',
        code: expected,
      });
    }
    const without = await clientOf(server).request('/scim/v2/Users');
    expect([without.status, without.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
  });

  it('changes no version that it does not know', async () => {
    const { body, etag } = await directory.post('/Users', { userName: newAddress() });
    const path = `/Users/${body.id}`;
    expect(body.meta.version).toBe(etag);
    expect((await directory.get(path, { 'if-none-match': etag })).status).toBe(304);
    const rename: ScimBody = { Operations: [{ op: 'add', path: 'displayName', value: 'Ada' }] };
    const changed = await directory.patch(path, rename, { 'if-match': etag });
    expect([changed.status, changed.etag === etag]).toEqual([200, false]);
    expect((await directory.patch(path, rename, { 'if-match': etag })).status).toBe(412);
    expect((await directory.delete(path, { 'if-match': etag })).status).toBe(412);
    // The same again changes nothing, the version neither.
    expect((await directory.patch(path, rename)).etag).toBe(changed.etag);
    expect((await directory.delete(path, { 'if-match': changed.etag })).status).toBe(204);
  });
});
