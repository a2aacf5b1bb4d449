import { limits } from '@scout/contract';
import { createClock, createInbox, type Inbox, startServer, type TestServer } from '@scout/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CLOCK_SKEW_MS } from '../../platform/clock.ts';
import { openBrowser, register } from './testing/browser.ts';

const clock = createClock(new Date().toISOString());
const graceMs = limits.session.leaveGraceSeconds * 1_000 + CLOCK_SKEW_MS;
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

describe('signing out with a grace period', () => {
  it('ends the session after the grace period, for tokens too', async () => {
    const browser = await register(server, inbox, 'ada@northwind.example', 'Northwind Bank');
    expect(await browser.post('/auth/v1/leave', {})).toMatchObject({ status: 200, body: {} });
    clock.advance(graceMs - 1);
    expect((await browser.get('/auth/v1/user')).status).toBe(200);
    clock.advance(1);
    expect(await browser.get('/auth/v1/user')).toMatchObject({
      status: 401,
      body: { code: 'session_ended' },
    });
    expect((await browser.get('/auth/v1/session')).body).toEqual({ session: null, user: null });
  });

  it('is canceled by a page that asks for the session within the grace period', async () => {
    const browser = await register(server, inbox, 'bo@alder.example', 'Alder Health');
    await browser.post('/auth/v1/leave', {});
    clock.advance(graceMs - 1);
    expect((await browser.get('/auth/v1/session')).body).toMatchObject({
      user: { email: 'bo@alder.example' },
    });
    clock.advance(11 * 3_600_000);
    expect((await browser.get('/auth/v1/session')).body).toMatchObject({
      user: { email: 'bo@alder.example' },
    });
  });

  it('does not extend a session that ends earlier anyway', async () => {
    const browser = await register(server, inbox, 'cem@meridian.example', 'Meridian Defense');
    clock.advance(12 * 3_600_000 - 1_000);
    await browser.post('/auth/v1/leave', {});
    clock.advance(1_000);
    expect((await browser.get('/auth/v1/session')).body).toEqual({ session: null, user: null });
  });

  it('changes nothing without a session', async () => {
    expect(await openBrowser(server).post('/auth/v1/leave', {})).toMatchObject({ status: 200, body: {} });
  });
});
