import { organizationMessages } from '@scout/contract';
import {
  clientOf,
  createClock,
  createDatabase,
  createInbox,
  type Inbox,
  startServer,
  type TestClock,
  type TestServer,
} from '@scout/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { register } from '../auth/testing/browser.ts';
import { fresh } from './testing/fresh.ts';
import { organizationWithAdmin, signedIn, type TestPerson } from './testing/people.ts';

let server: TestServer;
let inbox: Inbox;
let clock: TestClock;
/** Where people come from who belong to no organization. */
let elsewhere: string;
let tenantId: string;
let companyName: string;
let domain: string;
let admin: TestPerson;

beforeAll(async () => {
  inbox = await createInbox();
  clock = createClock(new Date().toISOString());
  server = await startServer({ inbox, clock });
  elsewhere = (await organizationWithAdmin(server)).tenantId;
});
afterAll(async () => {
  await server.stop();
  await inbox.stop();
});
beforeEach(async () => {
  ({ tenantId, companyName, domain, admin } = await organizationWithAdmin(server));
});

const at = (name: string) => `${name}@${domain}`;

/** Adds and invites somebody; the token is the one in the mail. */
async function invite(email: string): Promise<string> {
  await admin.api.membersAdd({ email });
  await admin.api.sendMemberInvitation({ to: email });
  return mailedToken(email);
}

async function mailedToken(email: string): Promise<string> {
  const { link } = await inbox.next(email);
  const url = new URL(link ?? '');
  expect(url.origin + url.pathname).toBe(`${server.url}/accept-invitation`);
  return url.searchParams.get('token') ?? '';
}

/** An account that belongs nowhere. */
const account = (name: string) => signedIn(server, elsewhere, at(name), 'none');

const statusOf = async (token: string) => (await clientOf(server).api.invitation({ token })).status;

async function actions(): Promise<string[]> {
  return (await admin.api.auditLogs({})).map(({ action }) => action).toReversed();
}

describe('sending', () => {
  it('mails a link from our template, whatever the caller would rather send', async () => {
    await admin.api.profilesUpdate({ first_name: 'Ada', last_name: 'Okafor' });
    await admin.api.membersAdd({ email: at('new') });
    const sent = await admin.api.sendMemberInvitation({
      to: at('new'),
      subject: 'You have won',
      html: '<a href="https://rival.example">Click</a>',
      text: 'https://rival.example',
      organizationName: 'Rivalry Trust',
      inviterName: 'Eve',
      inviterEmail: 'eve@rival.example',
    });
    expect(sent).toEqual({
      email: at('new'),
      expires_at: new Date(clock.now() + 7 * 86_400_000).toISOString(),
    });
    const mail = await inbox.next(at('new'));
    expect(mail.text).toContain(companyName);
    expect(mail.text).toContain('Ada Okafor');
    for (const content of [mail.subject, mail.html, mail.text]) {
      expect(content).not.toMatch(/won|rival|Rivalry|Eve\b/);
    }
  });

  it('keeps of the token only its hash', async () => {
    const token = await invite(at('new'));
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    const dump = await server.database.asOwner(async (owner) => {
      const { rows } = await owner.query<{ row: string }>(
        `SELECT i::text AS row FROM scout.invitations i UNION ALL SELECT a::text FROM scout.audit_logs a
         UNION ALL SELECT j::text FROM pgboss.job j`,
      );
      return rows.map(({ row }) => row).join('\n');
    });
    expect(dump).toContain(at('new'));
    expect(dump).not.toContain(token);
  });

  it('is limited to one a minute for an address', async () => {
    await invite(at('new'));
    const response = await admin.request('/functions/v1/send-member-invitation', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ to: at('new'), organizationName: companyName }),
    });
    expect(response.status).toBe(429);
    expect(await response.json()).toEqual({
      code: 'rate_limited',
      message: 'Rate limited. Try again in a minute.',
    });
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Number(response.headers.get('retry-after'))).toBeLessThanOrEqual(60);
  });

  it('is limited for an organization as well, and a limit leaves nothing behind', async () => {
    for (let n = 0; n < 21; n++) await admin.api.membersAdd({ email: at(`n${n}`) });
    for (let n = 0; n < 20; n++) await admin.api.sendMemberInvitation({ to: at(`n${n}`) });
    await expect(admin.api.sendMemberInvitation({ to: at('n20') })).rejects.toMatchObject({
      message: organizationMessages.invitationRateLimited,
    });
    const members = await admin.api.members({});
    expect(members.filter(({ invitation_expires_at }) => invitation_expires_at)).toHaveLength(20);
    expect((await actions()).filter((action) => action === 'invite_sent')).toHaveLength(20);
  });

  it('again withdraws the one before', async () => {
    const first = await invite(at('new'));
    await server.context.rates.forget('invitePerRecipient', `${tenantId} ${at('new')}`);
    await admin.api.sendMemberInvitation({ to: at('new') });
    const second = await mailedToken(at('new'));
    expect([await statusOf(first), await statusOf(second)]).toEqual(['revoked', 'open']);
    await expect((await account('new')).api.acceptInvitation({ token: first })).rejects.toMatchObject({
      code: 'invitation_revoked',
      status: 410,
    });
  });

  it('is for pending members only', async () => {
    await expect(admin.api.sendMemberInvitation({ to: at('nobody') })).rejects.toMatchObject({
      code: 'not_found',
    });
    await expect(admin.api.sendMemberInvitation({ to: at('admin') })).rejects.toMatchObject({
      code: 'member_exists',
    });
  });
});

