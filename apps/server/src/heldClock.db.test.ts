import { randomUUID } from 'node:crypto';
import { limits } from '@scout/contract';
import { DAY, HOUR, MINUTE } from '@scout/detection/time';
import {
  clientOf,
  createClock,
  createInbox,
  type Inbox,
  startServer,
  type TestClient,
  type TestServer,
} from '@scout/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  byCode,
  mailAbout,
  openBrowser,
  register,
  signIn,
  signUpOf,
} from './modules/auth/testing/browser.ts';
import { advanceSubscription, awaitingSteps } from './modules/billing/subscriptions/advance.ts';
import { maintainPartitions } from './modules/events/jobs/partitions.ts';
import { counts, line, ship } from './modules/ingest/testing/ship.ts';

// The database has the system's time.
describe.each([
  ['three days behind', -3],
  ['400 days ahead', 400],
])('a server whose clock is %s of its database', (_words, days) => {
  const clock = createClock(new Date(Date.now() + days * DAY).toISOString());
  const isoNow = () => new Date(clock.now()).toISOString();
  let inbox: Inbox;
  let server: TestServer;
  let operator: TestClient['api'];
  beforeAll(async () => {
    inbox = await createInbox();
    server = await startServer({ inbox, clock });
    operator = clientOf(server, server.operatorToken).api;
  });
  afterAll(async () => {
    await server.stop();
    await inbox.stop();
  });

  /** A person with an organization, and a client after a new sign-in. */
  async function found() {
    const email = `ada@${randomUUID()}.example`;
    await register(server, inbox, email, `Bank ${email}`);
    const asAdmin = async () => {
      const browser = openBrowser(server);
      await signIn(browser, email);
      return clientOf(server, browser.token).api;
    };
    const { tenant_id: tenantId } = (await (await asAdmin()).tenants({}))[0]!;
    return { email, tenantId, asAdmin };
  }

  async function enrol(tenantId: string): Promise<TestClient> {
    const { token } = await operator.operatorEnrolmentsCreate({ tenant_id: tenantId });
    return clientOf(server, (await clientOf(server).api.agentEnrol({ token, ...machine() })).credential);
  }
  const machine = () => ({
    machine_id: randomUUID(),
    host: 'PRD-SQL01',
    platform: 'linux',
    version: '0.1.0',
  });

  it('ends enrollment tokens by it', async () => {
    const { tenantId } = await found();
    const { token } = await operator.operatorEnrolmentsCreate({ tenant_id: tenantId, expires_in_hours: 72 });
    await clientOf(server).api.agentEnrol({ token, ...machine() });
    clock.advance(72 * HOUR - 1);
    await clientOf(server).api.agentEnrol({ token, ...machine() });
    clock.advance(1);
    const late = clientOf(server).api.agentEnrol({ token, ...machine() });
    await expect(late).rejects.toMatchObject({ code: 'invalid_enrolment_token' });
  });

  it('ends sessions and mailed codes by it', async () => {
    const { email } = await found();
    const browser = openBrowser(server);
    await signIn(browser, email);
    clock.advance(11 * HOUR);
    expect((await browser.get('/auth/v1/session')).body.user).toMatchObject({ email });
    clock.advance(12 * HOUR);
    expect((await browser.get('/auth/v1/session')).body).toEqual({ session: null, user: null });

    for (const [wait, status] of [
      [-1, 200],
      [0, 400],
    ] as const) {
      const other = `bo@${randomUUID()}.example`;
      const signing = openBrowser(server);
      await signing.post('/auth/v1/signup', signUpOf(other, `Bank ${other}`));
      const mail = await mailAbout(inbox, other, /confirmation code/);
      clock.advance(limits.user.confirmationMinutes * MINUTE + wait);
      expect((await signing.post('/auth/v1/verify', byCode(other, mail))).status).toBe(status);
    }
  });

  it('ends invitations by it', async () => {
    const { asAdmin } = await found();
    const invited = `cy@${randomUUID()}.example`;
    const admin = await asAdmin();
    await admin.membersAdd({ email: invited });
    await admin.sendMemberInvitation({ to: invited });
    const { link } = await inbox.next(invited);
    const token = new URL(link!).searchParams.get('token')!;
    const statusOf = async () => (await clientOf(server).api.invitation({ token })).status;
    clock.advance(limits.organization.invitationDays * DAY - 1);
    expect(await statusOf()).toBe('open');
    clock.advance(1);
    expect(await statusOf()).toBe('expired');
  });

  it('ends trials by it', async () => {
    const { tenantId } = await found();
    const agent = await enrol(tenantId);
    const advance = async () => {
      for (;;) {
        const due = await awaitingSteps(server.context.pool, clock.now());
        if (due.length === 0) return;
        for (const one of due) await advanceSubscription(server.context, one);
      }
    };
    clock.advance(limits.plan.freeTrialDays * DAY - HOUR);
    await advance();
    expect((await ship(agent, 1, [line({ timestamp: isoNow() })])).status).toBe(200);
    clock.advance(HOUR);
    await advance();
    expect((await ship(agent, 2, [line({ timestamp: isoNow() })])).status).toBe(403);
  });

  it('counts quotas by its days', async () => {
    const { tenantId } = await found();
    const agent = await enrol(tenantId);
    clock.set((Math.floor(clock.now() / DAY) + 1) * DAY - MINUTE);
    await operator.operatorQuotasUpdate({ tenant_id: tenantId, bytes_per_day: 1 });
    const usage = async () =>
      (await operator.operatorUsageList({})).organizations.find((one) => one.tenant_id === tenantId)
        ?.organization;
    expect((await ship(agent, 1, [line({ timestamp: isoNow() })])).status).toBe(200);
    await expect.poll(async () => (await usage())?.events_today).toBe(1);
    expect(await usage()).toMatchObject({ wait_seconds: 60 });
    const refused = await ship(agent, 2, [line({ timestamp: isoNow() })]);
    expect(refused).toMatchObject({ status: 429, retryAfter: '60', body: { code: 'quota_exceeded' } });
    clock.advance(MINUTE);
    expect(await usage()).toMatchObject({ events_today: 0, wait_seconds: 0 });
    // A process reads its counts anew after some seconds.
    await expect
      .poll(async () => (await ship(agent, 2, [line({ timestamp: isoNow() })])).status, { interval: 1_000 })
      .toBe(200);
  });

  it('keeps events as long as it says', async () => {
    const { tenantId } = await found();
    await operator.operatorTenantsUpdate({ tenant_id: tenantId, is_subscribed: true });
    const agent = await enrol(tenantId);
    const at = isoNow();
    expect(await ship(agent, 1, [line({ timestamp: at })])).toMatchObject({ status: 200 });
    // Not the last one, which each agent keeps.
    clock.advance(DAY);
    expect(await ship(agent, 2, [line({ timestamp: isoNow() })])).toMatchObject({ status: 200 });
    const bodies = async () => (await counts(server.database, tenantId)).bodies;
    const stored = async () => (await counts(server.database, tenantId)).events;
    await maintainPartitions(server.context);
    expect([await stored(), await bodies()]).toEqual([2, 2]);
    const whole = Math.floor(Date.parse(at) / DAY) * DAY;
    clock.set(whole + (limits.events.retentionDays + 1) * DAY - 1);
    await maintainPartitions(server.context);
    expect([await stored(), await bodies()]).toEqual([2, 2]);
    clock.advance(1);
    await maintainPartitions(server.context);
    expect([await stored(), await bodies()]).toEqual([1, 1]);
  });

  it('uses new keys and ends former ones by it', async () => {
    const stateOf = async (id: string) =>
      (await operator.operatorKeysList({})).find(({ key_id }) => key_id === id)?.state;
    const { key_id: id } = await operator.operatorKeysRotate({ key: 'cursors' });
    expect(await stateOf(id)).toBe('next');
    clock.advance(5 * MINUTE);
    expect(await stateOf(id)).toBe('current');
    expect((await operator.operatorKeysReseal({ key: 'cursors', after: '' })).waiting).toBe(false);
    const former = (await operator.operatorKeysList({})).find(
      ({ key, state }) => key === 'cursors' && state === 'former',
    )!;
    clock.advance(DAY - 1);
    await maintainPartitions(server.context);
    expect(await stateOf(former.key_id)).toBe('former');
    clock.advance(2);
    await maintainPartitions(server.context);
    expect(await stateOf(former.key_id)).toBeUndefined();
  });
});
