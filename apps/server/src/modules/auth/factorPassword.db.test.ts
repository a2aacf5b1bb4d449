import { errors, limits } from '@scout/contract';
import { createClock, createInbox, type Inbox, startServer, type TestServer } from '@scout/testkit';
import { URI } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Browser, mailAbout, openBrowser, password, register, signIn } from './testing/browser.ts';

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

const refusal = (code: keyof typeof errors) => ({
  status: errors[code].status,
  body: { code, message: errors[code].message },
});
const invalid = { status: 400, body: { code: 'invalid_input' } };

async function show(browser: Browser, id: string, code: string) {
  const { body: challenge } = await browser.post(`/auth/v1/factors/${id}/challenge`);
  return browser.post(`/auth/v1/factors/${id}/verify`, { challenge_id: challenge.id, code });
}

/** A person with a verified factor, proved in the session of this browser. */
async function withFactor(email: string) {
  const browser = await register(server, inbox, email, 'Northwind Bank');
  const begun = await browser.post('/auth/v1/factors', {
    friendly_name: 'Phone',
    current_password: password,
  });
  const { id, totp } = begun.body;
  const shown = await show(browser, id, URI.parse(totp.uri).generate({ timestamp: clock.now() }));
  return { browser, id: id as string, recoveryCodes: shown.body.recovery_codes as string[] };
}

describe('a session without the password', () => {
  it('starts no second factor', async () => {
    const browser = await register(server, inbox, 'ada@northwind.example', 'Northwind Bank');
    expect(await browser.post('/auth/v1/factors', { friendly_name: 'of a thief' })).toMatchObject(invalid);
    const guess = { friendly_name: 'of a thief', current_password: 'a guess' };
    expect(await browser.post('/auth/v1/factors', guess)).toMatchObject(refusal('wrong_password'));
    expect((await browser.get('/auth/v1/factors')).body.factors).toEqual([]);
  });

  it('removes none', async () => {
    const { browser, id } = await withFactor('bo@northwind.example');
    const path = `/auth/v1/factors/${id}`;
    expect(await browser.send('DELETE', path)).toMatchObject(refusal('password_required'));
    const guess = { current_password: 'a guess' };
    expect(await browser.send('DELETE', path, guess)).toMatchObject(refusal('wrong_password'));
    expect((await browser.get('/auth/v1/factors')).body).toMatchObject({
      factors: [{ id }],
      recovery_codes_left: limits.secondFactor.recoveryCodes,
    });
    expect((await browser.send('DELETE', path, { current_password: password })).status).toBe(200);
  });

  it('creates no recovery codes', async () => {
    const { browser, recoveryCodes, id } = await withFactor('cy@northwind.example');
    expect(await browser.post('/auth/v1/recovery-codes')).toMatchObject(invalid);
    const guess = { current_password: 'a guess' };
    expect(await browser.post('/auth/v1/recovery-codes', guess)).toMatchObject(refusal('wrong_password'));
    expect((await show(browser, id, recoveryCodes[0]!)).status).toBe(200);
  });

  it('cannot be used to guess the password either', async () => {
    const { browser } = await withFactor('dan@northwind.example');
    const guess = () => browser.post('/auth/v1/recovery-codes', { current_password: 'a guess' });
    for (let n = 0; n < limits.rates.passwordPerUser.attempts; n += 1) {
      expect(await guess()).toMatchObject(refusal('wrong_password'));
    }
    expect((await guess()).status).toBe(429);
  });
});

describe('use of a recovery code', () => {
  it('is notified by mail, with the number left and the purpose', async () => {
    const email = 'ed@northwind.example';
    const { id, recoveryCodes } = await withFactor(email);
    const browser = openBrowser(server);
    await signIn(browser, email);
    expect((await show(browser, id, recoveryCodes[0]!)).status).toBe(200);
    const mail = await mailAbout(inbox, email, /recovery/i);
    expect(mail.subject).toBe('A recovery code was used (Scout)');
    expect(mail.text).toMatch(/Recovery codes left\s+9/);
    expect(mail.text).not.toContain('New recovery codes');
    await browser.post('/auth/v1/recovery-codes', { current_password: password });
    expect((await mailAbout(inbox, email, /recovery/i)).subject).toBe(
      'New recovery codes were created (Scout)',
    );
  });
});
