import { limits } from '@scout/contract';
import { createInbox, type Inbox, startServer, type TestServer } from '@scout/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { byCode, openBrowser, register, signIn, signUpOf } from './testing/browser.ts';

let inbox: Inbox;
let server: TestServer;

const confirmed = 'ada@northwind.example';
const waiting = 'bo@northwind.example';
const unknown = 'nobody@northwind.example';

beforeAll(async () => {
  inbox = await createInbox();
  server = await startServer({ inbox, costlyPasswords: true });
  await register(server, inbox, confirmed, 'Northwind Bank');
  await openBrowser(server).post('/auth/v1/signup', signUpOf(waiting, 'Northwind Bank'));
});
afterAll(async () => {
  await server.stop();
  await inbox.stop();
});

type Ask = (email: string) => ReturnType<ReturnType<typeof openBrowser>['post']>;

const asks: Record<string, Ask> = {
  'a wrong password': (email) => signIn(openBrowser(server), email, 'not the password'),
  'a wrong code': (email) => openBrowser(server).post('/auth/v1/verify', byCode(email, { code: '000000' })),
  'a reset': (email) => openBrowser(server).post('/auth/v1/recover', { email }),
  'another mail': (email) => openBrowser(server).post('/auth/v1/resend', { type: 'signup', email }),
};

describe.each(Object.entries(asks))('%s', (_name, ask) => {
  it('is answered with the same text, headers and cookies, and never before the floor', async () => {
    const answers = [];
    for (const email of [confirmed, waiting, unknown]) {
      const before = performance.now();
      const { status, body, headers } = await ask(email);
      // The floor exceeds all varying work: hashing, rows read or written, queued mails.
      expect(performance.now() - before).toBeGreaterThanOrEqual(limits.user.answerFloorMs - 5);
      const names = [...headers.keys()].filter((name) => !['date', 'x-request-id'].includes(name));
      answers.push({ status, body, names, length: headers.get('content-length') });
    }
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
  });
});

describe('signing up', () => {
  it('reveals no more about an address than check-email-exists, which is limited', async () => {
    const signUp = async (email: string) => {
      const { status, body } = await openBrowser(server).post(
        '/auth/v1/signup',
        signUpOf(email, 'Northwind Bank'),
      );
      return { status, keys: Object.keys(body), session: body.session };
    };
    expect(await signUp(waiting)).toEqual(await signUp(unknown));
    expect(await signUp(confirmed)).toMatchObject({ status: 409 });

    const { attempts } = limits.rates.lookUpPerUser;
    const statuses = [];
    for (let attempt = 0; attempt <= attempts; attempt += 1) {
      const answer = await openBrowser(server).post('/functions/v1/check-email-exists', { email: confirmed });
      statuses.push(answer.status);
    }
    expect(statuses.slice(0, attempts).every((status) => status === 200)).toBe(true);
    expect(statuses.at(-1)).toBe(429);
  });
});
