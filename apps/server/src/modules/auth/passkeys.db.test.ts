import { errors, limits } from '@scout/contract';
import { createClock, createInbox, type Inbox, startServer, type TestServer } from '@scout/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Authenticator, createAuthenticator, type Deviation } from './testing/authenticator.ts';
import {
  type Browser,
  mailAbout,
  openBrowser,
  password,
  register,
  signIn,
  tokenOf,
} from './testing/browser.ts';

const clock = createClock(new Date().toISOString());
let inbox: Inbox;
let server: TestServer;
let other: TestServer;

beforeAll(async () => {
  inbox = await createInbox();
  server = await startServer({ inbox, clock, config: { publicUrl } });
  other = await startServer({
    inbox,
    clock,
    database: server.database,
    config: { publicUrl },
  });
});
afterAll(async () => {
  await other.stop();
  await server.stop();
  await inbox.stop();
});

const publicUrl = 'http://localhost:3000';
const proof = { current_password: password };
const refusal = (code: keyof typeof errors) => ({ status: errors[code].status, body: { code } });
const claimsOf = (browser: Browser) =>
  JSON.parse(Buffer.from(browser.token!.split('.')[1]!, 'base64url').toString());

const addOptions = (browser: Browser) => browser.post('/auth/v1/passkeys/options', proof);

async function add(browser: Browser, authenticator: Authenticator, deviation: Deviation = {}) {
  const options = await addOptions(browser);
  expect(options.status).toBe(200);
  return browser.post('/auth/v1/passkeys', {
    friendly_name: ' Laptop ',
    credential: authenticator.create(options.body, deviation),
  });
}

async function prove(browser: Browser, authenticator: Authenticator, deviation: Deviation = {}) {
  const { body: options } = await browser.post('/auth/v1/passkeys/prove-options');
  return browser.post('/auth/v1/passkeys/prove', { credential: authenticator.get(options, deviation) });
}

const signInOptions = (browser: Browser) => browser.post('/auth/v1/passkey-sign-in/options');
const answer = (browser: Browser, credential: unknown) =>
  browser.post('/auth/v1/passkey-sign-in', { credential });

async function signInWith(
  authenticator: Authenticator,
  deviation: Deviation = {},
  browser = openBrowser(server),
) {
  const { body: options } = await signInOptions(browser);
  return { browser, ...(await answer(browser, authenticator.get(options, deviation))) };
}

/** A person with a passkey. */
async function withPasskey(email: string, company = 'Northwind Bank') {
  const browser = await register(server, inbox, email, company);
  const authenticator = createAuthenticator(publicUrl);
  const added = await add(browser, authenticator);
  expect(added.status).toBe(200);
  return { browser, authenticator, ...added.body } as {
    browser: Browser;
    authenticator: Authenticator;
    passkey: { id: string };
    recovery_codes: string[];
  };
}

const auditOf = (email: string) =>
  server.database.asOwner(async (owner) => {
    const { rows } = await owner.query<{ action: string }>(
      'SELECT action FROM scout.audit_logs WHERE actor = $1 ORDER BY occurred_at',
      [email],
    );
    return rows.map(({ action }) => action);
  });