describe('the link', () => {
  it('shows organization, inviter and address to whoever holds it', async () => {
    const token = await invite(at('new'));
    expect(await clientOf(server).api.invitation({ token })).toEqual({
      organization: companyName,
      inviter: at('admin'),
      email: at('new'),
      status: 'open',
      expires_at: new Date(clock.now() + 7 * 86_400_000).toISOString(),
    });
  });

  it('with a token that nobody was sent shows nothing', async () => {
    for (const token of ['none', 'x'.repeat(43), '%00']) {
      await expect(clientOf(server).api.invitation({ token })).rejects.toMatchObject({
        code: 'invitation_not_found',
        status: 404,
      });
    }
  });

  it('by e-mail and organization is for the owner of that address', async () => {
    await invite(at('new'));
    const link = { email: at('new'), org: companyName.toUpperCase() };
    const [owner, other] = [await account('new'), await account('other')];
    expect(await owner.api.invitationByAddress(link)).toMatchObject({
      organization: companyName,
      status: 'open',
    });
    expect(await owner.api.invitationByAddress({ ...link, org: tenantId })).toMatchObject({ status: 'open' });
    await expect(other.api.invitationByAddress(link)).rejects.toMatchObject({
      code: 'invitation_other_address',
      status: 403,
    });
    await expect(clientOf(server).api.invitationByAddress(link)).rejects.toMatchObject({
      code: 'not_signed_in',
    });
    for (const org of [fresh('No such company'), elsewhere]) {
      await expect(owner.api.invitationByAddress({ ...link, org })).rejects.toMatchObject({
        status: 404,
        message: 'Organization not found',
      });
    }
  });

  it('without e-mail or organization is not one', async () => {
    const owner = await account('new');
    for (const body of [{ email: at('new') }, { org: companyName }, { email: '', org: companyName }, {}]) {
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

describe('accepting', () => {
  it('makes the invited person a member, with the change in the audit log', async () => {
    const token = await invite(at('new'));
    const person = await account('new');
    expect(await person.api.acceptInvitation({ token })).toEqual({
      organization: companyName,
      tenant_id: tenantId,
    });
    const { session } = await person.api.syncClaims();
    const member = clientOf(server, session.access_token);
    expect(await member.api.tenants({})).toMatchObject([
      { tenant_id: tenantId, members: [[at('new'), '1']] },
    ]);
    expect(await member.api.profiles({})).toMatchObject([{ email: at('new'), is_admin: false }]);
    expect(await statusOf(token)).toBe('accepted');
    const [entry] = await admin.api.auditLogs({ action: 'invite_accepted' });
    expect(entry).toMatchObject({
      actor: at('new'),
      target_email: at('new'),
      details: { organization_name: companyName },
      address: '127.0.0.1',
    });
    const emitted = await member.api.auditEmit({
      p_tenant_id: tenantId,
      p_action: 'invite_accepted',
      p_target: at('new'),
      p_details: { organization_name: companyName },
    });
    expect(emitted).toEqual({ id: entry?.id });
    expect(await admin.api.auditLogs({ action: 'invite_accepted' })).toHaveLength(1);
  });

  it('takes in a stranger at another domain, who registers with the name of the organization', async () => {
    const email = `guest@${fresh('guests')}.example`;
    const token = await invite(email);
    const browser = await register(server, inbox, email, companyName);
    expect((await browser.get('/rest/v1/tenants')).body).toEqual([]);
    expect((await admin.api.members({})).find((member) => member.email === email)).toMatchObject({
      status: 'pending',
      waits_for: 'invitation',
      has_account: true,
    });
    const { body } = await browser.post('/functions/v1/accept-invitation', { token });
    expect(body).toEqual({ organization: companyName, tenant_id: tenantId });
    await browser.post('/functions/v1/sync-claims');
    expect((await browser.get('/rest/v1/tenants')).body).toMatchObject([{ tenant_id: tenantId }]);
  });

  it('works by e-mail and organization as well', async () => {
    await invite(at('new'));
    const person = await account('new');
    await person.api.acceptInvitation({ email: at('new'), org: tenantId });
    expect(await (await person.again()).api.tenants({})).toHaveLength(1);
  });

  it('is for the invited address', async () => {
    const token = await invite(at('new'));
    await expect((await account('other')).api.acceptInvitation({ token })).rejects.toMatchObject({
      code: 'invitation_other_address',
    });
    expect(await statusOf(token)).toBe('open');
  });

  it('works once: of ten at the same time one succeeds', async () => {
    const token = await invite(at('new'));
    const person = await account('new');
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, () =>
        person.api.acceptInvitation({ token }).then(
          () => 'ok',
          ({ code }: { code: string }) => code,
        ),
      ),
    );
    expect(outcomes.toSorted()).toEqual([...Array(9).fill('invitation_used'), 'ok']);
    expect((await actions()).filter((action) => action === 'invite_accepted')).toHaveLength(1);
  });

  it('ends after seven days, to the millisecond', async () => {
    const token = await invite(at('new'));
    const person = await account('new');
    const start = clock.now();
    try {
      clock.set(start + 7 * 86_400_000 - 1);
      expect(await statusOf(token)).toBe('open');
      clock.advance(1);
      expect(await statusOf(token)).toBe('expired');
      await expect((await person.again()).api.acceptInvitation({ token })).rejects.toMatchObject({
        code: 'invitation_expired',
        status: 410,
      });
    } finally {
      clock.set(start);
    }
  });

  it('is refused to who is active in another organization', async () => {
    const other = await organizationWithAdmin(server);
    const token = await invite(other.admin.email);
    await expect(other.admin.api.acceptInvitation({ token })).rejects.toMatchObject({
      code: 'other_organization',
      status: 409,
    });
    expect(await statusOf(token)).toBe('open');
  });

  it('of two organizations at the same moment lets the person into one', async () => {
    const first = await invite(at('new'));
    const rival = await organizationWithAdmin(server);
    await rival.admin.api.membersAdd({ email: at('new') });
    await rival.admin.api.sendMemberInvitation({ to: at('new') });
    const second = await mailedToken(at('new'));
    const person = await account('new');
    const outcomes = await Promise.allSettled(
      [first, second].map((token) => person.api.acceptInvitation({ token })),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const active = await server.database.asOwner((owner) =>
      owner.query(`SELECT FROM scout.memberships WHERE email = $1 AND status = 'active'`, [at('new')]),
    );
    expect(active.rowCount).toBe(1);
  });

  it('is not possible any more once an admin has taken the person off the list', async () => {
    for (const call of ['rejectMember', 'removeMember'] as const) {
      const name = call.toLowerCase();
      const token = await invite(at(name));
      const person = await account(name);
      await admin.api[call]({ p_tenant_id: tenantId, p_email: at(name) });
      await expect(person.api.acceptInvitation({ token })).rejects.toMatchObject({
        code: 'invitation_revoked',
      });
    }
  });
});

describe('declining', () => {
  it('needs no account, takes the person off the list, and is final', async () => {
    const token = await invite(at('new'));
    expect(await clientOf(server).api.declineInvitation({ token })).toEqual({ organization: companyName });
    expect(await statusOf(token)).toBe('declined');
    expect(await admin.api.members({})).toHaveLength(1);
    await expect((await account('new')).api.acceptInvitation({ token })).rejects.toMatchObject({
      code: 'invitation_declined',
    });
    await expect(clientOf(server).api.declineInvitation({ token })).rejects.toMatchObject({
      code: 'invitation_declined',
    });
    expect((await actions()).filter((action) => action.startsWith('invite'))).toEqual([
      'invite_sent',
      'invite_declined',
    ]);
  });

  it('by e-mail and organization is for the owner of the address', async () => {
    await invite(at('new'));
    const link = { email: at('new'), org: tenantId };
    await expect((await account('other')).api.declineInvitationByAddress(link)).rejects.toMatchObject({
      code: 'invitation_other_address',
    });
    await (await account('new')).api.declineInvitationByAddress(link);
    expect(await admin.api.members({})).toHaveLength(1);
  });
});

describe('audit_emit', () => {
  it('writes nothing, and confirms nothing that did not happen', async () => {
    const bo = await signedIn(server, tenantId, at('bo'));
    const body = { p_tenant_id: tenantId, p_action: 'invite_accepted' as const, p_target: at('bo') };
    const before = await actions();
    for (const tried of [body, { ...body, p_target: at('admin') }, { ...body, p_tenant_id: elsewhere }]) {
      await expect(bo.api.auditEmit(tried)).rejects.toMatchObject({ code: 'not_found', status: 404 });
    }
    expect(await actions()).toEqual(before);
  });
});

describe('guessing', () => {
  const codeOf = (call: Promise<unknown>) =>
    call.then(
      () => 'ok',
      ({ code }: { code: string }) => code,
    );

  it('tokens ends after sixty tries from an address, at one server or two, and says when to go on', async () => {
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

  it('organizations ends after thirty tries of an account', async () => {
    const person = await account('guesses');
    const outcomes: string[] = [];
    for (let n = 0; n < 31; n++) {
      outcomes.push(
        await codeOf(person.api.invitationByAddress({ email: person.email, org: `Company ${n}` })),
      );
    }
    expect(outcomes).toEqual([...Array(30).fill('not_found'), 'rate_limited']);
  });
});
