import type { Role } from '@scout/contract';
import { startServer, type TestServer } from '@scout/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { organizationWithAdmin, signedIn, type TestPerson } from '../../../testing/people.ts';

let server: TestServer;
let tenantId: string;
let domain: string;
let admin: TestPerson;

beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());
beforeEach(async () => {
  ({ tenantId, domain, admin } = await organizationWithAdmin(server));
});

const at = (name: string) => `${name}@${domain}`;
const on = (name: string) => ({ p_tenant_id: tenantId, p_email: at(name) });
const join = (name: string, standing: 'admin' | 'member' | 'pending' = 'member') =>
  signedIn(server, tenantId, at(name), standing);

/** Audit entries of the organization since the test's setup. */
async function changes(): Promise<(readonly [string, string | null])[]> {
  const entries = await admin.api.auditLogs({});
  return entries
    .filter(({ action, actor }) => !action.startsWith('sign') && actor !== 'operator')
    .map(({ action, target_email }) => [action, target_email] as const)
    .toReversed();
}

describe('roles', () => {
  it('are audited with what is after and what was before', async () => {
    await join('bo');
    await admin.api.promoteAdmin(on('bo'));
    const [entry] = await admin.api.auditLogs({ action: 'admin_promoted' });
    expect(entry?.details).toEqual({ role: 'admin', former_role: 'member', status: 'active' });
  });

  it('are given by one call, apply from the next request, and are audited', async () => {
    const bo = await join('bo');
    const give = (p_role: Role) => admin.api.setMemberRole({ ...on('bo'), p_role });
    await expect(bo.api.auditLogs({})).rejects.toMatchObject({ code: 'admin_required' });
    expect(await give('auditor')).toMatchObject({ email: at('bo'), role: 'auditor', is_admin: false });
    await expect(bo.api.auditLogs({})).resolves.toBeInstanceOf(Array);
    await expect(bo.api.members({})).resolves.toHaveLength(2);
    await expect(bo.api.tenants({})).resolves.toMatchObject([
      { members: [expect.anything(), expect.anything()] },
    ]);
    await expect(bo.api.tenantsUpdate({ receive_email_alerts: false })).rejects.toMatchObject({
      code: 'role_not_permitted',
      status: 403,
    });
    expect(await give('analyst')).toMatchObject({ role: 'analyst' });
    await expect(bo.api.auditLogs({})).rejects.toMatchObject({ code: 'role_not_permitted' });
    await expect(bo.api.tenants({})).resolves.toMatchObject([{ members: [[at('bo'), '1']] }]);
    await give('admin');
    await expect(bo.api.auditLogs({})).resolves.toBeInstanceOf(Array);
    await give('member');
    await expect(bo.api.auditLogs({})).rejects.toMatchObject({ code: 'admin_required' });
    await expect(give('member')).rejects.toMatchObject({ code: 'member_state' });
    expect(await changes()).toEqual([
      ['member_role_changed', at('bo')],
      ['member_role_changed', at('bo')],
      ['admin_promoted', at('bo')],
      ['admin_demoted', at('bo')],
    ]);
    const [entry] = await admin.api.auditLogs({ action: 'member_role_changed' });
    expect(entry?.details).toEqual({ role: 'analyst', former_role: 'auditor', status: 'active' });
  });

  it('leave the last admin, and make no one an admin who is not there', async () => {
    const role = (name: string, p_role: Role) => admin.api.setMemberRole({ ...on(name), p_role });
    await expect(role('admin', 'auditor')).rejects.toMatchObject({ code: 'last_admin' });
    await join('asked', 'pending');
    await expect(role('asked', 'admin')).rejects.toMatchObject({ code: 'member_state' });
    await expect(role('nobody', 'auditor')).rejects.toMatchObject({ code: 'not_found' });
    expect(await role('asked', 'analyst')).toMatchObject({ status: 'pending', role: 'analyst' });
    expect(await admin.api.approveMember(on('asked'))).toMatchObject({ status: 'active', role: 'analyst' });
  });

  it('come with an invitation', async () => {
    const added = await admin.api.membersAdd({ email: at('new'), role: 'auditor' });
    expect(added).toMatchObject({ role: 'auditor', status: 'pending' });
    await expect(
      admin.api.membersAdd({ email: at('boss'), role: 'admin' as 'member' }),
    ).rejects.toMatchObject({
      code: 'invalid_input',
    });
  });

  it('makes a member an admin and an admin a member', async () => {
    const bo = await join('bo');
    expect(await admin.api.promoteAdmin(on('bo'))).toMatchObject({ email: at('bo'), is_admin: true });
    await expect(bo.api.members({})).resolves.toHaveLength(2);
    expect(await admin.api.demoteAdmin(on('bo'))).toMatchObject({ email: at('bo'), is_admin: false });
    await expect(bo.api.members({})).rejects.toMatchObject({ code: 'admin_required', status: 403 });
    expect(await changes()).toEqual([
      ['admin_promoted', at('bo')],
      ['admin_demoted', at('bo')],
    ]);
  });

  it('compares addresses case-insensitively', async () => {
    await join('bo');
    const promoted = await admin.api.promoteAdmin({ p_tenant_id: tenantId, p_email: at('bo').toUpperCase() });
    expect(promoted.is_admin).toBe(true);
  });

  it('keeps the last admin', async () => {
    await join('bo');
    await expect(admin.api.demoteAdmin(on('admin'))).rejects.toMatchObject({
      code: 'last_admin',
      status: 409,
      message: 'Cannot remove last admin',
    });
    await admin.api.promoteAdmin(on('bo'));
    await expect(admin.api.demoteAdmin(on('admin'))).resolves.toMatchObject({ is_admin: false });
  });

  it('does not promote pending or unregistered members', async () => {
    await join('waits', 'pending');
    await admin.api.membersAdd({ email: at('new') });
    for (const name of ['waits', 'new']) {
      await expect(admin.api.promoteAdmin(on(name))).rejects.toMatchObject({ code: 'member_state' });
    }
    await admin.api.approveMember(on('new'));
    await expect(admin.api.promoteAdmin(on('new'))).rejects.toMatchObject({
      message: 'This person has not registered yet and cannot become an admin.',
    });
  });

  it('reveals neither members nor existence of another organization', async () => {
    const rival = await organizationWithAdmin(server);
    const theirs = { p_tenant_id: rival.tenantId, p_email: rival.admin.email };
    const mixed = { p_tenant_id: tenantId, p_email: rival.admin.email };
    for (const body of [theirs, mixed]) {
      for (const call of [
        'promoteAdmin',
        'demoteAdmin',
        'removeMember',
        'approveMember',
        'rejectMember',
      ] as const) {
        await expect(admin.api[call](body), call).rejects.toMatchObject({ status: 404, code: 'not_found' });
      }
    }
    expect(await rival.admin.api.members({})).toMatchObject([{ email: rival.admin.email, is_admin: true }]);
  });

  it('is for admins: a member is refused and nothing is written', async () => {
    const bo = await join('bo');
    await expect(bo.api.promoteAdmin(on('bo'))).rejects.toMatchObject({ code: 'admin_required' });
    expect(await changes()).toEqual([]);
  });
});

