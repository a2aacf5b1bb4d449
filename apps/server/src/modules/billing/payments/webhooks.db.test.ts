import { createHmac, randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  createClock,
  createInbox,
  createOrganization,
  type Inbox,
  startServer,
  type TestServer,
} from '@scout/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fresh } from '../../../testing/fresh.ts';
import { mailAbout } from '../../auth/testing/browser.ts';
import { awaitingCancellation, cancelSubscription } from './cancelSubscriptions.ts';
import { stripeWebhookPath } from './registerStripe.ts';

const webhookSecret = 'whsec_a_secret_of_this_test';
const sale = { product: 'prod_scout', amount: 18_000_000, currency: 'usd' };
const clock = createClock(new Date().toISOString());

/** Stripe's API as far as Scout uses it: current objects by path. */
const objects = new Map<string, unknown>();
/** Subscriptions with a cancellation request. */
const canceled: string[] = [];
let isDown = false;
let stripe: Server;
let inbox: Inbox;
let server: TestServer;

beforeAll(async () => {
  stripe = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://stripe');
    const path = pathname.slice('/v1/'.length);
    const found = objects.get(path);
    if (request.method === 'DELETE' && !isDown && objects.delete(path)) canceled.push(path);
    response.writeHead(isDown ? 500 : found === undefined ? 404 : 200, {
      'content-type': 'application/json',
    });
    response.end(JSON.stringify(found ?? { error: { type: 'invalid_request_error' } }));
  });
  await new Promise<void>((resolve) => stripe.listen(0, '127.0.0.1', resolve));
  const { port } = stripe.address() as AddressInfo;
  inbox = await createInbox();
  server = await startServer({
    clock,
    inbox,
    config: { stripe: { secretKey: 'sk_test_key', apiUrl: `http://127.0.0.1:${port}`, webhookSecret, sale } },
  });
});
afterAll(async () => {
  await server.stop();
  await inbox.stop();
  stripe.close();
});
beforeEach(() => {
  objects.clear();
  canceled.length = 0;
  isDown = false;
});

/** A header as Stripe's documentation describes it. */
function signatureOf(body: string, { secret = webhookSecret, at = clock.now() } = {}): string {
  const time = Math.floor(at / 1000);
  return `t=${time},v1=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')},v0=${'0'.repeat(64)}`;
}

