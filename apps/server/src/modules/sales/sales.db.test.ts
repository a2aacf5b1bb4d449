import { demoRequestMessages, limits } from '@scout/contract';
import {
  clientOf,
  createClock,
  createInbox,
  createOrganization,
  type Inbox,
  startServer,
  type TestServer,
} from '@scout/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

const salesEmails = ['sales@scout.example', 'lead@scout.example'];
const clock = createClock(new Date().toISOString());
let inbox: Inbox;
let server: TestServer;

beforeAll(async () => {
  inbox = await createInbox();
  server = await startServer({ inbox, clock, config: { salesEmails } });
});
afterAll(async () => {
  await server.stop();
  await inbox.stop();
});
// Each test counts its own attempts.
beforeEach(() => server.database.asOwner((owner) => owner.query('DELETE FROM auth.rate_limits')));

let made = 0;
const request = (change: Record<string, unknown> = {}) => {
  made += 1;
  return {
    first_name: 'Mira',
    last_name: 'Sato',
    email: `mira-${made}@alder.example`,
    phone: null,
    company_name: 'Alder Health',
    company_size: '51-200',
    job_title: null,
    message: null,
    ...change,
  };
};

async function post(path: string, body: unknown) {
  const response = await clientOf(server).request(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}
const submit = (body: unknown) => post('/rest/v1/demo_requests', body);
const stored = { status: 200, body: { stored: true } };
const refused = (message: string) => ({ status: 400, body: { code: 'invalid_input', message } });
const duplicate = { status: 409, body: { code: '23505', message: demoRequestMessages.duplicate } };

const rowsOf = (email: string) =>
  server.database.asOwner(async (owner) => {
    const { rows } = await owner.query('SELECT * FROM scout.demo_requests WHERE email = $1', [email]);
    return rows;
  });
const mailsTo = (address: string) => inbox.mails.filter(({ to }) => to === address);

describe('a request for early access', () => {
  test('is stored trimmed, with null for empty fields, and mailed to the requester and both sales addresses', async () => {
    const sent = request({
      first_name: '  Mira ',
      phone: '   ',
      job_title: '',
      message: ' We run svc.billing.\nWhen can we start? ',
    });
    expect(await submit({ ...sent, email: ` ${sent.email.toUpperCase()} ` })).toEqual(stored);
    expect(await rowsOf(sent.email)).toEqual([
      expect.objectContaining({
        kind: 'early_access',
        first_name: 'Mira',
        last_name: 'Sato',
        phone: null,
        company_name: 'Alder Health',
        company_size: '51-200',
        job_title: null,
        message: 'We run svc.billing.\nWhen can we start?',
        suspected: false,
      }),
    ]);
    const confirmation = await inbox.next(sent.email);
    expect(confirmation.subject).toBe('We received your request for Scout');
    for (const text of [confirmation.text, confirmation.html]) {
      expect(text.replaceAll(/\s+/g, ' ')).toContain('within 1-3 business days');
    }
    for (const address of salesEmails) {
      const mail = await inbox.next(address);
      expect(mail.subject).toBe('Early access: Alder Health');
      for (const text of [mail.text, mail.html]) {
        for (const fact of [
          'Mira Sato',
          sent.email,
          '51-200',
          'We run svc[.]billing.',
          'When can we start?',
        ]) {
          expect(text).toContain(fact);
        }
      }
    }
  });

  test('is one even when sent repeatedly at once, and mailed once', async () => {
    const sent = { ...request(), request_key: crypto.randomUUID() };
    const answers = await Promise.all(Array.from({ length: 8 }, () => submit(sent)));
    expect(answers).toEqual(Array.from({ length: 8 }, () => stored));
    expect(await rowsOf(sent.email)).toHaveLength(1);
    await inbox.next(sent.email);
    // A later mail has arrived: the queue was processed in between.
    const later = request();
    await submit(later);
    await inbox.next(later.email);
    expect(mailsTo(sent.email)).toHaveLength(1);
  });

  test('with an address that has one is refused, whatever its case; the look-up says so before', async () => {
    const sent = request();
    const lookUp = (email: string) => post('/functions/v1/check-existing-request', { email });
    expect(await lookUp(sent.email)).toEqual({ status: 200, body: { hasExistingRequest: false } });
    expect(await submit(sent)).toEqual(stored);
    expect(await lookUp(sent.email.toUpperCase())).toEqual({
      status: 200,
      body: { hasExistingRequest: true },
    });
    const again = { ...sent, email: sent.email.toUpperCase(), request_key: crypto.randomUUID() };
    expect(await submit(again)).toEqual(duplicate);
    expect(await submit(sent)).toEqual(duplicate);
    expect(await rowsOf(sent.email)).toHaveLength(1);
  });

  test('is stored while the mail server is down, and its mails follow', async () => {
    await inbox.stop();
    const sent = request();
    expect(await submit(sent)).toEqual(stored);
    await expect.poll(() => server.logLines.some((line) => line.includes('it is retried'))).toBe(true);
    await inbox.start();
    expect((await inbox.next(sent.email, 60_000)).subject).toBe('We received your request for Scout');
  });
});

test('a question is stored with its nulls and mailed to sales only; two questions are two', async () => {
  const question = request({ kind: 'contact', company_size: null, message: 'Do you read Oracle logs?' });
  expect(await submit(question)).toEqual(stored);
  expect(await submit({ ...question, message: 'And Db2?' })).toEqual(stored);
  expect(await rowsOf(question.email)).toEqual([
    expect.objectContaining({ kind: 'contact', phone: null, company_size: null, job_title: null }),
    expect.objectContaining({ message: 'And Db2?' }),
  ]);
  for (const address of salesEmails) {
    await expect.poll(() => mailsTo(address).some(({ text }) => text.includes('> And Db2?'))).toBe(true);
  }
  expect(mailsTo(question.email)).toEqual([]);
  expect((await post('/functions/v1/check-existing-request', { email: question.email })).body).toEqual({
    hasExistingRequest: false,
  });
});

describe('programs that fill in forms', () => {
  test.each([
    ['the field that nobody sees', { website: 'https://spam.example' }],
    ['haste', { elapsed_ms: limits.demoRequest.minimumFillMs - 1 }],
  ])('are set apart without notice: %s', async (_sign, form) => {
    const sent = request();
    expect(await submit({ ...sent, ...form })).toEqual(stored);
    expect(await rowsOf(sent.email)).toEqual([expect.objectContaining({ suspected: true })]);
    // A person with that address still can.
    expect(await submit({ ...sent, elapsed_ms: limits.demoRequest.minimumFillMs })).toEqual(stored);
    await inbox.next(sent.email);
    expect(mailsTo(sent.email)).toHaveLength(1);
  });

  test('are stopped by the limit per client address', async () => {
    const { attempts } = limits.rates.demoRequestPerAddress;
    await server.database.asOwner((owner) => owner.query('DELETE FROM auth.rate_limits'));
    const answers = [];
    for (let n = 0; n <= attempts; n += 1) answers.push((await submit(request({ website: 'x' }))).status);
    expect(answers).toEqual([...Array.from({ length: attempts }, () => 200), 429]);
    expect((await submit(request())).body.code).toBe('rate_limited');
  });
});

const required = demoRequestMessages.required;
const long = (n: number) => 'x'.repeat(n);

describe('form input', () => {
  test.each([
    ['first_name', '', required],
    ['last_name', '  ', required],
    ['email', '', required],
    ['company_name', null, required],
    ['company_name', undefined, required],
    ['first_name', long(201), 'First name must be at most 200 characters long'],
    ['last_name', 'Sato\r\nBcc: everyone@attacker.example', 'Last name contains invalid characters'],
    ['first_name', 'Mi\u0000ra', 'First name contains invalid characters'],
    ['first_name', 'Mi\u2028ra', 'First name contains invalid characters'],
    ['company_name', 'Alder\ud800', 'Organization name contains invalid characters'],
    ['company_name', long(201), 'Organization name must be at most 200 characters long'],
    ['phone', long(51), 'Phone number must be at most 50 characters long'],
    ['phone', '1\n2', 'Phone number contains invalid characters'],
    ['job_title', long(201), 'Role / Title must be at most 200 characters long'],
    ['job_title', 'a\tb\u001b[31m', 'Role / Title contains invalid characters'],
    ['message', long(5001), 'Message must be at most 5000 characters long'],
    ['message', 'a\u0000b', 'Message contains invalid characters'],
    ['company_size', '1-11', demoRequestMessages.companySize],
    ['email', 'not an address', 'Please enter a valid email address'],
    ['email', '<script>alert(1)</script>@alder.example', 'Email contains invalid characters'],
    ['email', 'mira@alder.example\r\nBcc: everyone@attacker.example', 'Email contains invalid characters'],
    ['email', 'mira@alder.example%0ABcc:x', 'Email contains invalid characters'],
    ['email', `${long(250)}@alder.example`, 'Email is too long'],
    ['email', 'a@alder.example,b@alder.example', 'Please enter a valid email address'],
    ['email', '"Sales" <a@alder.example>', 'Please enter a valid email address'],
  ])('%s %j is refused: %s', async (field, value, message) => {
    const sent = { ...request(), [field]: value };
    expect(await submit(sent)).toEqual(refused(message));
  });

  test('of 10 MB is refused before it is read', async () => {
    const answer = await submit(JSON.stringify({ ...request(), message: long(10 * 1024 * 1024) }));
    expect(answer).toEqual({
      status: 413,
      body: { code: 'body_too_large', message: 'The request body is too large.' },
    });
  });

  test.each([
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    "Robert'); DROP TABLE scout.demo_requests;--",
    '{{constructor.constructor("alert(1)")()}} %s %n',
    '=HYPERLINK("https://attacker.example")',
    '\u202eknaB dniwhtroN',
    'אבגדה בנק',
    '🏦 Ünïcode “quotes” &amp; more 👩‍💻',
    'Bcc: everyone@attacker.example',
    'visit https://attacker.example now',
  ])('%j is stored as it is, and harmless in every mail', async (text) => {
    const sent = request({
      first_name: text,
      last_name: text,
      company_name: text,
      job_title: text,
      phone: text.slice(0, 50),
      message: `${text}\nSubject: other\n\n${text}`,
    });
    expect(await submit(sent)).toEqual(stored);
    expect(await rowsOf(sent.email)).toEqual([
      expect.objectContaining({ first_name: text, company_name: text, message: sent.message }),
    ]);
    const mails = [await inbox.next(sent.email)];
    for (const address of salesEmails) {
      await expect.poll(() => mailsTo(address).some((mail) => mail.text.includes(sent.email))).toBe(true);
      mails.push(mailsTo(address).find((mail) => mail.text.includes(sent.email))!);
    }
    for (const mail of mails) {
      expect(mail.html).not.toMatch(/<script|<img|<a [^>]*attacker/i);
      expect(mail.html + mail.text).not.toMatch(/[\u202a-\u202e]|https?:\/\/attacker/);
      expect(mail.subject).not.toMatch(/[\r\n]/);
      expect(mail.from).toBe('no-reply@localhost');
    }
    expect(inbox.mails.filter(({ to }) => to.includes('attacker'))).toEqual([]);
  });
});

describe('the mailing list', () => {
  const join = (email: string, form = {}) => post('/rest/v1/mailing_list', { email, ...form });
  const onList = (email: string) =>
    server.database.asOwner(async (owner) => {
      const { rows } = await owner.query('SELECT * FROM scout.mailing_list WHERE email = $1', [email]);
      return rows;
    });

  test('accepts an address once, cleaned as the page cleans it', async () => {
    expect(await join('  <Mira.List@Alder.EXAMPLE> ')).toEqual(stored);
    expect(await onList('mira.list@alder.example')).toHaveLength(1);
    expect(await join('mira.list@alder.example')).toMatchObject({ status: 409, body: { code: '23505' } });
    expect(await join('javascript:mira.list@alder.example')).toMatchObject({ body: { code: '23505' } });
  });

  test.each([
    ['', 'Email is required'],
    ['mira', 'Please enter a valid email address'],
    ['a@b.example\r\nBcc: x@y.example', 'Email contains invalid characters'],
    [`${long(250)}@alder.example`, 'Email is too long'],
  ])('refuses %j: %s', async (email, message) => {
    expect(await join(email)).toEqual(refused(message));
  });

  test('answers with the codes of the database', async () => {
    const owner = (sql: string) => server.database.asOwner((client) => client.query(sql));
    await owner('REVOKE INSERT ON scout.mailing_list FROM scout_visitor');
    expect(await join('denied@alder.example')).toEqual({
      status: 403,
      body: { code: '42501', message: 'Permission denied.' },
    });
    await owner('GRANT INSERT ON scout.mailing_list TO scout_visitor');
    await owner('ALTER TABLE scout.mailing_list RENAME TO elsewhere');
    expect(await join('missing@alder.example')).toMatchObject({ status: 500, body: { code: '42P01' } });
    await owner('ALTER TABLE scout.elsewhere RENAME TO mailing_list');
    expect(await join('there@alder.example')).toEqual(stored);
  });
});

describe('the form prefill for a signed-in user', () => {
  test('is their own name, address and organization, and whether they have requested', async () => {
    const bank = await createOrganization(server, 'Northwind Bank');
    const { api } = await bank.as('admin');
    await api.profilesUpdate({ first_name: 'Ada', last_name: 'Okafor' });
    const known = {
      first_name: 'Ada',
      last_name: 'Okafor',
      email: bank.emailOf('admin'),
      phone: '',
      company_name: 'Northwind Bank',
      job_title: '',
    };
    expect(await api.earlyAccessPerson({})).toEqual({ ...known, hasExistingRequest: false });
    await submit(request({ email: bank.emailOf('admin') }));
    expect(await api.earlyAccessPerson({})).toEqual({ ...known, hasExistingRequest: true });
  });
});
