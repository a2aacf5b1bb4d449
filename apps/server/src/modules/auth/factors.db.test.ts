import { errors, limits } from '@scout/contract';
import { createClock, createInbox, type Inbox, startServer, type TestServer } from '@scout/testkit';
import { URI } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Browser, mailAbout, openBrowser, password, register, signIn } from './testing/browser.ts';

const clock = createClock(new Date().toISOString());
let inbox: Inbox;
let server: TestServer;
let other: TestServer;

beforeAll(async () => {
  inbox = await createInbox();
  server = await startServer({ inbox, clock });
  other = await startServer({ inbox, clock, database: server.database });
});
afterAll(async () => {
  await other.stop();
  await server.stop();
  await inbox.stop();
});

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
const codeOf = (uri: string) => URI.parse(uri).generate({ timestamp: clock.now() });
const stepMs = limits.secondFactor.periodSeconds * 1000;
const claimsOf = (browser: Browser) =>
  JSON.parse(Buffer.from(browser.token!.split('.')[1]!, 'base64url').toString());

/** Proof of identity: the current password. */
const proof = { current_password: password };

const enrol = (browser: Browser, friendly_name = 'Phone') =>
  browser.post('/auth/v1/factors', { factor_type: 'totp', friendly_name, current_password: password });

async function show(browser: Browser, id: string, code: string) {
  const challenge = await browser.post(`/auth/v1/factors/${id}/challenge`);
  expect(challenge.status).toBe(200);
  return browser.post(`/auth/v1/factors/${id}/verify`, { challenge_id: challenge.body.id, code });
}

/** A person with a verified factor, and the data to prove it. */
async function withFactor(email: string) {
  const browser = await register(server, inbox, email, 'Northwind Bank');
  const { body: factor } = await enrol(browser);
  const shown = await show(browser, factor.id, codeOf(factor.totp.uri));
  expect(shown.status).toBe(200);
  clock.advance(stepMs);
  return {
    browser,
    id: factor.id as string,
    uri: factor.totp.uri as string,
    recoveryCodes: shown.body.recovery_codes as string[],
  };
}

