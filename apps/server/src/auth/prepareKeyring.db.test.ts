import { createHmac, hkdfSync } from 'node:crypto';
import {
  createClock,
  createDatabase,
  createInbox,
  type Inbox,
  startServer,
  type TestDatabase,
} from '@scout/testkit';
import { authSecret } from '@scout/testkit/authSecret';
import { URI } from 'otpauth';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { encrypt } from '../crypto/cipher.ts';
import { inAuth } from './database.ts';
import { addKey, type KeyPurpose } from './keyring.ts';
import { type Browser, openBrowser, password, register, signIn } from './testing/browser.ts';

/** HKDF info of the keys of versions up to 0.1. */
const infos: Record<KeyPurpose, string> = {
  secrets: 'scout second factors v1',
  mail: 'scout mail queue v1',
  cursors: 'scout events cursor v1',
  codes: 'scout codes',
  challenges: 'scout challenges',
  downloads: 'scout downloads',
};
const email = 'ada@northwind.example';
const clock = createClock(new Date().toISOString());
const codeOf = (uri: string) => URI.parse(uri).generate({ timestamp: clock.now() });

async function show(browser: Browser, id: string, code: string) {
  const challenge = await browser.post(`/auth/v1/factors/${id}/challenge`);
  return browser.post(`/auth/v1/factors/${id}/verify`, { challenge_id: challenge.body.id, code });
}

/** A database from a version up to 0.1: keys derived from one secret, and no keyring. */
async function formerDatabase(inbox: Inbox, formerSecret: string) {
  const database = await createDatabase();
  const derived = (info: string) => Buffer.from(hkdfSync('sha256', formerSecret, '', info, 32));
  await inAuth(database.pool, async (_tx, db) => {
    for (const [purpose, info] of Object.entries(infos))
      await addKey(db, formerSecret, purpose as KeyPurpose, { id: 'v1', bytes: derived(info) }, 0);
  });
  await using server = await startServer({ database, inbox, clock, config: { authSecret: formerSecret } });
  const browser = await register(server, inbox, email, 'Northwind Bank');
  const { body: factor } = await browser.post('/auth/v1/factors', {
    friendly_name: 'Phone',
    current_password: password,
  });
  const shown = await show(browser, factor.id, codeOf(factor.totp.uri));
  expect(shown.status).toBe(200);
  clock.advance(30_000);
  await server.stop();
  await database.asOwner(async (owner) => {
    await owner.query('DELETE FROM auth.keys');
    const mail = { template: 'confirmation', to: 'waiting@northwind.example', props: waitingProps };
    const sealed = `v1.${encrypt(derived(infos.mail), JSON.stringify(mail))}`;
    await owner.query(`INSERT INTO pgboss.job (name, data) VALUES ('mail', $1)`, [{ sealed }]);
  });
  expect(await factorKeys(database)).toEqual(['v1']);
  return { database, browser, factor, recoveryCodes: shown.body.recovery_codes as string[] };
}

const waitingProps = {
  code: '048213',
  link: 'https://scout.example/email-confirmation?token=Zk3vQ0yq8mN1c6xT&type=signup',
  minutes: 10,
};

const factorKeys = (database: TestDatabase) =>
  database.asOwner(async (owner) => {
    const { rows } = await owner.query(`SELECT DISTINCT split_part(secret, '.', 1) AS key FROM auth.factors`);
    return rows.map(({ key }) => key);
  });

describe('a database from a version that derived its keys', () => {
  let inbox: Inbox;
  beforeEach(async () => {
    inbox = await createInbox();
  });
  afterEach(() => inbox.stop());

  it.each(['from the password in DATABASE_URL', 'from the secret in its data directory'])(
    '%s loses nothing: sessions, factors, recovery codes and waiting mail',
    async (origin) => {
      const probe = await createDatabase();
      const password = new URL(probe.ownerUrl).password;
      await probe.drop();
      const fromPassword = origin.includes('DATABASE_URL');
      const formerSecret = fromPassword
        ? createHmac('sha256', password).update('scout auth secret').digest('base64url')
        : authSecret;
      const former = await formerDatabase(inbox, formerSecret);
      await using database = former.database;
      const config = fromPassword ? { databaseUrl: database.ownerUrl } : {};
      await using server = await startServer({ database, inbox, clock, config });

      expect(await factorKeys(database)).toEqual([expect.not.stringMatching(/^v1$/)]);
      const browser = openBrowser(server);
      for (const [name, value] of former.browser.cookies)
        (browser.cookies as Map<string, string>).set(name, value);
      expect((await browser.get('/auth/v1/session')).status).toBe(200);
      expect((await browser.get('/auth/v1/factors')).body.recovery_codes_left).toBe(10);
      expect((await show(browser, former.factor.id, codeOf(former.factor.totp.uri))).status).toBe(200);

      const elsewhere = openBrowser(server);
      await signIn(elsewhere, email);
      expect((await show(elsewhere, former.factor.id, former.recoveryCodes[3]!)).status).toBe(200);
      expect(await inbox.next('waiting@northwind.example', 20_000)).toMatchObject({ code: '048213' });
    },
  );

  it('reports when no secret opens its keys, and opens them with the former one', async () => {
    const former = await formerDatabase(inbox, 'the secret of before, of thirty-two characters');
    await using database = former.database;
    await expect(startServer({ database, inbox, clock })).rejects.toThrow('SCOUT_AUTH_SECRET_PREVIOUS');
    const previousAuthSecret = 'the secret of before, of thirty-two characters';
    await (await startServer({ database, inbox, clock, config: { previousAuthSecret } })).stop();
    // Afterwards the former secret is not needed and opens nothing.
    await (await startServer({ database, inbox, clock })).stop();
    await expect(
      startServer({ database, inbox, clock, config: { authSecret: previousAuthSecret } }),
    ).rejects.toThrow('The authentication secret does not open the keys in this database');
    // The same with an existing keyring.
    const next = {
      authSecret: 'the secret of afterwards, of so many characters',
      previousAuthSecret: authSecret,
    };
    await using server = await startServer({ database, inbox, clock, config: next });
    const elsewhere = openBrowser(server);
    await signIn(elsewhere, email);
    expect((await show(elsewhere, former.factor.id, former.recoveryCodes[0]!)).status).toBe(200);
  });
});
