import {
  createDatabase,
  createInbox,
  type Inbox,
  startServer,
  type TestDatabase,
  type TestServer,
} from '@scout/testkit';
import { authSecret } from '@scout/testkit/authSecret';
import { URI } from 'otpauth';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { run } from '../../cli/run.ts';
import { createSeal } from '../../platform/crypto/seal.ts';
import { openAuthStore } from './database.ts';
import { createKeyring } from './keyring.ts';
import { type Browser, openBrowser, password, register, signIn } from './testing/browser.ts';

let inbox: Inbox;
let database: TestDatabase;
let servers: TestServer[];
/** Twenty times as fast as a clock: a rotation waits for two minutes. */
const begun = Date.now();
const clock = { now: () => begun + (Date.now() - begun) * 20 };
beforeAll(async () => {
  inbox = await createInbox();
  database = await createDatabase();
  servers = [await startServer({ database, inbox, clock }), await startServer({ database, inbox, clock })];
});
afterAll(async () => {
  for (const server of servers) await server.stop();
  await database.drop();
  await inbox.stop();
});

const email = 'ada@northwind.example';
const waiting = 'waiting@northwind.example';

async function scout(...args: string[]) {
  let [out, error] = ['', ''];
  const code = await run([...args, '--server', servers[0]!.url, '--json'], {
    env: { SCOUT_DATA_DIR: servers[0]!.dataDir },
    out: (text) => {
      out += text;
    },
    error: (text) => {
      error += text;
    },
    readInput: async () => '',
  });
  expect(code, error).toBe(0);
  return { answer: JSON.parse(out), error };
}

/** The same person on the other server. */
function alsoAt(server: { url: string }, person: Browser): Browser {
  const browser = openBrowser(server);
  for (const [name, value] of person.cookies) (browser.cookies as Map<string, string>).set(name, value);
  return browser;
}

/** Challenge on one server, verification on the other. */
async function showAcross(one: Browser, other: Browser, factorId: string, code: string): Promise<number> {
  const challenge = await one.post(`/auth/v1/factors/${factorId}/challenge`);
  const challenge_id = challenge.body.id;
  return (await other.post(`/auth/v1/factors/${factorId}/verify`, { challenge_id, code })).status;
}

/** A mail held in the queue until released. */
async function enqueueForLater() {
  const store = openAuthStore(database.url, () => {});
  const seal = createSeal(createKeyring(store, authSecret, clock)('mail'));
  const link = 'https://scout.example/email-confirmation?token=Zk3vQ0yq8mN1c6xT&type=signup';
  const mail = { template: 'confirmation', to: waiting, props: { code: '048213', link, minutes: 10 } };
  const sealed = await seal.seal(JSON.stringify(mail));
  await store.close();
  await database.asOwner((owner) =>
    owner.query(
      `INSERT INTO pgboss.job (name, data, start_after) VALUES ('mail', $1, now() + interval '1 hour')`,
      [{ sealed }],
    ),
  );
}

/** A channel, a directory and an identity provider with their secrets, and a key that signs configurations. */
async function addSealed() {
  const store = openAuthStore(database.url, () => {});
  const sealed = await createSeal(createKeyring(store, authSecret, clock)('secrets')).seal('whsec_AAAA');
  await store.close();
  await database.asOwner((owner) =>
    owner.query(
      `WITH channel AS (
         INSERT INTO scout.channels (tenant_id, name, url, min_severity, created_at, created_by)
         SELECT tenant_id, 'SIEM', 'https://siem.example/', 'high', now(), 'ada@northwind.example' FROM scout.tenants LIMIT 1
         RETURNING tenant_id, channel_id),
       added AS (INSERT INTO scout.channel_secrets (tenant_id, channel_id, sealed, created_at)
         SELECT tenant_id, channel_id, $1, now() FROM channel),
       directory AS (
         INSERT INTO scout.directories (tenant_id, name, url, bind_name, created_at, created_by, due_at)
         SELECT tenant_id, 'Corp', 'ldaps://dc1.example', 'reader', now(), 'operator', now() + interval '1 year' FROM channel
         RETURNING tenant_id, directory_id),
       password AS (INSERT INTO scout.directory_secrets (tenant_id, directory_id, sealed, created_at)
         SELECT tenant_id, directory_id, $1, now() FROM directory),
       connection AS (
         INSERT INTO scout.sso_connections (tenant_id, issuer, client_id, created_at, created_by)
         SELECT tenant_id, 'https://login.example', 'scout', now(), 'ada@northwind.example' FROM channel RETURNING tenant_id),
       client AS (INSERT INTO scout.sso_secrets (tenant_id, sealed, created_at) SELECT tenant_id, $1, now() FROM connection)
       INSERT INTO scout.agent_configuration_keys (tenant_id, public_key, sealed, created_at)
       SELECT tenant_id, 'spki', $1, now() FROM channel`,
      [sealed],
    ),
  );
}

/** Ids of the keys named in rows. */
const keysIn = (sql: string) =>
  database.asOwner(async (owner) => (await owner.query({ text: sql, rowMode: 'array' })).rows.flat());
