import { errors, limits } from '@scout/contract';
import { createClock, createInbox, type Inbox, startServer, type TestServer } from '@scout/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  mailAbout,
  openBrowser,
  openDomain,
  password,
  register,
  signIn,
  tokenOf,
} from './testing/browser.ts';

const clock = createClock(new Date().toISOString());
let inbox: Inbox;
let server: TestServer;

beforeAll(async () => {
  inbox = await createInbox();
  server = await startServer({ inbox, clock });
});
afterAll(async () => {
  await server.stop();
  await inbox.stop();
});

const next = 'another horse battery';
const tooMany = {
  status: 429,
  body: {
    code: 'rate_limited',
    message: expect.stringMatching(
      /^Too many attempts\. Please wait \d+ (seconds|minutes) before trying again\.$/,
    ),
  },
};
const refusal = (code: keyof typeof errors) => ({
  status: errors[code].status,
  body: { code, message: errors[code].message },
});
const recover = (email: string) => openBrowser(server).post('/auth/v1/recover', { email });
const reset = (token: string, secret = next) =>
  openBrowser(server).post('/auth/v1/reset-password', { token, password: secret });
const actionsOf = async (email: string) =>
  server.database.asOwner(async (owner) => {
    const sql = 'SELECT action FROM scout.audit_logs WHERE actor = $1 ORDER BY id';
    return (await owner.query<{ action: string }>(sql, [email])).rows.map(({ action }) => action);
  });

describe('a forgotten password', () => {
  it('is reset with the mailed link, once, and every session ends', async () => {
    const email = 'ada@northwind.example';
    const browser = await register(server, inbox, email, 'Northwind Bank');
    expect(await recover(` ${email.toUpperCase()}`)).toMatchObject({ status: 200, body: {} });
    const mail = await mailAbout(inbox, email, /password/i);
    expect(mail.link).toMatch(new RegExp(`^${server.url}/reset-password\\?token=[\\w-]{43}$`));

    expect(await reset(tokenOf(mail))).toMatchObject({ status: 200, body: {} });
    expect(await browser.get('/auth/v1/user')).toMatchObject(refusal('session_ended'));
    expect((await browser.get('/auth/v1/session')).body).toEqual({ session: null, user: null });
    expect(await signIn(openBrowser(server), email)).toMatchObject(refusal('invalid_login'));
    expect((await signIn(openBrowser(server), email, next)).status).toBe(200);
    expect(await reset(tokenOf(mail), password)).toMatchObject(refusal('invalid_reset_token'));
    const notice = await mailAbout(inbox, email, /password/i);
    expect(notice.text).toContain('Firefox on Windows');
    expect(await actionsOf(email)).toEqual([
      'email_confirmed',
      'signed_in',
      'password_reset_requested',
      'password_reset',
      'sign_in_failed',
      'signed_in',
    ]);
  });

  it('has a link that expires, and only the newest is valid', async () => {
    const email = 'bo@northwind.example';
    await register(server, inbox, email, 'Northwind Bank');
    await recover(email);
    const older = tokenOf(await mailAbout(inbox, email, /password/i));
    await recover(email);
    const newer = tokenOf(await mailAbout(inbox, email, /password/i));
    expect(await reset(older)).toMatchObject(refusal('invalid_reset_token'));
    clock.advance(limits.user.resetMinutes * 60_000);
    expect(await reset(newer)).toMatchObject(refusal('invalid_reset_token'));
    clock.advance(-limits.user.resetMinutes * 60_000);
    // Consumed when found to be expired.
    expect(await reset(newer)).toMatchObject(refusal('invalid_reset_token'));
    expect(await reset(newer, 'short')).toMatchObject({
      status: 400,
      body: { message: 'Password must be at least 8 characters long' },
    });
    expect((await signIn(openBrowser(server), email)).status).toBe(200);
  });

  it('gets the same answer and the same limits for an address without a user', async () => {
    await register(server, inbox, 'cy@northwind.example', 'Northwind Bank');
    const answers = [];
    for (const email of ['cy@northwind.example', 'nobody@northwind.example']) {
      const { attempts } = limits.rates.recoverPerUser;
      const of = [];
      for (let attempt = 0; attempt <= attempts; attempt += 1) {
        const { status, body } = await recover(email);
        of.push({ status, body });
      }
      answers.push(of);
    }
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]?.at(-1)).toMatchObject(tooMany);
  });
});

describe('changing the password', () => {
  it('requires the current one, ends every other session and sends a notice', async () => {
    const email = 'dan@northwind.example';
    const here = await register(server, inbox, email, 'Northwind Bank');
    const elsewhere = openBrowser(server, {
      userAgent: 'Mozilla/5.0 (iPhone) AppleWebKit Version/18.0 Safari/604.1',
    });
    await signIn(elsewhere, email);
    expect((await mailAbout(inbox, email, /./)).text).toContain('Safari on iOS');

    const change = (current_password: string | undefined) =>
      here.send('PATCH', '/auth/v1/user', { current_password, password: next });
    expect(await change('not the current one')).toMatchObject(refusal('wrong_password'));
    expect(await change(undefined)).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
    expect(await change(password)).toMatchObject({ status: 200, body: { email } });
    expect((await here.get('/auth/v1/user')).status).toBe(200);
    expect(await elsewhere.get('/auth/v1/user')).toMatchObject(refusal('session_ended'));
    expect((await mailAbout(inbox, email, /password/i)).text).toContain('Firefox on Windows');
    expect((await signIn(elsewhere, email, next)).status).toBe(200);
  });

  it('cannot be used to guess the current one', async () => {
    const browser = await register(server, inbox, 'ed@northwind.example', 'Northwind Bank');
    const guess = () =>
      browser.send('PATCH', '/auth/v1/user', { current_password: 'a guess', password: next });
    for (let attempt = 0; attempt < limits.rates.passwordPerUser.attempts; attempt += 1) {
      expect(await guess()).toMatchObject(refusal('wrong_password'));
    }
    expect(await guess()).toMatchObject(tooMany);
  });
});

