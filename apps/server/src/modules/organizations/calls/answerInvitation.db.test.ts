import { clientOf } from '@scout/testkit';
import { describe, expect, it } from 'vitest';
import { fresh } from '../../../testing/fresh.ts';
import { useInvitations } from '../../../testing/invitations.ts';
import { organizationWithAdmin, signedIn } from '../../../testing/people.ts';
import { openDomain, register } from '../../auth/testing/browser.ts';

const here = useInvitations();

describe('accepting', () => {
  it('makes the invited person a member, with the change in the audit log', async () => {
    const token = await here.invite(here.at('new'));
    const person = await here.account('new');
    expect(await person.api.acceptInvitation({ token })).toEqual({
      organization: here.companyName,
      tenant_id: here.tenantId,
    });
    const { session } = await person.api.syncClaims();
    const member = clientOf(here.server, session.access_token);
    expect(await member.api.tenants({})).toMatchObject([
      { tenant_id: here.tenantId, members: [[here.at('new'), '1']] },
    ]);
    expect(await member.api.profiles({})).toMatchObject([{ email: here.at('new'), is_admin: false }]);
    expect(await here.statusOf(token)).toBe('accepted');
    const [entry] = await here.admin.api.auditLogs({ action: 'invite_accepted' });
    expect(entry).toMatchObject({
      actor: here.at('new'),
      target_email: here.at('new'),
      details: { organization_name: here.companyName },
      address: '127.0.0.1',
    });
    const emitted = await member.api.auditEmit({
      p_tenant_id: here.tenantId,
      p_action: 'invite_accepted',
      p_target: here.at('new'),
      p_details: { organization_name: here.companyName },
    });
    expect(emitted).toEqual({ id: entry?.id });
    expect(await here.admin.api.auditLogs({ action: 'invite_accepted' })).toHaveLength(1);
  });

  it('admits a stranger from another domain, who registers with the name of the organization', async () => {
    const email = `guest@${fresh('guests')}.example`;
    const token = await here.invite(email);
    const browser = await register(here.server, here.inbox, email, here.companyName);
    expect((await browser.get('/rest/v1/tenants')).body).toEqual([]);
    expect((await here.admin.api.members({})).find((member) => member.email === email)).toMatchObject({
      status: 'pending',
      waits_for: 'invitation',
      has_account: true,
    });
    const { body } = await browser.post('/functions/v1/accept-invitation', { token });
    expect(body).toEqual({ organization: here.companyName, tenant_id: here.tenantId });
    await browser.post('/functions/v1/sync-claims');
    expect((await browser.get('/rest/v1/tenants')).body).toMatchObject([{ tenant_id: here.tenantId }]);
  });

  it('also works by e-mail and organization', async () => {
    await here.invite(here.at('new'));
    const person = await here.account('new');
    await person.api.acceptInvitation({ email: here.at('new'), org: here.tenantId });
    expect(await (await person.again()).api.tenants({})).toHaveLength(1);
  });

  it('is for the invited address', async () => {
    const token = await here.invite(here.at('new'));
    await expect((await here.account('other')).api.acceptInvitation({ token })).rejects.toMatchObject({
      code: 'invitation_other_address',
    });
    expect(await here.statusOf(token)).toBe('open');
  });

  it('works once: of ten concurrent requests one succeeds', async () => {
    const token = await here.invite(here.at('new'));
    const person = await here.account('new');
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, () =>
        person.api.acceptInvitation({ token }).then(
          () => 'ok',
          ({ code }: { code: string }) => code,
        ),
      ),
    );
    expect(outcomes.toSorted()).toEqual([...Array(9).fill('invitation_used'), 'ok']);
    expect((await here.actions()).filter((action) => action === 'invite_accepted')).toHaveLength(1);
  });

  it('ends after seven days, to the millisecond', async () => {
    const token = await here.invite(here.at('new'));
    const person = await here.account('new');
    const start = here.clock.now();
    try {
      here.clock.set(start + 7 * 86_400_000 - 1);
      expect(await here.statusOf(token)).toBe('open');
      here.clock.advance(1);
      expect(await here.statusOf(token)).toBe('expired');
      await expect((await person.again()).api.acceptInvitation({ token })).rejects.toMatchObject({
        code: 'invitation_expired',
        status: 410,
      });
    } finally {
      here.clock.set(start);
    }
  });

  it('is refused for an active member of another organization', async () => {
    const other = await organizationWithAdmin(here.server);
    const token = await here.invite(other.admin.email);
    await expect(other.admin.api.acceptInvitation({ token })).rejects.toMatchObject({
      code: 'other_organization',
      status: 409,
    });
    expect(await here.statusOf(token)).toBe('open');
  });

  it('of two organizations at the same moment adds the person to one', async () => {
    const first = await here.invite(here.at('new'));
    const rival = await organizationWithAdmin(here.server);
    await rival.admin.api.membersAdd({ email: here.at('new') });
    await rival.admin.api.sendMemberInvitation({ to: here.at('new') });
    const second = await here.mailedToken(here.at('new'));
    const person = await here.account('new');
    const outcomes = await Promise.allSettled(
      [first, second].map((token) => person.api.acceptInvitation({ token })),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const active = await here.server.database.asOwner((owner) =>
      owner.query(`SELECT FROM scout.memberships WHERE email = $1 AND status = 'active'`, [here.at('new')]),
    );
    expect(active.rowCount).toBe(1);
  });

  it('is impossible after an admin has removed the person from the list', async () => {
    for (const call of ['rejectMember', 'removeMember'] as const) {
      const name = call.toLowerCase();
      const token = await here.invite(here.at(name));
      const person = await here.account(name);
      await here.admin.api[call]({ p_tenant_id: here.tenantId, p_email: here.at(name) });
      await expect(person.api.acceptInvitation({ token })).rejects.toMatchObject({
        code: 'invitation_revoked',
      });
    }
  });
});

