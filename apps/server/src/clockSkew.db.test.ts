import { randomUUID } from 'node:crypto';
import { limits } from '@scout/contract';
import { DAY, MINUTE } from '@scout/detection/time';
import {
  clientOf,
  createClock,
  createInbox,
  createOrganization,
  type Inbox,
  startServer,
  type TestClient,
  type TestServer,
} from '@scout/testkit';
import { authSecret } from '@scout/testkit/authSecret';
import { URI } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTokenVerifier } from './modules/auth/accessToken.ts';
import { createKeyring } from './modules/auth/keyring.ts';
import { createRotation } from './modules/auth/rotation.ts';
import {
  type Browser,
  byCode,
  mailAbout,
  openBrowser,
  password,
  signIn,
  signUpOf,
} from './modules/auth/testing/browser.ts';
import { createTokenSigner } from './modules/auth/tokenSigner.ts';
import { maintainPartitions } from './modules/events/jobs/partitions.ts';
import { line, ship } from './modules/ingest/testing/ship.ts';
import { CLOCK_SKEW_MS } from './platform/clock.ts';
import { createSeal } from './platform/crypto/seal.ts';

const SECOND = 1_000;
/** The right time, as of a person's telephone. It begins shortly before midnight. */
const clock = createClock(new Date((Math.floor(Date.now() / DAY) + 1) * DAY - 10 * MINUTE).toISOString());
const isoNow = () => new Date(clock.now()).toISOString();

/** The same person at another server. */
function alsoAt(server: TestServer, person: Browser): Browser {
  const browser = openBrowser(server);
  for (const [name, value] of person.cookies) (browser.cookies as Map<string, string>).set(name, value);
  return browser;
}

const userAt = async (server: TestServer, token: string | undefined) =>
  (await clientOf(server, token).request('/auth/v1/user')).status;