describe('user metadata', () => {
  it('keeps the alert recipient', async () => {
    const browser = await register(server, inbox, 'fay@northwind.example', 'Northwind Bank');
    const user_metadata = { first_name: 'Ada', company_name: 'Northwind Bank', alert_recipient_email: null };
    expect((await browser.get('/auth/v1/user')).body).toMatchObject({ user_metadata });
    const data = { alert_recipient_email: 'Alerts@northwind.example' };
    const changed = await browser.send('PATCH', '/auth/v1/user', { data });
    expect(changed.body.user_metadata.alert_recipient_email).toBe('alerts@northwind.example');
    expect(await browser.send('PATCH', '/auth/v1/user', {})).toMatchObject({ status: 400 });
  });
});

describe('sessions', () => {
  it('are listed, ended one by one or all but this, with immediate effect', async () => {
    const email = 'gus@northwind.example';
    const here = await register(server, inbox, email, 'Northwind Bank');
    const [second, third, fourth] = [
      openBrowser(server),
      openBrowser(server, { userAgent: 'curl/8' }),
      openBrowser(server),
    ];
    for (const browser of [second, third, fourth]) await signIn(browser, email);
    const list = async () => (await here.get('/auth/v1/sessions')).body as { id: string; current: boolean }[];
    const sessions = await list();
    expect(sessions).toHaveLength(4);
    expect(sessions[0]).toMatchObject({ current: true, device: 'Firefox on Windows', address: '127.0.0.1' });
    expect(sessions.slice(1).map(({ current }) => current)).toEqual([false, false, false]);
    expect(sessions.map((session) => Reflect.get(session, 'device'))).toContain('Unknown device');

    expect((await here.send('DELETE', `/auth/v1/sessions/${sessions[1]!.id}`)).status).toBe(200);
    expect(await here.send('DELETE', `/auth/v1/sessions/${sessions[1]!.id}`)).toMatchObject(
      refusal('not_found'),
    );
    expect((await here.send('DELETE', '/auth/v1/sessions')).body).toEqual({ ended: 2 });
    expect(await list()).toHaveLength(1);
    for (const browser of [second, third, fourth]) {
      expect(await browser.get('/rest/v1/tenants')).toMatchObject(refusal('session_ended'));
    }
    expect((await here.get('/rest/v1/tenants')).status).toBe(200);
  });

  it('of another user cannot be ended', async () => {
    const one = await register(server, inbox, 'hal@northwind.example', 'Northwind Bank');
    const two = await register(server, inbox, 'ivy@northwind.example', 'Northwind Bank');
    const [session] = (await two.get('/auth/v1/sessions')).body;
    expect(await one.send('DELETE', `/auth/v1/sessions/${session.id}`)).toMatchObject(refusal('not_found'));
    expect((await two.get('/auth/v1/user')).status).toBe(200);
  });

  it('get a token with the current claims from sync-claims', async () => {
    const email = 'kim@northwind.example';
    await openDomain(server, 'northwind.example');
    const browser = await register(server, inbox, email, 'Northwind Bank');
    await server.database.asOwner((owner) =>
      owner.query(`UPDATE scout.memberships SET role = 'admin' WHERE email = $1`, [email]),
    );
    const { body } = await browser.post('/functions/v1/sync-claims');
    const claims = JSON.parse(Buffer.from(body.session.access_token.split('.')[1], 'base64url').toString());
    expect(claims).toMatchObject({ roles: ['admin'], aal: 'aal2' });
  });
});

describe('a browser', () => {
  it('is reported once, when it is new to a user who has signed in before', async () => {
    const email = 'lee@northwind.example';
    const first = await register(server, inbox, email, 'Northwind Bank');
    await signIn(first, email);
    const second = openBrowser(server);
    await signIn(second, email);
    await signIn(second, email);
    await recover(email);
    await mailAbout(inbox, email, /choose a new/i);
    const notices = inbox.mails.filter(({ to, code, link }) => to === email && !code && !link);
    expect(notices).toHaveLength(1);
  });

  it('without cookies fills neither a mailbox nor the list of known browsers', async () => {
    const email = 'mia@northwind.example';
    await register(server, inbox, email, 'Northwind Bank');
    const { attempts } = limits.rates.newDeviceMailPerUser;
    for (let n = 0; n < attempts + 3; n += 1) await signIn(openBrowser(server), email);
    for (let n = 0; n < attempts; n += 1) await mailAbout(inbox, email, /new sign-in/i);
    await recover(email);
    await mailAbout(inbox, email, /choose a new/i);
    const notices = inbox.mails.filter(({ to, code, link }) => to === email && !code && !link);
    expect(notices).toHaveLength(attempts);

    const known = async () =>
      server.database.asOwner(async (owner) => {
        const sql = `SELECT count(*)::int AS n FROM auth.devices d JOIN auth."user" u ON u.id = d.user_id
          WHERE u.email = $1`;
        return (await owner.query<{ n: number }>(sql, [email])).rows[0]!.n;
      });
    expect(await known()).toBe(attempts + 4);
    await server.database.asOwner((owner) =>
      owner.query(
        `INSERT INTO auth.devices SELECT id, sha256(n::text::bytea), now() - interval '1 day', now() - interval '1 day'
         FROM auth."user", generate_series(1, 200) n WHERE email = $1`,
        [email],
      ),
    );
    await signIn(openBrowser(server), email);
    expect(await known()).toBe(50);
  });
});
