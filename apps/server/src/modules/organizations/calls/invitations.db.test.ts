import { organizationMessages } from '@scout/contract';
import { clientOf, createDatabase, startServer } from '@scout/testkit';
import { describe, expect, it } from 'vitest';
import { fresh } from '../../../testing/fresh.ts';
import { useInvitations } from '../../../testing/invitations.ts';

const here = useInvitations();

describe('sending', () => {
  it('mails a link from our template, whatever the caller sends', async () => {
    await here.admin.api.profilesUpdate({ first_name: 'Ada', last_name: 'Okafor' });
    await here.admin.api.membersAdd({ email: here.at('new') });
    const sent = await here.admin.api.sendMemberInvitation({
      to: here.at('new'),
      subject: 'You have won',
      html: '<a href="https://rival.example">Click</a>',
      text: 'https://rival.example',
      organizationName: 'Rivalry Trust',
      inviterName: 'Eve',
      inviterEmail: 'eve@rival.example',
    });
    expect(sent).toEqual({
      email: here.at('new'),
      expires_at: new Date(here.clock.now() + 7 * 86_400_000).toISOString(),
    });
    const mail = await here.inbox.next(here.at('new'));
    expect(mail.text).toContain(here.companyName);
    expect(mail.text).toContain('Ada Okafor');
    for (const content of [mail.subject, mail.html, mail.text]) {
      expect(content).not.toMatch(/won|rival|Rivalry|Eve\b/);
    }
  });

  it('stores only the hash of the token', async () => {
    const token = await here.invite(here.at('new'));
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    const dump = await here.server.database.asOwner(async (owner) => {
      const { rows } = await owner.query<{ row: string }>(
        `SELECT i::text AS row FROM scout.invitations i UNION ALL SELECT a::text FROM scout.audit_logs a
         UNION ALL SELECT j::text FROM pgboss.job j`,
      );
      return rows.map(({ row }) => row).join('\n');
    });
    expect(dump).toContain(here.at('new'));
    expect(dump).not.toContain(token);
  });

  it('is limited to one a minute per address', async () => {
    await here.invite(here.at('new'));
    const response = await here.admin.request('/functions/v1/send-member-invitation', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ to: here.at('new'), organizationName: here.companyName }),
    });
    expect(response.status).toBe(429);
    expect(await response.json()).toEqual({
      code: 'rate_limited',
      message: 'Rate limited. Try again in a minute.',
    });
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Number(response.headers.get('retry-after'))).toBeLessThanOrEqual(60);
  });

  it('is limited per organization as well, and a refused one leaves no trace', async () => {
    for (let n = 0; n < 21; n++) await here.admin.api.membersAdd({ email: here.at(`n${n}`) });
    for (let n = 0; n < 20; n++) await here.admin.api.sendMemberInvitation({ to: here.at(`n${n}`) });
    await expect(here.admin.api.sendMemberInvitation({ to: here.at('n20') })).rejects.toMatchObject({
      message: organizationMessages.invitationRateLimited,
    });
    const members = await here.admin.api.members({});
    expect(members.filter(({ invitation_expires_at }) => invitation_expires_at)).toHaveLength(20);
    expect((await here.actions()).filter((action) => action === 'invite_sent')).toHaveLength(20);
  });

  it('again withdraws the previous one', async () => {
    const first = await here.invite(here.at('new'));
    await here.server.context.rates.forget('invitePerRecipient', `${here.tenantId} ${here.at('new')}`);
    await here.admin.api.sendMemberInvitation({ to: here.at('new') });
    const second = await here.mailedToken(here.at('new'));
    expect([await here.statusOf(first), await here.statusOf(second)]).toEqual(['revoked', 'open']);
    await expect((await here.account('new')).api.acceptInvitation({ token: first })).rejects.toMatchObject({
      code: 'invitation_revoked',
      status: 410,
    });
  });

  it('is for pending members only', async () => {
    await expect(here.admin.api.sendMemberInvitation({ to: here.at('nobody') })).rejects.toMatchObject({
      code: 'not_found',
    });
    await expect(here.admin.api.sendMemberInvitation({ to: here.at('admin') })).rejects.toMatchObject({
      code: 'member_exists',
    });
  });
});

