import { createClock, createInbox, type Inbox, startServer, type TestServer } from '@scout/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, type Browser, openBrowser, register, signIn } from './testing/browser.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
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

const none = { session: null, user: null };
const resume = (browser: Browser) => browser.get('/auth/v1/session');
/** Max-Age in seconds of the session cookie. */
const maxAgeOf = ({ headers }: Answer) =>
  Number(/session_token=[^;]+; Max-Age=(\d+)/.exec(headers.getSetCookie().join('\n'))?.[1]);

describe('a session', () => {
  it('that is idle ends after twelve hours, for the access token too', async () => {
    const email = 'ada@northwind.example';
    const browser = await register(server, inbox, email, 'Northwind Bank');
    clock.advance(12 * hourMs - 1_000);
    const resumed = await resume(browser);
    expect(resumed.body).toMatchObject({ user: { email } });
    expect(maxAgeOf(resumed)).toBe((12 * hourMs) / 1_000);
    clock.advance(12 * hourMs);
    expect((await browser.get('/auth/v1/user')).status).toBe(401);
    expect((await resume(browser)).body).toEqual(none);
  });

  it('that is in constant use ends after thirty days, and its cookie with it', async () => {
    const email = 'bo@northwind.example';
    const browser = await register(server, inbox, email, 'Northwind Bank');
    let last = await resume(browser);
    for (let half = 1; half <= 60; half += 1) {
      clock.advance(dayMs / 2 - 1_000);
      last = await resume(browser);
      expect(last.body, `after ${half} half days`).toMatchObject({ user: { email } });
    }
    const [listed] = (await browser.get('/auth/v1/sessions')).body;
    expect(Date.parse(listed.expires_at) - Date.parse(listed.created_at)).toBe(30 * dayMs);
    expect(maxAgeOf(last)).toBe((Date.parse(listed.expires_at) - clock.now()) / 1_000);
    clock.set(Date.parse(listed.expires_at) - 1_000);
    expect((await browser.get('/auth/v1/user')).status).toBe(200);
    clock.advance(1_000);
    expect(await browser.get('/auth/v1/user')).toMatchObject({
      status: 401,
      body: { code: 'session_ended' },
    });
    expect((await resume(browser)).body).toEqual(none);
    expect((await signIn(openBrowser(server), email)).status).toBe(200);
  });

  it('ends by the current settings of the server, also if it is older than they are', async () => {
    const browser = await register(server, inbox, 'cy@northwind.example', 'Northwind Bank');
    await using strict = await startServer({
      inbox,
      clock,
      database: server.database,
      config: { sessionDays: 1, sessionIdleHours: 2 },
    });
    const there = openBrowser(strict);
    const signedIn = await signIn(there, 'cy@northwind.example');
    expect(maxAgeOf(signedIn)).toBe((2 * hourMs) / 1_000);
    const elsewhere = (path: string) =>
      fetch(`${strict.url}${path}`, { headers: { authorization: `Bearer ${browser.token}` } });
    expect((await elsewhere('/auth/v1/user')).status).toBe(200);
    clock.advance(2 * hourMs);
    expect((await resume(there)).body).toEqual(none);
    await resume(browser);
    for (let hour = 0; hour < 22; hour += 1) {
      clock.advance(hourMs);
      await resume(browser);
    }
    expect(await (await elsewhere('/auth/v1/user')).json()).toMatchObject({ code: 'session_ended' });
    expect((await browser.get('/auth/v1/user')).status).toBe(200);
  });

  it('knows the previous sign-in of its user, not its own', async () => {
    const email = 'ed@northwind.example';
    const first = await register(server, inbox, email, 'Northwind Bank');
    expect((await resume(first)).body.user.previous_sign_in_at).toBeNull();
    const firstAt = new Date(clock.now()).toISOString();
    clock.advance(hourMs);
    const second = openBrowser(server);
    const { body } = await signIn(second, email);
    expect(body.user.previous_sign_in_at).toBe(firstAt);
    const secondAt = new Date(clock.now()).toISOString();
    clock.advance(hourMs);
    const third = openBrowser(server);
    expect((await signIn(third, email)).body.user.previous_sign_in_at).toBe(secondAt);
    // Each session has its own.
    expect((await resume(second)).body.user.previous_sign_in_at).toBe(firstAt);
    expect((await second.get('/auth/v1/user')).body.previous_sign_in_at).toBe(firstAt);
  });

  it('begun under settings of seven days continues while it is in use', async () => {
    const email = 'dan@northwind.example';
    const [used, idle] = [await register(server, inbox, email, 'Northwind Bank'), openBrowser(server)];
    await signIn(idle, email);
    const asOfSevenDays = (updatedAt: number) =>
      server.database.asOwner((owner) =>
        owner.query(
          `UPDATE auth.session SET expires_at = $1, created_at = $2, updated_at = $3
           WHERE user_id = (SELECT id FROM auth."user" WHERE email = $4)`,
          [new Date(clock.now() + 5 * dayMs), new Date(clock.now() - 2 * dayMs), new Date(updatedAt), email],
        ),
      );
    await asOfSevenDays(clock.now() - 11 * hourMs);
    expect((await resume(used)).body).toMatchObject({ user: { email } });
    await asOfSevenDays(clock.now() - 13 * hourMs);
    expect((await resume(idle)).body).toEqual(none);
  });
});
