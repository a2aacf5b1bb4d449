import {
  clientOf,
  createInbox,
  createOrganization,
  type Inbox,
  startServer,
  type TestServer,
} from '@scout/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mailAbout, openBrowser, password, register, signIn, signUpOf, tokenOf } from './testing/browser.ts';

let inbox: Inbox;
let server: TestServer;

beforeAll(async () => {
  inbox = await createInbox();
  server = await startServer({ inbox });
});
afterAll(async () => {
  await server.stop();
  await inbox.stop();
});

const refused = {
  status: 400,
  body: { code: 'common_password', message: expect.stringMatching(/choose another/i) },
};

describe('a common password is refused', () => {
  it.each([
    'password',
    '12345678',
    'Password1',
    'P@ssw0rd',
    'qwertyuiop',
    'iloveyou',
    'aaaaaaaa',
    'Northwind1',
  ])('at sign-up: %s', async (secret) => {
    const answer = await openBrowser(server).post(
      '/auth/v1/signup',
      signUpOf('ada@northwind.example', 'Northwind Bank', secret),
    );
    expect(answer).toMatchObject(refused);
  });

  it('at a reset, whose link stays valid for another try', async () => {
    const email = 'bo@northwind.example';
    const browser = await register(server, inbox, email, 'Northwind Bank');
    await browser.post('/auth/v1/recover', { email });
    const token = tokenOf(await mailAbout(inbox, email, /password/i));
    expect(await browser.post('/auth/v1/reset-password', { token, password: 'Password1' })).toMatchObject(
      refused,
    );
    const next = 'seven quiet harbours';
    expect((await browser.post('/auth/v1/reset-password', { token, password: next })).status).toBe(200);
    expect((await signIn(browser, email, next)).status).toBe(200);
  });

  it('at a change', async () => {
    const browser = await register(server, inbox, 'cy@northwind.example', 'Northwind Bank');
    const change = { current_password: password, password: '12345678' };
    expect(await browser.send('PATCH', '/auth/v1/user', change)).toMatchObject(refused);
    expect((await signIn(openBrowser(server), 'cy@northwind.example')).status).toBe(200);
  });

  it('by the operator', async () => {
    const { tenantId } = await createOrganization(server, 'Alder Health');
    const { api } = clientOf(server, server.operatorToken);
    const user = { tenant_id: tenantId, email: 'dan@alder.example', password: 'Password1' };
    await expect(api.operatorUsersCreate(user)).rejects.toMatchObject({ code: 'common_password' });
  });

  it('even a long and complicated one', async () => {
    const tangled = '1234'.repeat(32);
    const answer = await openBrowser(server).post(
      '/auth/v1/signup',
      signUpOf('ed@northwind.example', 'Northwind Bank', tangled),
    );
    expect(answer).toMatchObject(refused);
  });
});
