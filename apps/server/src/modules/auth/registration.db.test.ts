import { errors, limits } from '@scout/contract';
import { createClock, createInbox, type Inbox, startServer, type TestServer } from '@scout/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  byCode,
  byLink,
  mailAbout,
  openBrowser,
  register,
  signIn,
  signUpOf,
  tokenOf,
} from './testing/browser.ts';

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

const verify = '/auth/v1/verify';
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
const query = async <T extends object>(sql: string, values: unknown[] = []): Promise<T[]> =>
  server.database.asOwner(async (owner) => (await owner.query<T>(sql, values)).rows);

async function signUp(email: string, company: string, at: TestServer = server) {
  const browser = openBrowser(at);
  const answer = await browser.post('/auth/v1/signup', signUpOf(email, company));
  expect(answer.status).toBe(200);
  return { browser, mail: await inbox.next(email), answer };
}

describe('signing up', () => {
  it('creates an unconfirmed user without a session, and with the code an organization and its admin', async () => {
    const email = 'ada@northwind.example';
    const { browser, mail, answer } = await signUp(email, '  Northwind   Bank ');
    expect(answer.body).toEqual({
      session: null,
      user: {
        id: expect.any(String),
        email,
        email_confirmed_at: null,
        last_sign_in_at: null,
        previous_sign_in_at: null,
        created_at: expect.any(String),
      },
    });
    expect(browser.cookies.size).toBe(0);
    expect(await signIn(browser, email)).toMatchObject(refusal('email_not_confirmed'));
    expect(await query('SELECT FROM scout.tenants')).toEqual([]);

    const confirmed = await browser.post(verify, byCode(email, mail));
    expect(confirmed).toMatchObject({ status: 200, body: { user: { email } } });
    expect(confirmed.body.user.email_confirmed_at).toBe(new Date(clock.now()).toISOString());
    const [profile] = (await browser.get('/rest/v1/profiles')).body;
    expect(profile).toMatchObject({ first_name: 'Ada', last_name: 'Berg', email, is_admin: true });
    expect((await signIn(openBrowser(server), email)).status).toBe(200);
    expect(await query('SELECT actor, action, device FROM scout.audit_logs ORDER BY id')).toEqual([
      { actor: email, action: 'email_confirmed', device: 'Firefox on Windows' },
      { actor: 'system', action: 'trial_started', device: null },
      { actor: email, action: 'signed_in', device: 'Firefox on Windows' },
      { actor: email, action: 'signed_in', device: 'Firefox on Windows' },
    ]);
  });

  it('joins the organization of a verified domain as a member, whatever name was entered, if an admin chose so', async () => {
    await query(
      `UPDATE scout.organization_domains SET state = 'verified', method = 'dns', verified_at = now(), admission = 'active'
       WHERE domain = 'northwind.example'`,
    );
    const lookUp = await openBrowser(server).post('/functions/v1/signup-lookup', {
      email: 'bo@northwind.example',
    });
    expect(lookUp.body).toEqual({
      company_name: 'Northwind   Bank',
      company: 'join',
      admission: 'active',
      optional: false,
    });
    const browser = await register(server, inbox, 'bo@northwind.example', 'Another name');
    const [profile] = (await browser.get('/rest/v1/profiles')).body;
    expect(profile).toMatchObject({ company_name: 'Northwind   Bank', is_admin: false });
  });

  it('makes a colleague wait unless an admin chose otherwise', async () => {
    await query(
      `UPDATE scout.organization_domains SET admission = 'pending' WHERE domain = 'northwind.example'`,
    );
    const browser = await register(server, inbox, 'cy@northwind.example', 'Northwind Bank');
    expect((await browser.get('/rest/v1/tenants')).body).toEqual([]);
    expect(await browser.get('/api/v1/agents')).toMatchObject(refusal('no_organization'));
    expect(
      await query(`SELECT role, status FROM scout.memberships WHERE email = 'cy@northwind.example'`),
    ).toEqual([{ role: 'member', status: 'pending' }]);
    expect(await query(`SELECT action FROM scout.audit_logs WHERE actor = 'cy@northwind.example'`)).toEqual([
      { action: 'membership_requested' },
    ]);
  });

  it('refuses another domain at an existing organization, and reports a new one as new', async () => {
    const browser = openBrowser(server);
    const email = 'eve@meridian.example';
    for (const [company_name, company] of [
      ['NORTHWIND bank', 'domain-mismatch'],
      ['Meridian Defense', 'new'],
      [undefined, null],
      ['', null],
    ]) {
      const answer = await browser.post('/functions/v1/signup-lookup', { email, company_name });
      expect(answer.body).toEqual({ company_name: null, company, admission: null, optional: false });
    }
    const refused = await browser.post('/auth/v1/signup', signUpOf(email, 'Northwind Bank'));
    expect(refused).toMatchObject(refusal('domain_mismatch'));
    expect(await query(`SELECT FROM auth."user" WHERE email = $1`, [email])).toEqual([]);
  });

  it.each([
    ['ada@mit.edu', errorOf('educational')],
    ['ada@ox.ac.uk', errorOf('educational')],
    ['ada@gmail.com', errorOf('personal')],
    ['ada@yahoo.co.uk', errorOf('personal')],
    ['not an address', 'Please enter a valid email address'],
  ])('refuses %s', async (email, message) => {
    const answer = await openBrowser(server).post('/auth/v1/signup', signUpOf(email, 'Some company'));
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input', message } });
  });

  it('reveals an existing user only as check-email-exists does: once it is confirmed', async () => {
    const exists = async (email: string) =>
      (await openBrowser(server).post('/functions/v1/check-email-exists', { email })).body;
    expect(await exists(' ADA@northwind.example')).toEqual({ exists: true });
    const again = await openBrowser(server).post(
      '/auth/v1/signup',
      signUpOf('ada@northwind.example', 'Northwind Bank'),
    );
    expect(again).toMatchObject(refusal('email_exists'));

    const { answer } = await signUp('dan@alder.example', 'Alder Health');
    expect(await exists('dan@alder.example')).toEqual({ exists: false });
    const second = await signUp('dan@alder.example', 'Alder Health');
    expect([second.answer.status, Object.keys(second.answer.body)]).toEqual([
      answer.status,
      Object.keys(answer.body),
    ]);
  });

  it('ignores member lists: neither a listed address nor its domain joins', async () => {
    const [{ tenant_id }] = (await query<{ tenant_id: string }>(
      `SELECT tenant_id FROM scout.tenants WHERE company_key = $1`,
      ['northwind bank'],
    )) as [{ tenant_id: string }];
    await query(
      `INSERT INTO scout.memberships (tenant_id, email, role, status)
       VALUES ($1, 'boss@listed.example', 'member', 'pending'), ($1, 'clerk@listed.example', 'member', 'active')`,
      [tenant_id],
    );
    const lookUp = (email: string, company_name?: string) =>
      openBrowser(server).post('/functions/v1/signup-lookup', { email, company_name });
    expect((await lookUp('boss@listed.example')).body).toMatchObject({ company_name: null, company: null });
    expect((await lookUp('new@listed.example', 'Northwind   Bank')).body.company).toBe('domain-mismatch');
    const boss = await register(server, inbox, 'boss@listed.example', 'Listed Company');
    expect((await boss.get('/rest/v1/profiles')).body).toMatchObject([
      { company_name: 'Listed Company', is_admin: true },
    ]);
    // A person of that name exists, pending as left by an admin.
    await query(
      `INSERT INTO scout.memberships (tenant_id, email, role, status)
       VALUES ($1, 'guest@guests.example', 'member', 'pending')`,
      [tenant_id],
    );
    const guest = await register(server, inbox, 'guest@guests.example', 'Northwind   Bank');
    expect((await guest.get('/rest/v1/tenants')).body).toEqual([]);
    expect(
      await query(`SELECT status, user_id IS NOT NULL AS known FROM scout.memberships WHERE email = $1`, [
        'guest@guests.example',
      ]),
    ).toEqual([{ status: 'pending', known: true }]);
  });

  it('creates one organization and one admin when many register at the same moment', async () => {
    const company = 'Contended Company';
    const emails = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `${name}@contended.example`);
    const strangers = ['g@rival.example', 'h@other.example'];
    const waiting = [];
    for (const [index, email] of [...emails, ...strangers].entries()) {
      waiting.push({ email, ...(await signUp(email, company, index % 2 === 0 ? server : other)) });
    }
    const answers = await Promise.all(
      waiting.map(({ browser, email, mail }) => browser.post(verify, byCode(email, mail))),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));

    expect(
      await query(`SELECT company_name FROM scout.tenants WHERE company_key = $1`, [company.toLowerCase()]),
    ).toEqual([{ company_name: company }]);
    const members = await query<{ email: string; role: string; status: string }>(
      `SELECT m.email, m.role, m.status FROM scout.memberships m JOIN scout.tenants t USING (tenant_id)
       WHERE t.company_key = $1`,
      [company.toLowerCase()],
    );
    expect(members.filter(({ role }) => role === 'admin')).toHaveLength(1);
    // The first founder owns the domain; others at that domain wait, and people at other domains do not apply.
    expect(members.filter(({ role }) => role === 'admin')).toMatchObject([{ status: 'active' }]);
    expect(members.filter(({ role }) => role === 'member').every(({ status }) => status === 'pending')).toBe(
      true,
    );
    const domain = members.find(({ role }) => role === 'admin')!.email.split('@')[1];
    const expected = [...emails, ...strangers].filter((email) => email.endsWith(`@${domain}`));
    expect(members.map(({ email }) => email).sort()).toEqual(expected);
  });
});