describe('a passkey', () => {
  it('is added with the password, listed, renamed and removed, with a mail about each change', async () => {
    const email = 'ada@northwind.example';
    const browser = await register(server, inbox, email, 'Northwind Bank');
    expect(await browser.post('/auth/v1/passkeys/options', { current_password: 'wrong' })).toMatchObject(
      refusal('wrong_password'),
    );
    const { body: options } = await addOptions(browser);
    expect(options).toMatchObject({ rp: { id: 'localhost' }, user: { name: email }, attestation: 'none' });
    const credential = createAuthenticator(publicUrl).create(options);
    const added = await browser.post('/auth/v1/passkeys', { friendly_name: ' Laptop ', credential });
    expect(added.body.passkey).toMatchObject({
      friendly_name: 'Laptop',
      backed_up: false,
      last_used_at: null,
    });
    expect(added.body.recovery_codes).toHaveLength(limits.secondFactor.recoveryCodes);
    expect(claimsOf(browser).aal).toBe('aal2');
    await mailAbout(inbox, email, /passkey was added/);

    const path = `/auth/v1/passkeys/${added.body.passkey.id}`;
    expect((await browser.send('PATCH', path, { friendly_name: 'Desk' })).body.friendly_name).toBe('Desk');
    const list = await browser.get('/auth/v1/passkeys');
    expect(list.body).toEqual([{ ...added.body.passkey, friendly_name: 'Desk' }]);

    const stranger = await register(server, inbox, 'bo@northwind.example', 'Northwind Bank');
    expect(await stranger.send('PATCH', path, { friendly_name: 'Mine' })).toMatchObject(refusal('not_found'));
    expect(await stranger.send('DELETE', path, proof)).toMatchObject(refusal('not_found'));

    expect((await browser.send('DELETE', path, proof)).status).toBe(200);
    await mailAbout(inbox, email, /passkey was removed/);
    expect((await browser.get('/auth/v1/passkeys')).body).toEqual([]);
    expect((await browser.get('/auth/v1/factors')).body.recovery_codes_left).toBe(0);
    const last = openBrowser(server);
    await signIn(last, email);
    expect(claimsOf(last).aal).toBe('aal2');
  });

  it('is not added for another origin or name, nor with a used, expired or foreign challenge', async () => {
    const browser = await register(server, inbox, 'cy@northwind.example', 'Northwind Bank');
    const wrong = [{ origin: 'http://evil.example' }, { rpId: 'evil.example' }, { type: 'webauthn.get' }];
    for (const deviation of wrong) {
      const refused = await add(browser, createAuthenticator(publicUrl), deviation);
      expect(refused, JSON.stringify(deviation)).toMatchObject(refusal('invalid_passkey'));
    }
    const { body: options } = await addOptions(browser);
    const send = (sender: Browser, authenticator = createAuthenticator(publicUrl)) =>
      sender.post('/auth/v1/passkeys', {
        friendly_name: 'Laptop',
        credential: authenticator.create(options),
      });
    const elsewhere = openBrowser(server);
    await signIn(elsewhere, 'cy@northwind.example');
    expect(await send(elsewhere)).toMatchObject(refusal('invalid_challenge'));
    clock.advance(limits.passkeys.challengeSeconds * 1_000);
    expect(await send(browser)).toMatchObject(refusal('invalid_challenge'));

    const { body: fresh } = await addOptions(browser);
    const credential = createAuthenticator(publicUrl).create(fresh);
    const body = { friendly_name: 'Laptop', credential };
    expect((await browser.post('/auth/v1/passkeys', body)).status).toBe(200);
    expect(await browser.post('/auth/v1/passkeys', body)).toMatchObject(refusal('invalid_challenge'));
  });

  it('of another person is not added a second time', async () => {
    const { authenticator } = await withPasskey('dan@northwind.example');
    const thief = await register(server, inbox, 'ed@northwind.example', 'Northwind Bank');
    expect(await add(thief, authenticator)).toMatchObject(refusal('invalid_passkey'));
    expect((await thief.get('/auth/v1/passkeys')).body).toEqual([]);
  });
});