describe('a second factor', () => {
  it('is set up with a secret and a URI for a QR code, and counts once a code was entered', async () => {
    const email = 'ada@northwind.example';
    const browser = await register(server, inbox, email, 'Northwind Bank');
    const { status, body: factor } = await enrol(browser, ' My phone ');
    expect(status).toBe(200);
    expect(factor).toMatchObject({ factor_type: 'totp', status: 'unverified', friendly_name: 'My phone' });
    expect(factor.totp.uri).toMatch(/^otpauth:\/\/totp\/Scout:ada%40northwind\.example\?/);
    expect(factor.totp.secret).toMatch(/^[A-Z2-7]{32}$/);

    // An unverified factor is not required.
    const elsewhere = openBrowser(server);
    await signIn(elsewhere, email);
    expect(claimsOf(elsewhere).aal).toBe('aal2');

    expect(await show(browser, factor.id, '000000')).toMatchObject(refusal('invalid_factor_code'));
    const shown = await show(browser, factor.id, codeOf(factor.totp.uri));
    expect(shown.status).toBe(200);
    expect(shown.body.recovery_codes).toHaveLength(limits.secondFactor.recoveryCodes);
    expect(new Set(shown.body.recovery_codes).size).toBe(limits.secondFactor.recoveryCodes);
    expect(claimsOf(browser).aal).toBe('aal2');
    const list = await browser.get('/auth/v1/factors');
    expect(list.body).toEqual({
      factors: [
        {
          id: factor.id,
          factor_type: 'totp',
          status: 'verified',
          friendly_name: 'My phone',
          created_at: expect.any(String),
        },
      ],
      recovery_codes_left: limits.secondFactor.recoveryCodes,
    });
    expect(JSON.stringify(list.body)).not.toContain(factor.totp.secret);
    await mailAbout(inbox, email, /factor/i);
    // Applies to existing sessions as well.
    expect(await elsewhere.get('/rest/v1/tenants')).toMatchObject(refusal('second_factor_required'));
  });

  it('is required at sign-in: until then only entering it and signing out are allowed', async () => {
    const { id, uri } = await withFactor('bo@northwind.example');
    const browser = openBrowser(other);
    expect((await signIn(browser, 'bo@northwind.example')).status).toBe(200);
    expect(claimsOf(browser).aal).toBe('aal1');
    for (const path of ['/rest/v1/tenants', '/rest/v1/profiles', '/api/v1/agents', '/auth/v1/sessions']) {
      expect(await browser.get(path), path).toMatchObject(refusal('second_factor_required'));
    }
    expect(await enrol(browser, 'of a thief')).toMatchObject(refusal('second_factor_required'));
    expect(await browser.send('DELETE', `/auth/v1/factors/${id}`)).toMatchObject(
      refusal('second_factor_required'),
    );
    expect(await browser.post('/auth/v1/recovery-codes', proof)).toMatchObject(
      refusal('second_factor_required'),
    );
    const removal = { confirm: 'DELETE', password };
    expect(await browser.post('/functions/v1/delete-account', removal)).toMatchObject(
      refusal('second_factor_required'),
    );
    await browser.post('/functions/v1/sync-claims');
    expect(claimsOf(browser).aal).toBe('aal1');
    expect((await browser.get('/auth/v1/user')).status).toBe(200);

    expect((await show(browser, id, codeOf(uri))).status).toBe(200);
    expect(claimsOf(browser).aal).toBe('aal2');
    expect((await browser.get('/rest/v1/tenants')).status).toBe(200);
    // The session keeps it when its token is renewed.
    await browser.get('/auth/v1/session');
    expect(claimsOf(browser).aal).toBe('aal2');
  });

  it('accepts each code once, also from two servers at the same moment', async () => {
    const { id, uri } = await withFactor('cy@northwind.example');
    const browsers = [openBrowser(server), openBrowser(other), openBrowser(server)];
    for (const browser of browsers) await signIn(browser, 'cy@northwind.example');
    const code = codeOf(uri);
    const answers = await Promise.all(browsers.map((browser) => show(browser, id, code)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    // A code from an earlier step is invalid as well.
    const before = URI.parse(uri).generate({ timestamp: clock.now() - stepMs });
    const late = browsers[answers.findIndex(({ status }) => status === 400)]!;
    expect(await show(late, id, before)).toMatchObject(refusal('invalid_factor_code'));
  });

  it('cannot be guessed, on any server', async () => {
    const { id, uri } = await withFactor('dan@northwind.example');
    const browsers = [openBrowser(server), openBrowser(other)];
    for (const browser of browsers) await signIn(browser, 'dan@northwind.example');
    const { attempts, windowSeconds } = limits.rates.factorPerUser;
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      const answer = await show(browsers[attempt % 2]!, id, '000000');
      expect(answer).toMatchObject(refusal('invalid_factor_code'));
    }
    const refused = await show(browsers[1]!, id, codeOf(uri));
    expect(refused).toMatchObject(tooMany);
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(windowSeconds);
  });

  it('has its own challenges, for one session, that expire', async () => {
    const { browser, id, uri } = await withFactor('ed@northwind.example');
    const elsewhere = openBrowser(server);
    await signIn(elsewhere, 'ed@northwind.example');
    const foreign = await browser.post(`/auth/v1/factors/${id}/challenge`);
    const use = (challenge_id: string) =>
      elsewhere.post(`/auth/v1/factors/${id}/verify`, { challenge_id, code: codeOf(uri) });
    expect(await use(foreign.body.id)).toMatchObject(refusal('invalid_challenge'));
    expect(await use('1.made-up')).toMatchObject(refusal('invalid_challenge'));
    const own = await elsewhere.post(`/auth/v1/factors/${id}/challenge`);
    clock.advance(limits.secondFactor.challengeSeconds * 1000);
    expect(await use(own.body.id)).toMatchObject(refusal('invalid_challenge'));
  });

  it('of another user cannot be used or removed', async () => {
    const { id } = await withFactor('fay@northwind.example');
    const stranger = await register(server, inbox, 'gus@northwind.example', 'Northwind Bank');
    expect(await stranger.post(`/auth/v1/factors/${id}/challenge`)).toMatchObject(refusal('not_found'));
    expect(await stranger.send('DELETE', `/auth/v1/factors/${id}`)).toMatchObject(refusal('not_found'));
  });

  it('can be one of several, which are removed one by one with a notice each', async () => {
    const email = 'hal@northwind.example';
    const { browser, id, uri } = await withFactor(email);
    const { body: key } = await enrol(browser, 'Tablet');
    const added = await show(browser, key.id, codeOf(key.totp.uri));
    expect(added.status).toBe(200);
    expect(added.body).not.toHaveProperty('recovery_codes');

    expect((await browser.send('DELETE', `/auth/v1/factors/${id}`, proof)).status).toBe(200);
    await mailAbout(inbox, email, /removed/i);
    clock.advance(stepMs);
    const again = openBrowser(server);
    await signIn(again, email);
    expect(await again.post(`/auth/v1/factors/${id}/challenge`)).toMatchObject(refusal('not_found'));
    expect(await show(again, key.id, codeOf(uri))).toMatchObject(refusal('invalid_factor_code'));
    expect((await show(again, key.id, codeOf(key.totp.uri))).status).toBe(200);

    expect((await again.send('DELETE', `/auth/v1/factors/${key.id}`, proof)).status).toBe(200);
    expect((await again.get('/auth/v1/factors')).body).toEqual({ factors: [], recovery_codes_left: 0 });
    const last = openBrowser(server);
    await signIn(last, email);
    expect(claimsOf(last).aal).toBe('aal2');
  });

  it('has recovery codes, each valid once, and new ones replace the old', async () => {
    const email = 'ivy@northwind.example';
    const { id, recoveryCodes } = await withFactor(email);
    const [first, second] = recoveryCodes as [string, string];
    const browser = openBrowser(server);
    await signIn(browser, email);
    expect((await show(browser, id, ` ${first.toUpperCase().replaceAll('-', ' ')} `)).status).toBe(200);
    expect((await browser.get('/auth/v1/factors')).body.recovery_codes_left).toBe(recoveryCodes.length - 1);
    await mailAbout(inbox, email, /recovery/i);

    const again = openBrowser(server);
    await signIn(again, email);
    expect(await show(again, id, first)).toMatchObject(refusal('invalid_factor_code'));
    const renewed = await browser.post('/auth/v1/recovery-codes', proof);
    expect(renewed.body.recovery_codes).toHaveLength(limits.secondFactor.recoveryCodes);
    expect(await show(again, id, second)).toMatchObject(refusal('invalid_factor_code'));
    expect((await show(again, id, renewed.body.recovery_codes[0])).status).toBe(200);
  });

  it('by phone reports that it is not configured', async () => {
    const browser = await register(server, inbox, 'jan@northwind.example', 'Northwind Bank');
    const phone = { ...proof, factor_type: 'phone', friendly_name: 'Mobile', phone: '+41 79 000 00 00' };
    expect(await browser.post('/auth/v1/factors', phone)).toMatchObject(refusal('phone_factor_unavailable'));
  });

  it('is limited in number', async () => {
    const browser = await register(server, inbox, 'kim@northwind.example', 'Northwind Bank');
    for (let n = 2; n < limits.secondFactor.factors; n += 1) {
      expect((await enrol(browser, `Factor ${n}`)).status).toBe(200);
    }
    // No request is accepted without the password.
    const atOnce = Array.from({ length: limits.rates.passwordPerUser.attempts }, (_, n) => `At once ${n}`);
    const answers = await Promise.all(atOnce.map((name) => enrol(browser, name)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
    expect(answers.find(({ status }) => status !== 200)).toMatchObject(refusal('factor_limit'));
  });
});

describe('an organization that requires a second factor', () => {
  it('admits nobody without one, and admits a user who sets one up', async () => {
    const email = 'ada@alder.example';
    const browser = await register(server, inbox, email, 'Alder Health');
    await server.database.asOwner((owner) =>
      owner.query(
        `UPDATE scout.tenants SET requires_second_factor = true WHERE company_key = 'alder health'`,
      ),
    );
    for (const path of ['/rest/v1/tenants', '/api/v1/agents', '/auth/v1/sessions']) {
      expect(await browser.get(path), path).toMatchObject(refusal('second_factor_enrolment_required'));
    }
    const { body: factor } = await enrol(browser);
    expect((await show(browser, factor.id, codeOf(factor.totp.uri))).status).toBe(200);
    expect((await browser.get('/rest/v1/tenants')).status).toBe(200);
  });
});
