import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { clientOf, createOrganization, startServer, type TestServer } from '@scout/testkit';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { fresh } from '../../../testing/fresh.ts';

const sale = { product: 'prod_scout', amount: 18_000_000, currency: 'usd' };
const onSale = {
  active: true,
  product: sale.product,
  currency: 'usd',
  unit_amount: sale.amount,
  type: 'recurring',
};

/** Stripe's API as far as Scout uses it here. */
let price: unknown;
let session: unknown;
const requests: { method: string; path: string; type: string | undefined; form: URLSearchParams }[] = [];
let stripe: Server;
let server: TestServer;

beforeAll(async () => {
  stripe = createServer(async (request, response) => {
    requests.push({
      method: request.method!,
      path: request.url!,
      type: request.headers['content-type'],
      form: new URLSearchParams(await text(request)),
    });
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(request.method === 'POST' ? session : price));
  });
  await new Promise<void>((resolve) => stripe.listen(0, '127.0.0.1', resolve));
  const { port } = stripe.address() as AddressInfo;
  const apiUrl = `http://127.0.0.1:${port}`;
  server = await startServer({
    config: { stripe: { secretKey: 'sk_test_key', apiUrl, sale, price: 'price_year' } },
  });
});
afterAll(async () => {
  await server.stop();
  stripe.close();
});
beforeEach(() => {
  price = onSale;
  session = { id: 'cs_test_1234567890', url: 'https://checkout.stripe.example/c/pay/cs_test_1' };
  requests.length = 0;
});

async function buyer({ mayPurchase = true, isSubscribed = false } = {}) {
  const bank = await createOrganization(server, fresh('Buyer'), { isSubscribed });
  await clientOf(server, server.operatorToken).api.operatorTenantsUpdate({
    tenant_id: bank.tenantId,
    can_purchase_subscription: mayPurchase,
  });
  return { ...bank, admin: await bank.as('admin') };
}

test('starts at the current price, for the organization, with return links to Scout', async () => {
  const { admin, tenantId, emailOf } = await buyer();
  expect(await admin.api.checkout({})).toEqual({ is_available: true });
  expect(await admin.api.checkoutStart({})).toEqual({
    url: 'https://checkout.stripe.example/c/pay/cs_test_1',
  });
  expect(requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'GET /v1/prices/price_year',
    'POST /v1/checkout/sessions',
  ]);
  expect(requests[1]!.type).toContain('application/x-www-form-urlencoded');
  expect(Object.fromEntries(requests[1]!.form)).toEqual({
    mode: 'subscription',
    'line_items[0][price]': 'price_year',
    'line_items[0][quantity]': '1',
    client_reference_id: tenantId,
    customer_email: emailOf('admin'),
    success_url: `${server.context.origin()}/payment-confirmation?session_id={CHECKOUT_SESSION_ID}`,
    cancel_url: `${server.context.origin()}/settings/billing`,
  });
  // Only a payment subscribes.
  expect((await admin.api.tenants({}))[0]!.is_subscribed).toBe(false);
  expect(await admin.api.auditLogs({ action: 'checkout_started' })).toMatchObject([
    { actor: emailOf('admin'), details: { payment: 'cs_test_' } },
  ]);
});

test.each([
  ['another product', { ...onSale, product: 'prod_other' }],
  ['a lower amount', { ...onSale, unit_amount: sale.amount - 1 }],
  ['no amount', { ...onSale, unit_amount: null }],
  ['another currency', { ...onSale, currency: 'eur' }],
  ['a price that is off', { ...onSale, active: false }],
  ['no price', { error: {} }],
])('does not start with %s', async (_name, wrong) => {
  const { admin } = await buyer();
  price = wrong;
  await expect(admin.api.checkoutStart({})).rejects.toMatchObject({ code: 'unavailable' });
  expect(requests.map(({ method }) => method)).toEqual(['GET']);
  expect(await admin.api.auditLogs({ action: 'checkout_started' })).toEqual([]);
});

test('leads only to web addresses', async () => {
  const { admin } = await buyer();
  session = { id: 'cs_test_1', url: 'javascript:alert(1)' };
  await expect(admin.api.checkoutStart({})).rejects.toMatchObject({ code: 'unavailable' });
});

test('is for admins whom the operator allows to purchase, not for subscribers', async () => {
  const denied = await buyer({ mayPurchase: false });
  expect(await denied.admin.api.checkout({})).toEqual({ is_available: false });
  await expect(denied.admin.api.checkoutStart({})).rejects.toMatchObject({ code: 'not_found' });
  const paid = await buyer({ isSubscribed: true });
  expect(await paid.admin.api.checkout({})).toEqual({ is_available: false });
  await expect(paid.admin.api.checkoutStart({})).rejects.toMatchObject({ code: 'subscribed_already' });
  const member = await (await buyer()).as('member');
  await expect(member.api.checkoutStart({})).rejects.toMatchObject({ code: 'admin_required' });
  expect(requests).toEqual([]);
});

test('is missing without a price', async () => {
  await using alone = await startServer({ database: server.database });
  const { tenantId } = await buyer();
  const { rows } = await server.database.asOwner((owner) =>
    owner.query('SELECT can_purchase_subscription AS may FROM scout.tenants WHERE tenant_id = $1', [
      tenantId,
    ]),
  );
  expect(rows).toEqual([{ may: true }]);
  expect(alone.context.payments.canStart).toBe(false);
});