describe('as second factor', () => {
  it('is required with the password, and completes the sign-in', async () => {
    const email = 'fay@northwind.example';
    const { authenticator, passkey } = await withPasskey(email);
    const browser = openBrowser(other);
    await signIn(browser, email);
    expect(claimsOf(browser).aal).toBe('aal1');
    expect(await browser.get('/rest/v1/tenants')).toMatchObject(refusal('second_factor_required'));
    expect(await addOptions(browser)).toMatchObject(refusal('second_factor_required'));
    const enrolled = { ...proof, factor_type: 'totp', friendly_name: 'of a thief' };
    expect(await browser.post('/auth/v1/factors', enrolled)).toMatchObject(refusal('second_factor_required'));
    expect(await browser.send('DELETE', `/auth/v1/passkeys/${passkey.id}`, proof)).toMatchObject(
      refusal('second_factor_required'),
    );
    for (const deviation of [{ origin: 'http://evil.example' }, { rpId: 'evil.example' }]) {
      expect(await prove(browser, authenticator, deviation)).toMatchObject(refusal('invalid_passkey'));
    }
    expect(await prove(browser, createAuthenticator(publicUrl))).toMatchObject(refusal('invalid_passkey'));
    // The password came before: touching it is enough.
    expect((await prove(browser, authenticator, { userVerified: false })).status).toBe(200);
    expect(claimsOf(browser).aal).toBe('aal2');
    expect((await browser.get('/rest/v1/tenants')).status).toBe(200);
  });

  it('of another person does not count', async () => {
    const { authenticator } = await withPasskey('gus@northwind.example');
    await withPasskey('hal@northwind.example');
    const browser = openBrowser(server);
    await signIn(browser, 'hal@northwind.example');
    expect(await prove(browser, authenticator)).toMatchObject(refusal('invalid_passkey'));
    expect(claimsOf(browser).aal).toBe('aal1');
  });

  it('is replaced by a recovery code, once', async () => {
    const email = 'ivy@northwind.example';
    const { passkey, recovery_codes } = await withPasskey(email);
    const use = async (browser: Browser) => {
      const { body } = await browser.post(`/auth/v1/factors/${passkey.id}/challenge`);
      return browser.post(`/auth/v1/factors/${passkey.id}/verify`, {
        challenge_id: body.id,
        code: recovery_codes[0],
      });
    };
    const browser = openBrowser(server);
    await signIn(browser, email);
    expect((await use(browser)).status).toBe(200);
    expect(claimsOf(browser).aal).toBe('aal2');
    const again = openBrowser(server);
    await signIn(again, email);
    expect(await use(again)).toMatchObject(refusal('invalid_factor_code'));
  });

  it('satisfies an organization that requires one', async () => {
    const browser = await register(server, inbox, 'ada@alder.example', 'Alder Health');
    await server.database.asOwner((owner) =>
      owner.query(
        `UPDATE scout.tenants SET requires_second_factor = true WHERE company_key = 'alder health'`,
      ),
    );
    expect(await browser.get('/rest/v1/tenants')).toMatchObject(refusal('second_factor_enrolment_required'));
    expect((await add(browser, createAuthenticator(publicUrl))).status).toBe(200);
    expect((await browser.get('/rest/v1/tenants')).status).toBe(200);
  });
});