describe('removing', () => {
  it('ends every session of the member at once', async () => {
    const bo = await join('bo');
    const elsewhere = await bo.again();
    await admin.api.removeMember(on('bo'));
    for (const session of [bo, elsewhere]) {
      await expect(session.api.tenants({})).rejects.toMatchObject({ code: 'session_ended', status: 401 });
    }
    const back = await bo.again();
    expect(await back.api.tenants({})).toEqual([]);
    await expect(back.api.agents({})).rejects.toMatchObject({ code: 'no_organization' });
    expect(await admin.api.members({})).toMatchObject([{ email: at('admin') }]);
    expect(await changes()).toEqual([['member_removed', at('bo')]]);
  });

  it('never applies to oneself', async () => {
    await join('bo', 'admin');
    await expect(admin.api.removeMember(on('admin'))).rejects.toMatchObject({
      code: 'not_yourself',
      message: 'You cannot remove your own account from the organization.',
    });
  });

  it('removes a pending member too, but nobody twice', async () => {
    await join('waits', 'pending');
    await admin.api.removeMember(on('waits'));
    await expect(admin.api.removeMember(on('waits'))).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('pending members', () => {
  it('become active by approval, from the next request on', async () => {
    const waits = await join('waits', 'pending');
    expect(await waits.api.tenants({})).toEqual([]);
    const [company] = await admin.api.tenants({});
    expect((await waits.api.authUser({})).awaits).toEqual([company!.company_name]);
    expect((await admin.api.authUser({})).awaits).toEqual([]);
    expect(await admin.api.members({})).toMatchObject([
      { email: at('admin'), status: 'active', waits_for: null },
      { email: at('waits'), status: 'pending', waits_for: 'approval', has_account: true },
    ]);
    expect(await admin.api.approveMember(on('waits'))).toMatchObject({ status: 'active', waits_for: null });
    expect((await waits.api.authUser({})).awaits).toEqual([]);
    const [tenant] = await (await waits.again()).api.tenants({});
    expect(tenant?.members).toEqual([[at('waits'), '1']]);
    await expect(admin.api.approveMember(on('waits'))).rejects.toMatchObject({ code: 'member_state' });
  });

  it('are removed by rejection', async () => {
    await join('waits', 'pending');
    expect(await admin.api.rejectMember(on('waits'))).toEqual({ email: at('waits') });
    expect(await admin.api.members({})).toHaveLength(1);
    await join('active');
    await expect(admin.api.rejectMember(on('active'))).rejects.toMatchObject({ code: 'member_state' });
    expect(await changes()).toEqual([['member_rejected', at('waits')]]);
  });

  it('are not approved while they are active in another organization', async () => {
    const rival = await organizationWithAdmin(server);
    await server.database.asOwner((owner) =>
      owner.query(
        `INSERT INTO scout.memberships (tenant_id, email, user_id, role, status) VALUES ($1, $2, $3, 'member', 'pending')`,
        [tenantId, rival.admin.email, rival.admin.userId],
      ),
    );
    const body = { p_tenant_id: tenantId, p_email: rival.admin.email };
    await expect(admin.api.approveMember(body)).rejects.toMatchObject({ code: 'other_organization' });
    expect(await changes()).toEqual([]);
  });

  it('who did not ask are not admitted by approval: they remain unaffected', async () => {
    const rival = await organizationWithAdmin(server);
    const loner = await signedIn(server, rival.tenantId, at('loner'), 'none');
    for (const email of [rival.admin.email, loner.email]) {
      await admin.api.membersAdd({ email });
      expect(await admin.api.approveMember({ p_tenant_id: tenantId, p_email: email })).toMatchObject({
        status: 'active',
        has_account: false,
      });
      await admin.api.removeMember({ p_tenant_id: tenantId, p_email: email });
    }
    expect(await rival.admin.api.tenants({})).toMatchObject([{ tenant_id: rival.tenantId }]);
    expect(await loner.api.tenants({})).toEqual([]);
    expect(await loner.api.profiles({})).toEqual([]);
  });
});

describe('adding', () => {
  it('makes a pending member once', async () => {
    expect(await admin.api.membersAdd({ email: ` New@${domain.toUpperCase()} ` })).toMatchObject({
      email: at('new'),
      status: 'pending',
      has_account: false,
      waits_for: 'invitation',
      invitation_expires_at: null,
    });
    await expect(admin.api.membersAdd({ email: at('new') })).rejects.toMatchObject({
      code: 'member_exists',
      message: 'This email is already in your organization',
    });
    await expect(admin.api.membersAdd({ email: at('admin') })).rejects.toMatchObject({
      code: 'member_exists',
    });
    expect(await changes()).toEqual([['member_added', at('new')]]);
  });

  it.each(['', 'bo', 'bo@', 'bo@northwind.example\nbcc: eve@rival.example'])('refuses %j', async (email) => {
    await expect(admin.api.membersAdd({ email })).rejects.toMatchObject({
      code: 'invalid_input',
      message: 'Please enter a valid email address',
    });
  });

  it('is visible in the pairs of the organization: all to admins, their own to members', async () => {
    await admin.api.membersAdd({ email: at('new') });
    const bo = await join('bo');
    const [asAdmin] = await admin.api.tenants({});
    expect(asAdmin?.members).toEqual([
      [at('admin'), '1'],
      [at('bo'), '1'],
      [at('new'), '0'],
    ]);
    const [asMember] = await bo.api.tenants({});
    expect(asMember?.members).toEqual([[at('bo'), '1']]);
    expect(asMember?.alert_recipient_emails).toEqual([]);
  });
});