describe('the link', () => {
  it('shows organization, inviter and address to anyone who has it', async () => {
    const token = await here.invite(here.at('new'));
    expect(await clientOf(here.server).api.invitation({ token })).toEqual({
      organization: here.companyName,
      inviter: here.at('admin'),
      email: here.at('new'),
      status: 'open',
      expires_at: new Date(here.clock.now() + 7 * 86_400_000).toISOString(),
    });
  });

  it('with a token that was never sent shows nothing', async () => {
    for (const token of ['none', 'x'.repeat(43), '%00']) {
      await expect(clientOf(here.server).api.invitation({ token })).rejects.toMatchObject({
        code: 'invitation_not_found',
        status: 404,
      });
    }
  });

  it('by e-mail and organization is only for the owner of that address', async () => {
    await here.invite(here.at('new'));
    const link = { email: here.at('new'), org: here.companyName.toUpperCase() };
    const [owner, other] = [await here.account('new'), await here.account('other')];
    expect(await owner.api.invitationByAddress(link)).toMatchObject({
      organization: here.companyName,
      status: 'open',
    });
    expect(await owner.api.invitationByAddress({ ...link, org: here.tenantId })).toMatchObject({
      status: 'open',
    });
    await expect(other.api.invitationByAddress(link)).rejects.toMatchObject({
      code: 'invitation_other_address',
      status: 403,
    });
    await expect(clientOf(here.server).api.invitationByAddress(link)).rejects.toMatchObject({
      code: 'not_signed_in',
    });
    for (const org of [fresh('No such company'), here.elsewhere]) {
      await expect(owner.api.invitationByAddress({ ...link, org })).rejects.toMatchObject({
        status: 404,
        message: 'Organization not found',
      });
    }
  });

  it('by e-mail and organization says without a sign-in whether there is such an organization, and no more', async () => {
    const { api } = clientOf(here.server);
    for (const org of [here.companyName.toUpperCase(), here.tenantId])
      expect(await api.invitationOrganization({ org })).toEqual({});
    for (const org of [fresh('No such company'), '00000000-0000-4000-8000-000000000000'])
      await expect(api.invitationOrganization({ org })).rejects.toMatchObject({
        status: 404,
        message: 'Organization not found',
      });
  });

  it('without e-mail or organization is invalid', async () => {
    const owner = await here.account('new');
    for (const body of [
      { email: here.at('new') },
      { org: here.companyName },
      { email: '', org: here.companyName },
      {},
    ]) {
      const response = await owner.request('/functions/v1/invitation-by-address', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      expect(response.status).toBe(400);
      expect(((await response.json()) as { message: string }).message).toContain(
        'Invalid invitation link. Missing required parameters.',
      );
    }
  });
});

describe('guessing', () => {
  const codeOf = (call: Promise<unknown>) =>
    call.then(
      () => 'ok',
      ({ code }: { code: string }) => code,
    );

  it('tokens stops after sixty tries from an address, on one server or two, and states the wait', async () => {
    await using database = await createDatabase();
    await using one = await startServer({ database });
    await using two = await startServer({ database });
    const outcomes = await Promise.all(
      Array.from({ length: 70 }, (_, n) =>
        codeOf(clientOf(n % 2 ? one : two).api.invitation({ token: `guess ${n}` })),
      ),
    );
    expect(outcomes.filter((code) => code === 'invitation_not_found')).toHaveLength(60);
    expect(outcomes.filter((code) => code === 'rate_limited')).toHaveLength(10);
    for (const path of ['invitation', 'decline-invitation']) {
      const refused = await fetch(`${one.url}/functions/v1/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ token: 'guess' }),
      });
      expect(refused.status).toBe(429);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    }
  });

  it('organizations stops after thirty tries of a user', async () => {
    const person = await here.account('guesses');
    const outcomes: string[] = [];
    for (let n = 0; n < 31; n++) {
      outcomes.push(
        await codeOf(person.api.invitationByAddress({ email: person.email, org: `Company ${n}` })),
      );
    }
    expect(outcomes).toEqual([...Array(30).fill('not_found'), 'rate_limited']);
  });
});
