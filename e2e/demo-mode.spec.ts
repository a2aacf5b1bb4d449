import { countOf, expect, openDemo, test } from './support/demo.ts';
import { DEMO_SCREENS, type DemoScreen, walkDemo } from './support/demoPictures.ts';
import { figure, panel, rows } from './support/table.ts';

const second = 1_000;
const flag = `localStorage.getItem('demo_mode')`;

test('home: four figures in range, four tiles with links, the newest incidents', async ({ demo: page }) => {
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
});

test('the same seed shows the same figures again', async ({ demo: page }) => {
  await openDemo(page, '/dashboard/service-accounts');
  const accounts = () =>
    panel(page, 'AI-Powered Incident Risk').getByRole('cell', { includeHidden: true }).allTextContents();
  const first = (await accounts()).filter((text) => !text.includes(':'));
  await page.clock.resume();
  await page.reload();
  await expect(page.getByText('LIVE')).toBeVisible();
  await expect.poll(async () => (await accounts()).filter((text) => !text.includes(':'))).toEqual(first);
});

test('requests no events and no figures, and shows no refresh countdown', async ({ demo: page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  for (const path of ['', '/service-accounts', '/failed-logons', '/interactive-logons', '/infrastructure']) {
    await page.goto(`/dashboard${path}`);
    await expect(page.getByText('LIVE')).toBeVisible();
    await page.clock.runFor(30 * second);
  }
  const calls = asked.filter((path) => /^\/(rest|api)\//.test(path));
  expect(calls.filter((path) => /tenant_events|figures|agents|incidents/.test(path))).toEqual([]);
  await expect(page.getByRole('timer', { name: /Next refresh/ })).toHaveCount(0);
});

test('becoming subscribed clears it', async ({ demo: page, visitor }) => {
  await openDemo(page, '/dashboard');
  await visitor.setSubscribed(true);
  await page.clock.resume();
  await page.reload();
  await expect(page.getByRole('timer', { name: /Next refresh/ })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Demo mode' })).toHaveCount(0);
  expect(await page.evaluate(flag)).toBeNull();
  const kept = await page.evaluate(`JSON.parse(localStorage.getItem('scout_subscription'))`);
  expect(kept).toMatchObject({ value: 'subscribed' });
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
  await expect(other.getByRole('heading', { name: 'Dashboards come with a subscription' })).toBeVisible();
  await page.getByRole('button', { name: 'Continue browsing' }).click();
  await expect(other.getByRole('region', { name: 'Demo mode' })).toBeVisible();
  await other.getByRole('button', { name: 'Leave demo mode' }).click();
  await expect(page.getByRole('heading', { name: 'Dashboards come with a subscription' })).toBeVisible();
  expect(await page.evaluate(flag)).toBeNull();
});

for (const width of [360, 768, 1440]) {
  test(`nothing is wider than a screen of ${width} pixels`, async ({ page, visitor }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const over: Partial<Record<DemoScreen, number>> = {};
    await walkDemo(page, visitor, async (name) => {
      over[name] = (await page.evaluate(
        'document.documentElement.scrollWidth - document.documentElement.clientWidth',
      )) as number;
      const dialog = page.getByRole('dialog');
      if ((await dialog.count()) > 0) await expect(dialog).toBeInViewport({ ratio: 1 });
    });
    expect(over).toEqual(Object.fromEntries(Object.keys(DEMO_SCREENS).map((name) => [name, 0])));
  });
}
