import { createHash } from 'node:crypto';
import { createInbox, type Inbox, startServer, type TestServer } from '@scout/testkit';
import { URI } from 'otpauth';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { byCode, mailAbout, openBrowser, password, signIn, signUpOf, tokenOf } from './testing/browser.ts';

let inbox: Inbox;
let server: TestServer;

beforeAll(async () => {
  inbox = await createInbox();
  server = await startServer({ inbox, costlyPasswords: true });
});
afterAll(async () => {
  await server.stop();
  await inbox.stop();
});

const email = 'ada@northwind.example';
const nextPassword = 'another horse battery';

/** Performs every action that creates a secret, and returns all secrets by kind. */
async function everySecret(): Promise<Record<string, string>> {
  const secrets: Record<string, string> = { password, nextPassword };
  const browser = openBrowser(server);
  await browser.post('/auth/v1/signup', signUpOf(email, 'Northwind Bank'));
  const confirmation = await inbox.next(email);
  secrets.confirmationCode = confirmation.code!;
  secrets.confirmationToken = tokenOf(confirmation);
  await browser.post('/auth/v1/verify', byCode(email, confirmation));

  // Never used, so that its rows remain.
  await browser.post('/auth/v1/signup', signUpOf('bo@northwind.example', 'Northwind Bank', 'password of bo'));
  const waiting = await inbox.next('bo@northwind.example');
  secrets.waitingPassword = 'password of bo';
  secrets.waitingCode = waiting.code!;
  secrets.waitingToken = tokenOf(waiting);

  await browser.post('/auth/v1/recover', { email });
  secrets.resetToken = tokenOf(await mailAbout(inbox, email, /choose a new/i));
  const reset = { token: secrets.resetToken, password: nextPassword };
  await browser.post('/auth/v1/reset-password', reset);
  expect((await signIn(browser, email, nextPassword)).status).toBe(200);
  await browser.post('/auth/v1/recover', { email });
  secrets.waitingResetToken = tokenOf(await mailAbout(inbox, email, /choose a new/i));

  const { body: created } = await browser.post('/api/v1/tokens', {
    name: 'nightly report',
    scopes: ['cases:read'],
    password: nextPassword,
  });
  secrets.apiToken = created.token;
  secrets.apiTokenBits = created.token.slice('scout_person_'.length, -6);

  const { body: factor } = await browser.post('/auth/v1/factors', {
    friendly_name: 'Phone',
    current_password: nextPassword,
  });
  const totp = URI.parse(factor.totp.uri);
  secrets.factorSecret = factor.totp.secret;
  secrets.factorSecretHex = totp.secret.hex.toLowerCase();
  secrets.factorSecretBase64 = Buffer.from(totp.secret.bytes).toString('base64url');
  const challenge = await browser.post(`/auth/v1/factors/${factor.id}/challenge`);
  const shown = await browser.post(`/auth/v1/factors/${factor.id}/verify`, {
    challenge_id: challenge.body.id,
    code: totp.generate(),
  });
  for (const [index, code] of (shown.body.recovery_codes as string[]).entries()) {
    secrets[`recoveryCode${index}`] = code;
    secrets[`recoveryCode${index}Plain`] = code.replaceAll('-', '');
  }
  secrets.accessToken = browser.token!;
  secrets.sessionCookie = browser.cookies.get('scout.session_token')!;
  secrets.deviceCookie = browser.cookies.get('scout.device')!;
  secrets.operatorToken = server.operatorToken;
  expect(Object.values(secrets).every((secret) => secret.length >= 6)).toBe(true);
  return secrets;
}

/** All rows of all tables in the database, as text. */
async function everyRow(): Promise<Map<string, string>> {
  return server.database.asOwner(async (owner) => {
    const { rows: tables } = await owner.query<{ name: string }>(
      `SELECT format('%I.%I', n.nspname, c.relname) AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
       WHERE c.relkind IN ('r', 'p', 'm') AND NOT c.relispartition
         AND n.nspname NOT IN ('pg_catalog', 'information_schema', 'pg_toast')`,
    );
    const contents = new Map<string, string>();
    for (const { name } of tables) {
      const { rows } = await owner.query<{ row: string }>(`SELECT t::text AS row FROM ${name} t`);
      contents.set(name, rows.map(({ row }) => row).join('\n'));
    }
    return contents;
  });
}

/** True if the text occurs as a separate word: six digits may occur by chance inside a hash. */
const holds = (content: string, secret: string) =>
  new RegExp(`(?<![\\w-])${secret.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\w-])`).test(content);

it('stores no password, code, token or secret in cleartext or as a hash that can be looked up', async () => {
  const secrets = await everySecret();
  const contents = await everyRow();
  for (const table of ['auth.confirmations', 'auth.password_resets', 'auth.factors', 'auth.recovery_codes']) {
    expect(contents.get(table), table).not.toBe('');
  }
  expect(contents.get('pgboss.job') ?? '', 'the queue of mails').not.toBe('');
  expect(holds(contents.get('auth."user"')!, email), 'finds what is there').toBe(true);

  for (const [name, secret] of Object.entries(secrets)) {
    const texts = [
      secret,
      Buffer.from(secret).toString('hex'),
      Buffer.from(secret).toString('base64'),
      Buffer.from(secret).toString('base64url'),
    ];
    // A plain hash of six digits can be reversed in a second.
    if (secret.length === 6) {
      for (const encoding of ['hex', 'base64', 'base64url'] as const) {
        texts.push(createHash('sha256').update(secret).digest(encoding));
      }
    }
    for (const [table, content] of contents) {
      for (const text of texts) {
        const found = text.length > 20 ? content.includes(text) : holds(content, text);
        expect(found, `${name} in ${table}`).toBe(false);
      }
    }
  }
  // The private parts of the signing keys are encrypted.
  expect(contents.get('auth.jwks')).not.toMatch(/"d"/);
  expect(contents.get('auth.jwks')).toContain('"x"');
});

it('writes none of them to the log', async () => {
  const log = server.logLines.join('');
  expect(log).toContain('/auth/v1/verify');
  for (const secret of [password, nextPassword, 'password of bo']) expect(log).not.toContain(secret);
  for (const { code, link } of inbox.mails) {
    if (code) expect(holds(log, code)).toBe(false);
    if (link) expect(log).not.toContain(new URL(link).searchParams.get('token') ?? link);
  }
});

it('hashes passwords with a memory-hard function', async () => {
  const { rows } = await server.database.asOwner((owner) =>
    owner.query<{ password: string }>('SELECT password FROM auth.account'),
  );
  // A salt and 64 bytes of scrypt, N 16384, r 16: 32 MiB each.
  for (const row of rows) expect(row.password).toMatch(/^[0-9a-f]{32}:[0-9a-f]{128}$/);
});