const factorKeys = `SELECT DISTINCT split_part(secret, '.', 1) FROM auth.factors`;
const channelKeys = `SELECT DISTINCT split_part(sealed, '.', 1) FROM scout.channel_secrets`;
const configurationKeys = `SELECT DISTINCT split_part(sealed, '.', 1) FROM scout.agent_configuration_keys`;
const directoryKeys = `SELECT DISTINCT split_part(sealed, '.', 1) FROM scout.directory_secrets`;
const ssoKeys = `SELECT DISTINCT split_part(sealed, '.', 1) FROM scout.sso_secrets`;
const mailKeys = `SELECT DISTINCT split_part(data->>'sealed', '.', 1) FROM pgboss.job WHERE state < 'active'`;

it('keys are rotated under two servers: nobody is signed out, factors and codes work, mail arrives', async () => {
  const [one, two] = servers as [TestServer, TestServer];
  const person = await register(one, inbox, email, 'Northwind Bank');
  const { body: factor } = await person.post('/auth/v1/factors', {
    friendly_name: 'Phone',
    current_password: password,
  });
  const codeNow = () => URI.parse(factor.totp.uri as string).generate({ timestamp: clock.now() });
  const first = await person.post(`/auth/v1/factors/${factor.id}/challenge`);
  const shown = await person.post(`/auth/v1/factors/${factor.id}/verify`, {
    challenge_id: first.body.id,
    code: codeNow(),
  });
  const recoveryCodes = shown.body.recovery_codes as string[];
  await enqueueForLater();
  await addSealed();
  const before = { factors: await keysIn(factorKeys), mails: await keysIn(mailKeys) };

  // During the whole test each server renews the session and accepts the other's tokens.
  const browsers = [alsoAt(one, person), alsoAt(two, person)] as const;
  const refusals: unknown[] = [];
  const signers = new Set<string>();
  let rounds = 0;
  let rotating = true;
  const people = (async () => {
    while (rotating) {
      for (const [here, there] of [browsers, [...browsers].reverse()] as [Browser, Browser][]) {
        const renewed = await here.get('/auth/v1/session');
        const token = here.token!;
        signers.add(JSON.parse(Buffer.from(token.split('.')[0]!, 'base64url').toString()).kid);
        const elsewhere = there === browsers[0] ? one : two;
        const taken = await fetch(`${elsewhere.url}/auth/v1/user`, {
          headers: { authorization: `Bearer ${token}` },
        });
        if (renewed.status !== 200 || taken.status !== 200) refusals.push([renewed.status, taken.status]);
        await taken.body?.cancel();
      }
      rounds += 1;
    }
  })();
  const { answer, error } = await scout('keys', 'rotate', '--key', 'all');
  // The current round may have started with the former keys.
  const passed = rounds;
  await expect.poll(() => rounds).toBeGreaterThan(passed + 1);
  rotating = false;
  await people;

  expect(refusals).toEqual([]);
  expect(rounds).toBeGreaterThan(3);
  expect(signers.size).toBe(2);
  expect(answer).toHaveLength(7);
  expect(answer.find(({ key }: { key: string }) => key === 'secrets')).toMatchObject({
    resealed: 5,
    unreadable: 0,
  });
  expect(error).toMatch(/mail: \d re-encrypted/);
  const newId = (name: string) => answer.find(({ key }: { key: string }) => key === name).key_id;
  expect(await keysIn(factorKeys)).toEqual([newId('secrets')]);
  expect(await keysIn(channelKeys)).toEqual([newId('secrets')]);
  expect(await keysIn(configurationKeys)).toEqual([newId('secrets')]);
  expect(await keysIn(directoryKeys)).toEqual([newId('secrets')]);
  expect(await keysIn(ssoKeys)).toEqual([newId('secrets')]);
  expect(await keysIn(mailKeys)).toEqual([newId('mail')]);
  expect([newId('secrets'), newId('mail')]).not.toEqual([...before.factors, ...before.mails]);

  const { answer: list } = await scout('keys', 'list');
  for (const { key, state, expires_at } of list) {
    if (state === 'former') expect(expires_at, key).not.toBeNull();
    else expect(expires_at, key).toBeNull();
  }

  const [again, there] = [alsoAt(one, person), openBrowser(two)];
  expect((await again.get('/auth/v1/session')).status).toBe(200);
  await signIn(there, email);
  expect(await showAcross(there, there, factor.id, recoveryCodes[0]!)).toBe(200);
  const third = openBrowser(one);
  await signIn(third, email);
  const atTwo = alsoAt(two, third);
  await atTwo.get('/auth/v1/session');
  expect(await showAcross(third, atTwo, factor.id, recoveryCodes[1]!)).toBe(200);

  await database.asOwner((owner) =>
    owner.query(`UPDATE pgboss.job SET start_after = now() WHERE name = 'mail'`),
  );
  expect(await inbox.next(waiting, 30_000)).toMatchObject({ code: '048213' });
});
