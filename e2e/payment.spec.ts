import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Page } from '@playwright/test';
import { drawn } from './support/drawn.ts';
import { expect, test } from './support/fixtures.ts';
import { holdScript } from './support/holdScript.ts';
import { createOrganization } from './support/organization.ts';
import { startScout } from './support/scout.ts';
import { signIn } from './support/signIn.ts';

const session = 'cs_test_a1B2c3D4e5F6';

/** The subscription as stored in the browser. */
const remembered = (page: Page) => page.evaluate(`localStorage.getItem('scout_subscription') ?? ''`);

test('says so, shows eight characters of the session, counts 3 s, waits half a second more, and changes nothing', async ({
  page,
  scout,
}) => {
  const organization = await createOrganization(scout, { isSubscribed: false });
  await signIn(page, organization);
  await test.step('without session_id it leads to the landing page', async () => {
    for (const query of ['', '?session_id=', '?session_id=%20']) {
      await page.goto(`/payment-confirmation${query}`);
      await expect(page).toHaveURL('/');
    }
  });
  await page.clock.install({ time: '2026-11-21T10:00:00.000Z' });
  const script = Promise.withResolvers<void>();
  const requested = page.waitForRequest(/PaymentConfirmation.*\.js/);
  await page.route(/PaymentConfirmation.*\.js/, async (route) => {
    await script.promise;
    await route.continue();
  });
  await page.goto(`/payment-confirmation?session_id=${session}`, { waitUntil: 'commit' });
  await requested;
  // The clock is stopped before the countdown begins, except for the time that queries need to deliver results.
  await page.clock.pauseAt('2026-11-21T10:05:00.000Z');
  script.resolve();
  await expect(async () => {
    await page.clock.runFor(5);
    await expect(page.getByRole('heading', { name: "You're all set." })).toBeVisible({ timeout: 100 });
  }).toPass();
  await expect(page.getByText(/^Welcome to Scout/)).toContainText(organization.name);
  await expect(page.getByText('cs_test_', { exact: true })).toBeVisible();
  await expect(page.getByText(session)).toHaveCount(0);
  for (const seconds of [3, 2, 1]) {
    await expect(page.getByRole('timer')).toHaveText(`Going to the downloads in ${seconds} s.`);
    await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', String(3 - seconds));
    await drawn(page);
    await page.clock.runFor(1_000);
  }
  await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '3');
  await drawn(page);
  await page.clock.runFor(450);
  await expect(page).toHaveURL(/payment-confirmation/);
  await expect(async () => {
    await page.clock.runFor(50);
    await expect(page).toHaveURL('/downloads', { timeout: 100 });
  }).toPass();
  expect(await remembered(page)).not.toContain('"subscribed"');
});

test('an admin starts in Settings, pays in another tab, and stays signed in; a payment that the provider confirms opens the subscription', async ({
  browser,
  ownOrigins,
}) => {
  test.setTimeout(300_000);
  let successUrl = '';
  let tenantId = '';
  const sale = { product: 'prod_scout', amount: 18_000_000, currency: 'usd' };
  // Stripe: its HTTP interface, and the payment page.
  const provider = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://stripe');
    if (pathname === '/pay') {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end(`<a href="${successUrl.replace('{CHECKOUT_SESSION_ID}', session)}">Pay</a>`);
      return;
    }
    response.writeHead(200, { 'content-type': 'application/json' });
    if (request.method === 'POST') {
      const form = new URLSearchParams(await text(request));
      successUrl = form.get('success_url')!;
      tenantId = form.get('client_reference_id')!;
      response.end(JSON.stringify({ id: session, url: `http://${request.headers.host}/pay` }));
    } else if (pathname.startsWith('/v1/prices/'))
      response.end(
        JSON.stringify({
          active: true,
          product: sale.product,
          currency: sale.currency,
          unit_amount: sale.amount,
          type: 'one_time',
        }),
      );
    else
      response.end(
        JSON.stringify({
          payment_status: 'paid',
          client_reference_id: tenantId,
          amount_total: sale.amount,
          currency: sale.currency,
          line_items: { data: [{ price: { product: sale.product } }] },
        }),
      );
  });
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
  const { port } = provider.address() as AddressInfo;
  await using scout = await startScout({
    STRIPE_SECRET_KEY: 'sk_test_a_key_of_this_test',
    STRIPE_API_URL: `http://127.0.0.1:${port}`,
    STRIPE_PRODUCT: sale.product,
    STRIPE_AMOUNT: String(sale.amount),
    STRIPE_PRICE: 'price_year',
  });
  ownOrigins.add(scout.url);
  ownOrigins.add(`http://127.0.0.1:${port}`);
  const organization = await createOrganization(scout, { isSubscribed: false });
  await scout.asOwner('UPDATE scout.tenants SET can_purchase_subscription = true WHERE tenant_id = $1', [
    organization.tenantId,
  ]);
  const context = await browser.newContext({ baseURL: scout.url });
  const page = await context.newPage();
  await signIn(page, organization);
  await page.goto('/settings/billing');
  const [checkout] = await Promise.all([
    context.waitForEvent('page'),
    page.getByRole('button', { name: 'Purchase Subscription' }).click(),
  ]);
  const goOn = await holdScript(checkout, 'Downloads');
  await checkout.getByRole('link', { name: 'Pay' }).click();
  await expect(checkout).toHaveURL(/\/payment-confirmation/);
  await expect(checkout.getByText('active', { exact: true })).toBeVisible();
  goOn();
  await expect.poll(() => remembered(checkout)).toContain('"subscribed"');
  await expect(checkout).toHaveURL('/downloads');
  expect(tenantId).toBe(organization.tenantId);
  await page.goto('/dashboard');
  await expect(page).toHaveURL('/dashboard');
  await expect(page.getByText('No agent sends events')).toBeVisible();
  await context.close();
  provider.close();
});