describe.each([
  ['ahead', CLOCK_SKEW_MS],
  ['behind', -CLOCK_SKEW_MS],
])('a second server whose clock is a minute %s', (_words, skew) => {
  let inbox: Inbox;
  let right: TestServer;
  let skewed: TestServer;
  const skewedClock = { now: () => clock.now() + skew };
  beforeAll(async () => {
    inbox = await createInbox();
    right = await startServer({ inbox, clock });
    skewed = await startServer({ inbox, clock: skewedClock, database: right.database });
  });
  afterAll(async () => {
    await skewed.stop();
    await right.stop();
    await inbox.stop();
  });
  const bothWays = () => [[right, skewed] as const, [skewed, right] as const];

  it('confirms a mailed code, renews sessions and takes tokens of the other', async () => {
    for (const [one, other] of bothWays()) {
      const email = `ada@${randomUUID()}.example`;
      const begun = openBrowser(one);
      expect((await begun.post('/auth/v1/signup', signUpOf(email, `Bank ${email}`))).status).toBe(200);
      const mail = await mailAbout(inbox, email, /confirmation code/);
      clock.advance((limits.user.confirmationMinutes - 1) * MINUTE - SECOND);
      const person = alsoAt(other, begun);
      expect((await person.post('/auth/v1/verify', byCode(email, mail))).status).toBe(200);
      expect((await alsoAt(one, person).get('/auth/v1/session')).body.user).toMatchObject({ email });

      const signed = openBrowser(one);
      expect((await signIn(signed, email)).status).toBe(200);
      for (const server of [one, other]) expect(await userAt(server, signed.token)).toBe(200);
      clock.advance((limits.session.accessTokenSeconds - 1) * SECOND);
      for (const server of [one, other]) expect(await userAt(server, signed.token)).toBe(200);
      const renewed = alsoAt(other, signed);
      expect((await renewed.get('/auth/v1/session')).body.user).toMatchObject({ email });
      for (const server of [one, other]) expect(await userAt(server, renewed.token)).toBe(200);

      // A page that is closed and opened again.
      expect((await renewed.post('/auth/v1/leave')).status).toBe(200);
      clock.advance(limits.session.leaveGraceSeconds * SECOND - 1);
      expect((await alsoAt(one, renewed).get('/auth/v1/session')).body.user).toMatchObject({ email });
    }
  });

  it('takes the codes of a telephone that has the right time, and challenges of the other', async () => {
    for (const [one, other] of bothWays()) {
      const email = `bo@${randomUUID()}.example`;
      const { tenantId } = await createOrganization(right, `Bank ${email}`);
      const { api } = clientOf(right, right.operatorToken);
      await api.operatorUsersCreate({ tenant_id: tenantId, email, password, admin: true });
      const person = openBrowser(one);
      await signIn(person, email);
      const given = { friendly_name: 'Phone', current_password: password };
      const { body: factor } = await person.post('/auth/v1/factors', given);
      for (const [asks, answers] of [
        [one, one],
        [one, other],
        [other, one],
      ] as const) {
        // A new code, since each is taken once, and of a minute's difference only while it is shown.
        const period = limits.secondFactor.periodSeconds * SECOND;
        clock.advance(period - (clock.now() % period));
        const code = URI.parse(factor.totp.uri as string).generate({ timestamp: clock.now() });
        const signedIn = openBrowser(asks);
        await signIn(signedIn, email);
        const { body: challenge } = await signedIn.post(`/auth/v1/factors/${factor.id}/challenge`);
        // Seconds pass until the code is entered.
        clock.advance(10 * SECOND);
        const shown = alsoAt(answers, signedIn);
        await shown.get('/auth/v1/session');
        const entered = { challenge_id: challenge.id, code };
        expect((await shown.post(`/auth/v1/factors/${factor.id}/verify`, entered)).status).toBe(200);
      }
    }
  });

  it('enrolls machines with tokens of the other, hears them, and stores and counts what they send', async () => {
    for (const [one, other] of bothWays()) {
      const { tenantId } = await createOrganization(one, `Bank ${randomUUID()}`);
      const operator = clientOf(one, one.operatorToken).api;
      const { token } = await operator.operatorEnrolmentsCreate({ tenant_id: tenantId, expires_in_hours: 1 });
      clock.advance(59 * MINUTE - 1);
      const machine = { machine_id: randomUUID(), host: 'PRD-SQL01', platform: 'linux', version: '0.1.0' };
      const { credential } = await clientOf(other).api.agentEnrol({ token, ...machine });
      const agents = [clientOf(one, credential), clientOf(other, credential)] as const;
      await operator.operatorQuotasUpdate({
        tenant_id: tenantId,
        events_per_second: 10,
        agent_events_per_second: 10,
      });
      const stored = async () =>
        (
          await right.database.asOwner((owner) =>
            owner.query('SELECT events::int, counted_at FROM scout.ingest_usage WHERE sender_id = $1', [
              tenantId,
            ]),
          )
        ).rows[0];
      // Less than a burst, all in one second: each batch counts as ten events.
      expect(limits.quota.burstSeconds * 10).toBeGreaterThan(6 * 10 * 3);
      for (let batch = 1; batch <= 6; batch += 1) {
        const agent: TestClient = agents[batch % 2]!;
        await agent.api.agentHeartbeat({ ...machine, queue_depth: 0, events_read: 0, events_rejected: 0 });
        const answer = await ship(agent, batch, [line({ timestamp: isoNow(), record_id: String(batch) })]);
        expect(answer).toMatchObject({ status: 200, body: { accepted: 1 } });
        await expect.poll(async () => (await stored()).events).toBe(batch);
      }
      const fleet = await operator.operatorAgentsList({ tenant_id: tenantId });
      expect(fleet).toMatchObject([{ state: 'healthy', events_accepted: 6 }]);
      // The clock that is ahead counts for both.
      expect((await stored()).counted_at.getTime()).toBe(clock.now() + Math.max(0, skew));
    }
  });

  it('has the partitions of its day, and deletes nothing of the other’s', async () => {
    const { tenantId } = await createOrganization(right, `Bank ${randomUUID()}`);
    const operator = clientOf(right, right.operatorToken).api;
    const { token } = await operator.operatorEnrolmentsCreate({ tenant_id: tenantId });
    const machine = { machine_id: randomUUID(), host: 'PRD-SQL01', platform: 'linux', version: '0.1.0' };
    const { credential } = await clientOf(right).api.agentEnrol({ token, ...machine });
    // Midnight lies between the two clocks.
    clock.set((Math.floor(clock.now() / DAY) + 1) * DAY - skew / 2);
    for (const [index, server] of [right, skewed].entries()) {
      const answer = await ship(clientOf(server, credential), index + 1, [line({ timestamp: isoNow() })]);
      expect(answer).toMatchObject({ status: 200, body: { accepted: 1 } });
    }
    for (const server of [right, skewed]) await maintainPartitions(server.context);
    const places = await right.database.asOwner((owner) =>
      owner.query(
        `SELECT tableoid::regclass::text AS name FROM scout.tenant_events WHERE tenant_id = $1
         UNION ALL SELECT tableoid::regclass::text FROM scout.batch_bodies WHERE tenant_id = $1`,
        [tenantId],
      ),
    );
    expect(places.rows).toHaveLength(4);
    // On a node of Citus the name ends with another number.
    for (const { name } of places.rows) expect(name).toMatch(/_p\d{8}(_\d+)?$/);
  });

  it('opens what the other seals and signs, at each second of a rotation', async () => {
    const { database, context } = right;
    const store = context.authStore;
    const servers = [clock, skewedClock].map((own) => ({
      // A keyring's age is measured by a clock that is never set.
      keys: createKeyring(store, authSecret, own, clock.now),
      sign: createTokenSigner(store.db, authSecret, own),
      verify: createTokenVerifier(store, own),
      own,
    }));
    for (const [rotating, kind] of [
      [servers[0]!, 'cursors'],
      [servers[1]!, 'challenges'],
      [servers[0]!, 'jwt'],
      [servers[1]!, 'jwt'],
    ] as const) {
      // Each has read the keys, at another moment.
      for (const { keys } of servers) {
        await keys('cursors').current();
        clock.advance(SECOND);
      }
      const rotation = createRotation({
        ...rotating,
        pool: database.pool,
        store,
        authSecret,
        clock: rotating.own,
      });
      const { key_id: newId } = await rotation.rotate(kind);
      const used = new Set<string>();
      let isWaiting = true;
      for (let second = 0; second < 180; second += 1) {
        for (const [one, other] of [servers, servers.toReversed()] as const) {
          if (kind === 'jwt') {
            const claims = { sub: randomUUID(), session_id: randomUUID(), roles: [], aal: 'aal2' };
            const iat = Math.floor(one!.own.now() / SECOND);
            const token = await one!.sign({ ...claims, iat, exp: iat + 600 });
            used.add(JSON.parse(Buffer.from(token.split('.')[0]!, 'base64url').toString()).kid);
            await other!.verify(token);
          } else {
            const sealed = await createSeal(one!.keys(kind)).seal('text');
            used.add(sealed.split('.')[0]!);
            expect(await createSeal(other!.keys(kind)).open(sealed)).toBe('text');
          }
        }
        clock.advance(SECOND);
        if (isWaiting) isWaiting = (await rotation.reseal(kind, '')).waiting;
      }
      expect(used).toContain(newId);
      expect(used.size).toBe(2);
      expect(isWaiting).toBe(false);
    }
  });
});