describe('alone', () => {
  it('signs in as both factors, and its options name nobody', async () => {
    const email = 'jan@contoso.example';
    const { authenticator } = await withPasskey(email, 'Contoso');
    const { body: options } = await signInOptions(openBrowser(server));
    expect(options).not.toHaveProperty('allowCredentials');
    expect(options).toMatchObject({ rpId: 'localhost', userVerification: 'required' });
    const { browser, status, body } = await signInWith(authenticator);
    expect(status).toBe(200);
    expect(body.user.email).toBe(email);
    expect(claimsOf(browser).aal).toBe('aal2');
    expect((await browser.get('/rest/v1/tenants')).status).toBe(200);
    expect((await browser.get('/auth/v1/passkeys')).body[0].last_used_at).toEqual(expect.any(String));
    expect(await auditOf(email)).toContain('signed_in');
  });

  it('is refused with the same answer for an unknown passkey and every wrong answer', async () => {
    const { authenticator } = await withPasskey('kim@northwind.example');
    const unknown = await signInWith(createAuthenticator(publicUrl));
    expect(unknown).toMatchObject(refusal('invalid_passkey'));
    const wrong: Deviation[] = [
      { origin: 'http://evil.example' },
      { rpId: 'evil.example' },
      { userVerified: false },
      { userHandle: Buffer.from('someone else').toString('base64url') },
      { type: 'webauthn.create' },
    ];
    for (const deviation of wrong) {
      const refused = await signInWith(authenticator, deviation);
      expect(refused.body, JSON.stringify(deviation)).toEqual(unknown.body);
      expect(refused.browser.token).toBeUndefined();
    }
    const { authenticator: foreign } = await withPasskey('lea@northwind.example');
    const { id } = authenticator.get({ challenge: 'none' });
    expect((await signInWith(foreign, { credentialId: id })).body).toEqual(unknown.body);
  });

  it('takes each challenge once, in time, and from the browser that asked', async () => {
    const { authenticator } = await withPasskey('max@northwind.example');
    const browser = openBrowser(server);
    const { body: options } = await signInOptions(browser);
    const elsewhere = openBrowser(server);
    await signInOptions(elsewhere);
    const credential = authenticator.get(options);
    expect(await answer(elsewhere, credential)).toMatchObject(refusal('invalid_challenge'));
    expect(await answer(openBrowser(server), credential)).toMatchObject(refusal('invalid_challenge'));
    expect((await answer(browser, credential)).status).toBe(200);
    expect(await answer(browser, credential)).toMatchObject(refusal('invalid_challenge'));

    const { body: late } = await signInOptions(browser);
    clock.advance(limits.passkeys.challengeSeconds * 1_000);
    expect(await answer(browser, authenticator.get(late))).toMatchObject(refusal('invalid_challenge'));
    // A challenge of a second factor is none of a sign-in.
    const session = openBrowser(server);
    await signIn(session, 'max@northwind.example');
    const { body: second } = await session.post('/auth/v1/passkeys/prove-options');
    expect(await answer(browser, authenticator.get(second))).toMatchObject(refusal('invalid_challenge'));
  });

  it('is refused when its counter goes back, with an entry in the audit log', async () => {
    const email = 'ned@fabrikam.example';
    const { authenticator } = await withPasskey(email, 'Fabrikam');
    expect((await signInWith(authenticator, { counter: 10 })).status).toBe(200);
    for (const counter of [10, 9, 0]) {
      expect(await signInWith(authenticator, { counter })).toMatchObject(refusal('invalid_passkey'));
    }
    expect((await auditOf(email)).filter((action) => action === 'passkey_counter_refused')).toHaveLength(3);
    expect((await signInWith(authenticator, { counter: 11 })).status).toBe(200);
  });

  it('is refused for a person whose address is not confirmed, and gone with a removed passkey', async () => {
    const email = 'ola@northwind.example';
    const { authenticator, browser, passkey } = await withPasskey(email);
    const confirm = (confirmed: boolean) =>
      server.database.asOwner((owner) =>
        owner.query('UPDATE auth."user" SET email_verified = $2 WHERE email = $1', [email, confirmed]),
      );
    await confirm(false);
    expect(await signInWith(authenticator)).toMatchObject(refusal('invalid_passkey'));
    await confirm(true);
    expect((await signInWith(authenticator)).status).toBe(200);
    expect((await browser.send('DELETE', `/auth/v1/passkeys/${passkey.id}`, proof)).status).toBe(200);
    expect(await signInWith(authenticator)).toMatchObject(refusal('invalid_passkey'));
  });

  it('opens no organization to a person whose membership was ended', async () => {
    const email = 'quin@tailspin.example';
    const { authenticator } = await withPasskey(email, 'Tailspin Toys');
    await server.database.asOwner((owner) =>
      owner.query('DELETE FROM scout.memberships WHERE email = $1', [email]),
    );
    const { browser } = await signInWith(authenticator);
    expect(claimsOf(browser)).not.toHaveProperty('tenant_id');
    expect(await browser.get('/api/v1/agents')).toMatchObject(refusal('no_organization'));
  });

  it('stays after a password reset, which ends the sessions that it began', async () => {
    const email = 'rue@woodgrove.example';
    const { authenticator } = await withPasskey(email, 'Woodgrove');
    const { browser } = await signInWith(authenticator);
    await browser.post('/auth/v1/recover', { email });
    const token = tokenOf(await mailAbout(inbox, email, /password/i));
    const reset = { token, password: 'another correct horse' };
    expect((await openBrowser(server).post('/auth/v1/reset-password', reset)).status).toBe(200);
    expect(await browser.get('/rest/v1/tenants')).toMatchObject(refusal('session_ended'));
    expect((await signInWith(authenticator)).status).toBe(200);
  });

  it('is gone with the account', async () => {
    const email = 'pia@northwind.example';
    const { authenticator, browser } = await withPasskey(email);
    const removal = { confirm: 'DELETE', password };
    expect((await browser.post('/functions/v1/delete-account', removal)).status).toBe(200);
    expect(await signInWith(authenticator)).toMatchObject(refusal('invalid_passkey'));
    const { rows } = await server.database.asOwner((owner) =>
      owner.query(
        'SELECT 1 FROM auth.passkeys p LEFT JOIN auth."user" u ON u.id = p.user_id WHERE u.id IS NULL',
      ),
    );
    expect(rows).toEqual([]);
  });
});
