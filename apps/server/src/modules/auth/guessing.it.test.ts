import { limits } from '@scout/contract';
import { createDatabase, type SpawnedServer, spawnServer, type TestDatabase } from '@scout/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser, signIn, signUpOf } from './testing/browser.ts';

let database: TestDatabase;
let servers: SpawnedServer[];
let urls: string[];

beforeAll(async () => {
  database = await createDatabase();
  const env = { DATABASE_URL: database.ownerUrl };
  servers = await Promise.all([spawnServer({ env }), spawnServer({ env })]);
  urls = await Promise.all(servers.map(({ ready }) => ready));
  const answer = await openBrowser({ url: urls[0]! }).post(
    '/auth/v1/signup',
    signUpOf(known, 'Northwind Bank'),
  );
  expect(answer.status).toBe(200);
});
afterAll(async () => {
  for (const server of servers) await server[Symbol.asyncDispose]();
  await database.drop();
});

const known = 'ada@northwind.example';
const unknown = 'nobody@northwind.example';

const guesses = {
  passwords: {
    rate: 'signInPerPlace',
    guess: (url: string, email: string) => signIn(openBrowser({ url }), email, 'a guess'),
  },
  codes: {
    rate: 'verifyPerUser',
    guess: (url: string, email: string) =>
      openBrowser({ url }).post('/auth/v1/verify', { email, token: '000000', type: 'signup' }),
  },
  'reset mails': {
    rate: 'recoverPerUser',
    guess: (url: string, email: string) => openBrowser({ url }).post('/auth/v1/recover', { email }),
  },
  'confirmation mails': {
    rate: 'resendPerUser',
    guess: (url: string, email: string) =>
      openBrowser({ url }).post('/auth/v1/resend', { type: 'signup', email }),
  },
  'look-ups': {
    rate: 'lookUpPerUser',
    guess: (url: string, email: string) =>
      openBrowser({ url }).post('/functions/v1/check-email-exists', { email }),
  },
} as const;

// Concurrently: each response waits for its least time.
describe.concurrent.each(Object.entries(guesses))('%s', (_name, { rate, guess }) => {
  it.each([known, unknown])('are limited across two processes, for %s', async (email) => {
    const { attempts, windowSeconds } = limits.rates[rate];
    const statuses = [];
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      statuses.push((await guess(urls[attempt % 2]!, email)).status);
    }
    expect(statuses).not.toContain(429);
    for (const url of urls) {
      const refused = await guess(url, email);
      expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
      const wait = Number(refused.headers.get('retry-after'));
      expect(wait).toBeGreaterThan(0);
      expect(wait).toBeLessThanOrEqual(windowSeconds);
    }
  });
});