describe('declining', () => {
  it('needs no user, removes the person from the list, and is final', async () => {
    const token = await here.invite(here.at('new'));
    expect(await clientOf(here.server).api.declineInvitation({ token })).toEqual({
      organization: here.companyName,
    });
    expect(await here.statusOf(token)).toBe('declined');
    expect(await here.admin.api.members({})).toHaveLength(1);
    await expect((await here.account('new')).api.acceptInvitation({ token })).rejects.toMatchObject({
      code: 'invitation_declined',
    });
    await expect(clientOf(here.server).api.declineInvitation({ token })).rejects.toMatchObject({
      code: 'invitation_declined',
    });
    expect((await here.actions()).filter((action) => action.startsWith('invite'))).toEqual([
      'invite_sent',
      'invite_declined',
    ]);
  });

  it.each(['pending', 'active'])('leaves no membership behind: a %s one', async (status) => {
    const email = here.at('new');
    const token = await here.invite(email);
    if (status === 'active') await openDomain(here.server, here.domain);
    const browser = await register(here.server, here.inbox, email, here.companyName);
    expect((await here.admin.api.members({})).find((one) => one.email === email)).toMatchObject({ status });
    const { body } = await browser.post('/functions/v1/decline-invitation', { token });
    expect(body).toEqual({ organization: here.companyName });
    expect((await here.admin.api.members({})).map((one) => one.email)).toEqual([here.at('admin')]);
    expect((await browser.get('/rest/v1/tenants')).body).toEqual([]);
    expect((await browser.get('/rest/v1/profiles')).body).toEqual([]);
  });

  it('does not remove someone who has become an admin since', async () => {
    const email = here.at('new');
    const token = await here.invite(email);
    await openDomain(here.server, here.domain);
    await register(here.server, here.inbox, email, here.companyName);
    await here.admin.api.promoteAdmin({ p_tenant_id: here.tenantId, p_email: email });
    await expect(clientOf(here.server).api.declineInvitation({ token })).rejects.toMatchObject({
      code: 'member_state',
    });
    expect(await here.admin.api.members({})).toHaveLength(2);
  });

  it('by e-mail and organization is only for the owner of the address', async () => {
    await here.invite(here.at('new'));
    const link = { email: here.at('new'), org: here.tenantId };
    await expect((await here.account('other')).api.declineInvitationByAddress(link)).rejects.toMatchObject({
      code: 'invitation_other_address',
    });
    await (await here.account('new')).api.declineInvitationByAddress(link);
    expect(await here.admin.api.members({})).toHaveLength(1);
  });
});

describe('audit_emit', () => {
  it('writes nothing, and confirms nothing that did not happen', async () => {
    const bo = await signedIn(here.server, here.tenantId, here.at('bo'));
    const body = {
      p_tenant_id: here.tenantId,
      p_action: 'invite_accepted' as const,
      p_target: here.at('bo'),
    };
    const before = await here.actions();
    for (const tried of [
      body,
      { ...body, p_target: here.at('admin') },
      { ...body, p_tenant_id: here.elsewhere },
    ]) {
      await expect(bo.api.auditEmit(tried)).rejects.toMatchObject({ code: 'not_found', status: 404 });
    }
    expect(await here.actions()).toEqual(before);
  });
});