describe('a confirmation', () => {
  it('has a code and a link, either of which uses up both', async () => {
    const email = 'link@alder.example';
    const first = await signUp(email, 'Alder Health');
    expect(first.mail.link).toMatch(
      new RegExp(`^${server.url}/email-confirmation\\?token=[\\w-]{43}&type=signup$`),
    );
    expect((await first.browser.post(verify, byLink(first.mail))).status).toBe(200);
    expect(await openBrowser(server).post(verify, byLink(first.mail))).toMatchObject(
      refusal('invalid_confirmation_link'),
    );
    expect(await openBrowser(server).post(verify, byCode(email, first.mail))).toMatchObject(
      refusal('invalid_code'),
    );

    const second = await signUp('code@alder.example', 'Alder Health');
    expect((await second.browser.post(verify, byCode('code@alder.example', second.mail))).status).toBe(200);
    expect(await openBrowser(server).post(verify, byLink(second.mail))).toMatchObject(
      refusal('invalid_confirmation_link'),
    );
  });

  it('is used once by two concurrent requests', async () => {
    const email = 'twice@alder.example';
    const { mail } = await signUp(email, 'Alder Health');
    const answers = await Promise.all([
      openBrowser(server).post(verify, byCode(email, mail)),
      openBrowser(other).post(verify, byLink(mail)),
      openBrowser(other).post(verify, byCode(email, mail)),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('invalidates its code after five wrong ones, and keeps its link', async () => {
    const email = 'wrong@alder.example';
    const { browser, mail } = await signUp(email, 'Alder Health');
    const wrong = mail.code === '123456' ? '654321' : '123456';
    for (let attempt = 0; attempt < limits.user.confirmationAttempts; attempt += 1) {
      const answer = await browser.post(verify, byCode(email, { code: wrong }));
      expect(answer).toMatchObject(refusal('invalid_code'));
    }
    expect(await browser.post(verify, byCode(email, mail))).toMatchObject(refusal('invalid_code'));
    expect((await browser.post(verify, byLink(mail))).status).toBe(200);
  });

  it('expires', async () => {
    const email = 'late@alder.example';
    const { browser, mail } = await signUp(email, 'Alder Health');
    const minutes = limits.user.confirmationMinutes;
    clock.advance(minutes * 60_000);
    expect(await browser.post(verify, byCode(email, mail))).toMatchObject(refusal('invalid_code'));
    expect(await browser.post(verify, byLink(mail))).toMatchObject(refusal('invalid_confirmation_link'));
    clock.advance(-1000);
    expect((await browser.post(verify, byCode(email, mail))).status).toBe(200);
  });

  it('applies what was entered with its own sign-up, not what someone else entered for the address', async () => {
    const email = 'victim@alder.example';
    const own = await signUp(email, 'Alder Health');
    const thief = openBrowser(server);
    await thief.post('/auth/v1/signup', signUpOf(email, 'Alder Health', 'the password of a thief'));
    await inbox.next(email);
    expect((await own.browser.post(verify, byCode(email, own.mail))).status).toBe(200);
    expect(await signIn(thief, email, 'the password of a thief')).toMatchObject(refusal('invalid_login'));
    expect((await signIn(own.browser, email)).status).toBe(200);
  });

  it('can be requested again after a stated wait, which invalidates the previous one', async () => {
    const email = 'again@alder.example';
    const { browser, mail } = await signUp(email, 'Alder Health');
    const resend = (at = browser, to = email) => at.post('/auth/v1/resend', { type: 'signup', email: to });
    expect(await resend()).toMatchObject({ status: 200, body: { retry_after: 60 } });
    const newer = await inbox.next(email);
    const refused = await resend(openBrowser(other));
    expect(refused).toMatchObject(tooMany);
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);

    expect(await browser.post(verify, byLink(mail))).toMatchObject(refusal('invalid_confirmation_link'));
    expect((await browser.post(verify, byCode(email, newer))).status).toBe(200);
    expect((await signIn(browser, email)).status).toBe(200);
  });

  it('is mailed only to users who wait for one, with the same answer', async () => {
    for (const email of ['ada@northwind.example', 'nobody@nowhere.example']) {
      const answer = await openBrowser(server).post('/auth/v1/resend', { type: 'signup', email });
      expect(answer).toMatchObject({ status: 200, body: { retry_after: 60 } });
    }
    // A later mail has arrived, so earlier ones would have as well.
    await signUp('after@nowhere.example', 'Nowhere');
    expect(inbox.mails.filter(({ to }) => to === 'nobody@nowhere.example')).toEqual([]);
  });

  it('cannot be guessed, on any server, whether or not the user exists', async () => {
    const known = 'guessed@alder.example';
    await signUp(known, 'Alder Health');
    const { attempts, windowSeconds } = limits.rates.verifyPerUser;
    for (const email of [known, 'unknown@alder.example']) {
      // At the same time: each refusal waits for its least time.
      const answers = await Promise.all(
        Array.from({ length: attempts }, (_, attempt) =>
          openBrowser(attempt % 2 === 0 ? server : other).post(verify, byCode(email, { code: '000000' })),
        ),
      );
      for (const answer of answers) expect(answer).toMatchObject(refusal('invalid_code'));
      const refused = await openBrowser(other).post(verify, byCode(email, { code: '000000' }));
      expect(refused).toMatchObject(tooMany);
      expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(windowSeconds);
    }
  });

  it.each([
    [{ email: 'a@b.example', token: '12345', type: 'signup' }],
    [{ email: 'a@b.example', token: '123456', type: 'recovery' }],
    [{ token_hash: '', type: 'signup' }],
    [{ email: 'a@b.example', token: { $ne: '' }, type: 'signup' }],
    [null],
  ])('in another form is refused: %j', async (body) => {
    const answer = await openBrowser(server).send('POST', verify, body);
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
  });

  it('is not opened by another kind of token', async () => {
    const browser = openBrowser(server);
    await browser.post('/auth/v1/recover', { email: 'ada@northwind.example' });
    const token_hash = tokenOf(await mailAbout(inbox, 'ada@northwind.example', /password/i));
    expect(await browser.post(verify, { token_hash, type: 'signup' })).toMatchObject(
      refusal('invalid_confirmation_link'),
    );
  });
});

function errorOf(kind: 'educational' | 'personal'): string {
  return kind === 'educational'
    ? 'University and educational email addresses are not allowed. Please use your company email address.'
    : 'Personal email addresses are not allowed. Please use your company email address.';
}
