import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createOrganization, startServer, type TestServer } from '@scout/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';

const secretKey = 'sk_test_a_key_of_this_test';
/** The provider's responses by session. */
const sessions = new Map<string, { status: number; body: unknown }>();
const requests: { path: string; authorization: string | undefined }[] = [];
let provider: Server;
let server: TestServer;

beforeAll(async () => {
  provider = createServer((request, response) => {
    requests.push({ path: request.url ?? '', authorization: request.headers.authorization });
    const { status, body } = sessions.get(request.url?.split('/').at(-1) ?? '') ?? { status: 404, body: {} };
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
  const { port } = provider.address() as AddressInfo;
  server = await startServer({
    config: { stripe: { secretKey, apiUrl: `http://127.0.0.1:${port}` } },
  });
});
afterAll(async () => {
  await server.stop();
  provider.close();
});

const paidFor = (tenantId: string | null, payment_status = 'paid') => ({
  status: 200,
  body: { id: 'cs', object: 'checkout.session', payment_status, client_reference_id: tenantId },
});

test('an organization is subscribed by a session paid for it, once, and by nothing else', async () => {
  const bank = await createOrganization(server, 'Northwind Bank', { isSubscribed: false });
  const rival = await createOrganization(server, 'Meridian Defense', { isSubscribed: false });
  const { api } = await bank.as('member');
  const confirm = async (session_id: string) => (await api.confirmPayment({ session_id })).confirmed;
  const isSubscribed = async () => (await api.tenants({}))[0]!.is_subscribed;

  sessions.set('cs_unpaid', paidFor(bank.tenantId, 'unpaid'));
  sessions.set('cs_rival', paidFor(rival.tenantId));
  sessions.set('cs_nobody', paidFor(null));
  for (const session of ['cs_unknown', 'cs_unpaid', 'cs_rival', 'cs_nobody', '../charges', 'cs_1/../../x']) {
    expect(await confirm(session), session).toBe(false);
  }
  expect(await isSubscribed()).toBe(false);
  expect(requests.every(({ path }) => path.startsWith('/v1/checkout/sessions/cs_'))).toBe(true);
  expect(new Set(requests.map(({ authorization }) => authorization))).toEqual(
    new Set([`Bearer ${secretKey}`]),
  );

  sessions.set('cs_paid', paidFor(bank.tenantId));
  expect(await confirm('cs_paid')).toBe(true);
  expect(await isSubscribed()).toBe(true);
  const log = await (await bank.as('admin')).api.auditLogs({ action: 'subscription_changed' });
  expect(log[0]).toMatchObject({ actor: bank.emailOf('member'), details: { is_subscribed: true } });

  const operator = await bank.as('operator');
  await operator.api.operatorTenantsUpdate({ tenant_id: bank.tenantId, is_subscribed: false });
  expect(await confirm('cs_paid')).toBe(false);
  expect(await isSubscribed()).toBe(false);
});

test('a failing provider is a reason to retry, not an answer', async () => {
  const bank = await createOrganization(server, 'Alder Health', { isSubscribed: false });
  const { api } = await bank.as('member');
  sessions.set('cs_broken', { status: 500, body: {} });
  sessions.set('cs_strange', { status: 200, body: 'not a session' });
  sessions.set('cs_refused', { status: 401, body: {} });
  for (const session_id of ['cs_broken', 'cs_strange', 'cs_refused']) {
    await expect(api.confirmPayment({ session_id })).rejects.toMatchObject({ code: 'unavailable' });
  }
  // The operator can find the reason.
  const log = server.logLines.join('');
  expect(log).toContain('answers HTTP 500.');
  expect(log).toContain('response is not a valid checkout session');
  expect(log).toContain('answers HTTP 401: check STRIPE_SECRET_KEY.');
  expect(server.logLines.join('')).not.toContain(secretKey);
});

test('without a provider nothing changes', async () => {
  await using alone = await startServer({ database: server.database });
  const bank = await createOrganization(alone, 'Northwind Trust', { isSubscribed: false });
  const { api } = await bank.as('admin');
  expect(await api.confirmPayment({ session_id: 'cs_paid' })).toEqual({ confirmed: false });
  expect((await api.tenants({}))[0]!.is_subscribed).toBe(false);
});