async function post(body: string, signature: string | undefined = signatureOf(body)): Promise<number> {
  const response = await fetch(`${server.url}${stripeWebhookPath}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(signature && { 'stripe-signature': signature }) },
    body,
  });
  await response.arrayBuffer();
  return response.status;
}

let number = 0;
const eventOf = (type: string, id: string) => {
  number += 1;
  return JSON.stringify({ id: `evt_${number}`, object: 'event', type, data: { object: { id } } });
};

/** An organization in demo mode with a paid session, and the events about it. */
async function buyer(session: Record<string, unknown> = {}) {
  const organization = await createOrganization(server, fresh('Buyer'), { isSubscribed: false });
  number += 1;
  const ids = { session: `cs_${number}`, subscription: `sub_${number}` };
  objects.set(`checkout/sessions/${ids.session}`, {
    id: ids.session,
    payment_status: 'paid',
    client_reference_id: organization.tenantId,
    subscription: ids.subscription,
    amount_total: sale.amount,
    currency: sale.currency,
    line_items: { data: [{ price: { product: sale.product } }] },
    ...session,
  });
  const become = (status: string) => objects.set(`subscriptions/${ids.subscription}`, { status });
  become('active');
  const { api } = await organization.as('operator');
  const isSubscribed = async () =>
    (await api.operatorTenantsList({})).find(({ tenant_id }) => tenant_id === organization.tenantId)!
      .is_subscribed;
  return {
    ...organization,
    ids,
    become,
    isSubscribed,
    completed: () => eventOf('checkout.session.completed', ids.session),
    changed: (kind: 'updated' | 'deleted') => eventOf(`customer.subscription.${kind}`, ids.subscription),
  };
}

const changesOf = async (tenantId: string) => {
  const { rows } = await server.database.asOwner((owner) =>
    owner.query(
      `SELECT details->>'is_subscribed' AS is_subscribed FROM scout.audit_logs
       WHERE tenant_id = $1 AND action = 'subscription_changed' ORDER BY sequence`,
      [tenantId],
    ),
  );
  return rows.map(({ is_subscribed }) => is_subscribed);
};

describe('a webhook of Stripe', () => {
  it('subscribes the organization that paid, however often it comes, and no other', async () => {
    const bank = await buyer();
    const rival = await buyer();
    const event = bank.completed();
    expect(await Promise.all([post(event), post(event), post(event)])).toEqual([200, 200, 200]);
    expect(await post(bank.completed())).toBe(200);
    expect(await bank.isSubscribed()).toBe(true);
    expect(await changesOf(bank.tenantId)).toEqual(['true']);
    expect(await rival.isSubscribed()).toBe(false);
  });

  it('ends the subscription when Stripe does, with a mail to the admins, once, and no other', async () => {
    const bank = await buyer();
    const rival = await buyer();
    await bank.as('admin');
    for (const event of [bank.completed(), rival.completed()]) expect(await post(event)).toBe(200);
    bank.become('past_due');
    expect(await post(bank.changed('updated'))).toBe(200);
    expect(await bank.isSubscribed()).toBe(true);
    bank.become('canceled');
    const gone = bank.changed('deleted');
    for (const event of [gone, gone, bank.changed('updated')]) expect(await post(event)).toBe(200);
    expect(await bank.isSubscribed()).toBe(false);
    await mailAbout(inbox, bank.emailOf('admin'), /subscription has ended/);
    expect(await changesOf(bank.tenantId)).toEqual(['true', 'false']);
    expect(await rival.isSubscribed()).toBe(true);
    // An ended subscription stays ended, whatever is sent again.
    expect(await post(bank.completed())).toBe(200);
    expect(await bank.isSubscribed()).toBe(false);
  });

  it('may come in any order: the current state at Stripe counts', async () => {
    const bank = await buyer();
    bank.become('canceled');
    for (const event of [bank.changed('deleted'), bank.changed('updated'), bank.completed()])
      expect(await post(event)).toBe(200);
    expect(await bank.isSubscribed()).toBe(false);
    expect(await changesOf(bank.tenantId)).toEqual([]);

    const late = await buyer();
    expect(await post(late.completed())).toBe(200);
    late.become('unpaid');
    const unpaid = late.changed('updated');
    late.become('active');
    // The notice of the unpaid period arrives after it is over.
    expect(await post(unpaid)).toBe(200);
    expect(await late.isSubscribed()).toBe(true);
    expect(await changesOf(late.tenantId)).toEqual(['true']);
  });

  it('restores a subscription that was unpaid for a while, but none that the operator ended', async () => {
    const bank = await buyer();
    await post(bank.completed());
    bank.become('unpaid');
    await post(bank.changed('updated'));
    expect(await bank.isSubscribed()).toBe(false);
    bank.become('active');
    await post(bank.changed('updated'));
    expect(await bank.isSubscribed()).toBe(true);
    const { api } = await bank.as('operator');
    await api.operatorTenantsUpdate({ tenant_id: bank.tenantId, is_subscribed: false });
    for (const event of [bank.changed('updated'), bank.completed()]) expect(await post(event)).toBe(200);
    expect(await bank.isSubscribed()).toBe(false);
  });

  it('about an old subscription does not end a newer one', async () => {
    const bank = await buyer();
    await post(bank.completed());
    const next = await buyer({ client_reference_id: bank.tenantId });
    await post(next.completed());
    bank.become('canceled');
    await post(bank.changed('deleted'));
    expect(await bank.isSubscribed()).toBe(true);
    next.become('canceled');
    await post(next.changed('deleted'));
    expect(await bank.isSubscribed()).toBe(false);
  });

  it('turns a trial into a subscription without an end', async () => {
    const bank = await buyer();
    await server.database.asOwner((owner) =>
      owner.query(
        `UPDATE scout.tenants SET is_subscribed = true, trial_ends_at = now() + interval '1 day' WHERE tenant_id = $1`,
        [bank.tenantId],
      ),
    );
    await post(bank.completed());
    const [tenant] = await (await bank.as('admin')).api.tenants({});
    expect(tenant).toMatchObject({ is_subscribed: true, trial_ends_at: null });
  });

  it.each([
    ['of another amount', { amount_total: sale.amount - 1 }],
    ['without an amount', { amount_total: null }],
    ['in another currency', { currency: 'jpy' }],
    ['for another product', { line_items: { data: [{ price: { product: 'prod_mug' } }] } }],
    [
      'for another product beside it',
      { line_items: { data: [{ price: { product: sale.product } }, { price: { product: 'prod_mug' } }] } },
    ],
    ['without items', { line_items: undefined }],
    ['that is not paid', { payment_status: 'unpaid' }],
    ['for nobody', { client_reference_id: null }],
    [
      'for an organization that does not exist',
      { client_reference_id: '00000000-0000-4000-8000-00000000dead' },
    ],
    ['with a name for an organization', { client_reference_id: "x' OR true --" }],
  ])('about a session %s subscribes nobody, nor does its page', async (_, session) => {
    const bank = await buyer(session);
    expect(await post(bank.completed())).toBe(200);
    const { api } = await bank.as('member');
    expect(await api.confirmPayment({ session_id: bank.ids.session })).toEqual({ confirmed: false });
    expect(await bank.isSubscribed()).toBe(false);
  });

  it.each([
    ['of another secret', (body: string) => signatureOf(body, { secret: 'whsec_another_secret_of_it' })],
    ['of another body', () => signatureOf('{}')],
    ['six minutes old', (body: string) => signatureOf(body, { at: clock.now() - 360_000 })],
    ['six minutes ahead', (body: string) => signatureOf(body, { at: clock.now() + 360_000 })],
    ['of another scheme', (body: string) => signatureOf(body).replace('v1=', 'v2=')],
    ['with another time', (body: string) => signatureOf(body).replace(/t=\d/, 't=9')],
    ['that is cut', (body: string) => signatureOf(body).slice(0, 40)],
    ['that is empty', () => ','],
    ['that is missing', () => ''],
  ])('with a signature %s is refused', async (_, sign) => {
    const bank = await buyer();
    const body = bank.completed();
    expect(await post(body, sign(body))).toBe(400);
    expect(await bank.isSubscribed()).toBe(false);
  });

  it('is accepted with one of two signatures, four minutes late', async () => {
    const bank = await buyer();
    const body = bank.completed();
    const [time, good] = signatureOf(body, { at: clock.now() - 240_000 }).split(',');
    expect(await post(body, `${time},v1=${'a'.repeat(64)},${good}`)).toBe(200);
    expect(await bank.isSubscribed()).toBe(true);
  });

  it('is to be resent while Stripe does not answer', async () => {
    const bank = await buyer();
    isDown = true;
    expect(await post(bank.completed())).toBe(503);
    isDown = false;
    expect(await post(bank.completed())).toBe(200);
    expect(await bank.isSubscribed()).toBe(true);
  });

  it('of another or unknown kind changes nothing', async () => {
    for (const body of [eventOf('invoice.paid', 'in_1'), '[]', '{}', 'null', 'no json'])
      expect(await post(body), body).toBe(200);
    expect(await post(' '.repeat(2_000_000))).toBe(413);
  });
});

it('without a secret there is no webhook', async () => {
  await using alone = await startServer({ database: server.database });
  const body = eventOf('checkout.session.completed', 'cs_1');
  const response = await fetch(`${alone.url}${stripeWebhookPath}`, {
    method: 'POST',
    headers: { 'stripe-signature': signatureOf(body) },
    body,
  });
  await response.arrayBuffer();
  expect(response.status).toBe(404);
});

describe('the subscription of an organization that is deleted', () => {
  const deleteOrganization = (tenantId: string) =>
    server.database.asOwner((owner) =>
      owner.query('SELECT scout.delete_organization($1, now())', [tenantId]),
    );

  it('is canceled at Stripe, once, by whichever server comes first', async () => {
    const bank = await buyer();
    const rival = await buyer();
    for (const event of [bank.completed(), rival.completed()]) expect(await post(event)).toBe(200);
    expect(await awaitingCancellation(server.context)).toEqual([]);
    await deleteOrganization(bank.tenantId);
    const { subscription } = bank.ids;
    expect(await awaitingCancellation(server.context)).toEqual([subscription]);
    const outcomes = await Promise.all([1, 2].map(() => cancelSubscription(server.context, subscription)));
    expect(outcomes).toContain('canceled');
    expect(canceled).toEqual([`subscriptions/${subscription}`]);
    expect(await awaitingCancellation(server.context)).toEqual([]);
    expect(await rival.isSubscribed()).toBe(true);
  });

  it('is canceled later when Stripe does not answer now', async () => {
    const bank = await buyer();
    expect(await post(bank.completed())).toBe(200);
    await deleteOrganization(bank.tenantId);
    const { subscription } = bank.ids;
    isDown = true;
    expect(await cancelSubscription(server.context, subscription)).toHaveProperty('error');
    expect(await awaitingCancellation(server.context)).toEqual([]);
    expect(await cancelSubscription(server.context, subscription)).toBe('idle');
    isDown = false;
    clock.advance(5 * 60_000);
    expect(await awaitingCancellation(server.context)).toEqual([subscription]);
    expect(await cancelSubscription(server.context, subscription)).toBe('canceled');
    expect(canceled).toEqual([`subscriptions/${subscription}`]);
  });

  it('is also canceled when it was paid after the deletion, and not when nobody was deleted here', async () => {
    const bank = await buyer();
    await deleteOrganization(bank.tenantId);
    const elsewhere = await buyer({ client_reference_id: randomUUID() });
    const once = await buyer({ subscription: null });
    await deleteOrganization(once.tenantId);
    for (const event of [bank.completed(), bank.completed(), elsewhere.completed(), once.completed()])
      expect(await post(event)).toBe(200);
    const { subscription } = bank.ids;
    expect(await awaitingCancellation(server.context)).toEqual([subscription]);
    expect(await cancelSubscription(server.context, subscription)).toBe('canceled');
    expect(canceled).toEqual([`subscriptions/${subscription}`]);
  });

  it('is left alone when it is over, and finished when Stripe does not know it', async () => {
    const over = await buyer();
    expect(await post(over.completed())).toBe(200);
    over.become('canceled');
    expect(await post(over.changed('deleted'))).toBe(200);
    await deleteOrganization(over.tenantId);
    expect(await awaitingCancellation(server.context)).toEqual([]);

    const unknown = await buyer();
    expect(await post(unknown.completed())).toBe(200);
    objects.clear();
    await deleteOrganization(unknown.tenantId);
    expect(await cancelSubscription(server.context, unknown.ids.subscription)).toBe('canceled');
    expect(await awaitingCancellation(server.context)).toEqual([]);
  });
});
