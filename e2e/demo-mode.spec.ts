import { countOf, expect, openDemo, test } from './support/demo.ts';
import { DEMO_SCREENS, type DemoScreen, walkDemo } from './support/demoPictures.ts';
import { drawn } from './support/drawn.ts';
import { goWithin } from './support/goWithin.ts';
import { figure, panel, rows } from './support/table.ts';
import { expectFits } from './support/widths.ts';

const second = 1_000;
const flag = `localStorage.getItem('demo_mode')`;

test('home: four figures in range, four tiles with links, the newest incidents; becoming subscribed clears it', async ({
  demo: page,
  visitor,
}) => {
  await openDemo(page, '/dashboard');
  const between = async (label: string, least: number, most: number) => {
    const count = countOf(await figure(page, label).textContent());
    expect(count, label).toBeGreaterThanOrEqual(least);
    expect(count, label).toBeLessThanOrEqual(most);
  };
  await between('Service Account Incidents', 180, 200);
  await between('Failed Logons', 8_000_000, 15_000_000);
  await between('Interactive Logons', 180, 200);
  await between('Workstations Involved', 20, 25);
  const recent = panel(page, 'Recent Incidents');
  expect(await rows(recent)).toHaveLength(6);
  const before = (await rows(recent))[0];
  await page.clock.runFor(3 * second);
  await expect.poll(async () => (await rows(recent))[0]).not.toEqual(before);

  const tiles = page.getByRole('navigation', { name: 'The four dashboards' });
  await tiles.getByRole('link', { name: /Failed Logons/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Failed Logons' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Demo mode' })).toBeVisible();

  await test.step('the same seed shows the same figures again', async () => {
    await goWithin(page, '/dashboard/service-accounts');
    await expect(page.getByRole('heading', { level: 1, name: 'Service Account Activity' })).toBeVisible();
    await drawn(page);
    const accounts = () =>
      panel(page, 'AI-Powered Incident Risk').getByRole('cell', { includeHidden: true }).allTextContents();
    const first = (await accounts()).filter((text) => !text.includes(':'));
    await page.clock.resume();
    await page.reload();
    await expect(page.getByText('LIVE')).toBeVisible();
    await expect.poll(async () => (await accounts()).filter((text) => !text.includes(':'))).toEqual(first);
  });

  await test.step('becoming subscribed clears demo mode', async () => {
    await visitor.setSubscribed(true);
    await page.reload();
    await expect(page.getByRole('timer', { name: /Next refresh/ })).toBeVisible();
    await expect(page.getByRole('region', { name: 'Demo mode' })).toHaveCount(0);
    expect(await page.evaluate(flag)).toBeNull();
    const kept = await page.evaluate(`JSON.parse(localStorage.getItem('scout_subscription'))`);
    expect(kept).toMatchObject({ value: 'subscribed' });
  });
});

test('requests no events and no figures, and shows no refresh countdown', async ({ demo: page }) => {
  const requested: string[] = [];
  page.on('request', (request) => requested.push(new URL(request.url()).pathname));
  for (const [path, title] of [
    ['', /^Good (morning|afternoon|evening)/],
    ['/service-accounts', 'Service Account Activity'],
    ['/failed-logons', 'Failed Logons'],
    ['/interactive-logons', 'Interactive Logons'],
    ['/infrastructure', 'Infrastructure Changes'],
  ] as const) {
    if (path === '') await page.goto('/dashboard');
    else await goWithin(page, `/dashboard${path}`);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(page.getByText('LIVE')).toBeVisible();
    await page.clock.runFor(30 * second);
  }
  const calls = requested.filter((path) => /^\/(rest|api)\//.test(path));
  expect(calls.filter((path) => /tenant_events|figures|agents|incidents/.test(path))).toEqual([]);
  await expect(page.getByRole('timer', { name: /Next refresh/ })).toHaveCount(0);
});

test('a sign-in or signing out clears it; another tab follows', async ({ page, visitor }) => {
  await page.goto('/login');
  await page.evaluate(`localStorage.setItem('demo_mode', 'true')`);
  await page.getByLabel('Email').fill(visitor.email);
  await page.getByLabel('Password').fill(visitor.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(await page.evaluate(flag)).toBeNull();
  await page.keyboard.press('Escape');

  const other = await page.context().newPage();
  await other.goto('/dashboard');
  await expect(other.getByRole('heading', { name: 'Dashboards require a subscription' })).toBeVisible();
  await page.getByRole('button', { name: 'Continue browsing' }).click();
  await expect(other.getByRole('region', { name: 'Demo mode' })).toBeVisible();
  await other.getByRole('button', { name: 'Leave demo mode' }).click();
  await expect(page.getByRole('heading', { name: 'Dashboards require a subscription' })).toBeVisible();
  expect(await page.evaluate(flag)).toBeNull();
});

test('nothing is wider than a screen', async ({ page, visitor }) => {
  const seen: DemoScreen[] = [];
  await walkDemo(page, visitor, async (name) => {
    seen.push(name);
    const dialog = page.getByRole('dialog');
    await expectFits(page, name, {
      each: async () => {
        if ((await dialog.count()) > 0) await expect(dialog).toBeInViewport({ ratio: 1 });
      },
    });
  });
  expect(seen).toEqual(Object.keys(DEMO_SCREENS));
});
