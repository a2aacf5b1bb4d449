import type { Page } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';
import { expectFits } from './support/widths.ts';

/** A hydrated island of the page. */
const island = (page: Page, name: string) => page.locator(`[data-island="${name}"][data-live]`);
/** Scrolls a section into view, which hydrates its island. */
async function visit(page: Page, name: string) {
  await page.locator(`[data-island="${name}"]`).scrollIntoViewIfNeeded();
  await expect(island(page, name)).toBeVisible();
  return island(page, name);
}

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

test('has every section, the claims, the badges and the year, in reach of the keyboard and on every screen', async ({
  page,
  context,
}) => {
  await page.goto('/');
  await test.step('nothing is stored in the browser', async () => {
    expect(await context.cookies()).toEqual([]);
    expect(await page.evaluate('Object.keys(localStorage)')).toEqual([]);
  });

  await test.step('the keyboard reaches the content first, then everything that can be operated', async () => {
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Request Early Access' }).first()).toBeFocused();
  });

  await test.step('sections, claims, badges and year', async () => {
    await expect(page).toHaveTitle('Service-account security | Scout');
    await expect(page.getByRole('region', { name: 'Announcement' })).toContainText('Early access');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'See who is behind every service account.',
    );
    for (const claim of ['99.9% detection', 'under 1 ms response', '0 false positives'])
      await expect(page.getByRole('list', { name: 'Claims' })).toContainText(claim);
    for (const section of [
      'Free trial: 15 days',
      'Four dashboards, running',
      'The line that should not be there',
      'An alert is a sentence you can check',
      'A model that knows your accounts',
      'You draw the boundary',
      'Running before the meeting ends',
      'Priced by what it watches',
      'Fifteen minutes to know where you stand.',
    ])
      await expect(page.getByRole('heading', { level: 2, name: section })).toBeAttached();
    for (const badge of ['SOC 2 Type II', 'ISO 27001', 'GDPR', 'HIPAA'])
      await expect(page.getByRole('list', { name: 'Compliance' })).toContainText(badge);
    await expect(page.getByRole('contentinfo')).toContainText('© 2025 Scout');
  });

  await test.step('names the prices and the deployments as they are', async () => {
    const pricing = page.locator('#pricing');
    const plan = (name: string) =>
      pricing.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) });
    for (const text of [
      'Up to 100 devices',
      '$3k',
      '$0.035 per GB per month',
      '$32,400/year',
      '$36,000',
      '10% annual saving',
    ])
      await expect(plan('Starter')).toContainText(text);
    for (const text of ['Up to 1000 devices', '$7k', '$0.035 per GB', '$76,600/year', '$85,200'])
      await expect(plan('Professional')).toContainText(text);
    for (const text of ['Unlimited devices', 'Contact sales', '365-day retention', 'coming soon'])
      await expect(plan('Enterprise')).toContainText(text);
    const deployment = page.locator('#deployment');
    await expect(deployment.getByRole('heading', { level: 3 })).toHaveText([
      'On-premises',
      /^Hybrid\s*Recommended$/,
      'Cloud',
    ]);
    await expect(deployment.getByRole('img')).toHaveCount(3);
    await expect(page.locator('#consultation')).toContainText('15-minute discovery call');
  });

  await test.step('the hero draws the case of the account that the headline names, and describes the path that is selected', async () => {
    const hero = island(page, 'hero');
    await expect(hero).toBeVisible();
    await expect(
      hero.getByText(/^m\.keller used svc\.billing from FIN-LAPTOP3 to open PRD-SQL01: 95 sessions/),
    ).toBeVisible();
    for (const track of ['Refused', 'Signed in', 'Database client', 'Its own jobs'])
      await expect(hero.getByText(track, { exact: true })).toBeVisible();
    const refused = hero.getByRole('button', { name: /^192\.0\.2\.113/ });
    await refused.click();
    await expect(refused).toHaveAttribute('aria-pressed', 'true');
    await expect(hero.getByText(/^PROD-LEDGER-02 refused svc\.billing 5 times/)).toBeVisible();
    await hero.getByRole('button', { name: 'Show all paths' }).click();
    await expect(hero.getByText(/^m\.keller used svc\.billing/)).toBeVisible();
  });

  await test.step('the hero says from where and against what on small screens, and nothing covers the text', async () => {
    const hero = island(page, 'hero');
    await expectFits(page, 'landing page', {
      widths: [320, 360, 768],
      each: async () => {
        for (const name of ['m.keller', 'FIN-LAPTOP3', 'PRD-SQL01', '192.0.2.113', 'PROD-LEDGER-02'])
          await expect(hero.getByText(name, { exact: true }).filter({ visible: true }).last()).toBeVisible();
        const place = await page.evaluate(
          `getComputedStyle([...document.querySelectorAll('button')].find((button) => button.textContent === 'Ask a question').parentElement).position`,
        );
        expect(place).toBe('static');
      },
    });
  });
});

test('six industries rotate by themselves, by keys, and stop; with reduced motion they stay', async ({
  page,
}) => {
  await page.clock.install();
  await page.goto('/');
  const carousel = await visit(page, 'industries');
  const tabs = carousel.getByRole('tab');
  await expect(tabs).toHaveText([
    'Financial institutions',
    'Healthcare',
    'Governments',
    'Technology',
    'Defense',
    'Manufacturing',
  ]);
  const shown = carousel.getByRole('tab', { selected: true });
  await page.mouse.move(0, 0);
  await page.clock.runFor(7_100);
  await expect(shown).toHaveText('Healthcare');
  await expect(carousel.getByText('Someone opened PRD-CLAIMS-01', { exact: false })).toBeInViewport();
  await shown.focus();
  await page.keyboard.press('End');
  await expect(shown).toHaveText('Manufacturing');
  await page.keyboard.press('ArrowRight');
  await expect(shown).toHaveText('Financial institutions');
  // It waits during interaction, and permanently once paused.
  await page.clock.runFor(15_000);
  await expect(shown).toHaveText('Financial institutions');
  await carousel.getByRole('button', { name: 'Pause' }).click();
  await page.getByRole('contentinfo').click();
  await carousel.scrollIntoViewIfNeeded();
  await page.clock.runFor(15_000);
  await expect(shown).toHaveText('Financial institutions');

  await test.step('with reduced motion the industries stay until they are turned', async () => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.reload();
    const still = await visit(page, 'industries');
    await expect(still.getByRole('button', { name: 'Play' })).toBeVisible();
    await page.clock.runFor(30_000);
    await expect(still.getByRole('tab', { selected: true })).toHaveText('Financial institutions');
  });
});

test('the four dashboards refresh as in the product, only while they are visible', async ({ page }) => {
  await page.clock.install();
  await page.goto('/');
  const dashboards = await visit(page, 'dashboards');
  const tab = (name: string) => dashboards.getByRole('tab', { name });
  await expect(tab('Service Account Activity')).toHaveAttribute('aria-selected', 'true');
  await expect(dashboards.getByText('Total Workstations')).toBeVisible();
  const table = (name: string) => dashboards.getByRole('table', { name: new RegExp(`^${name}`) });
  const firstRow = (name: string) => table(name).locator('tbody tr').first().innerText();

  const detections = await firstRow('Incident Log');
  await page.clock.runFor(3_100);
  await expect.poll(() => firstRow('Incident Log')).not.toBe(detections);

  await tab('Service Account Activity').focus();
  await page.keyboard.press('ArrowRight');
  await expect(tab('Failed Logons')).toBeFocused();
  const failed = await firstRow('Service Accounts - Failed Logons');
  await page.clock.runFor(1_100);
  await expect.poll(() => firstRow('Service Accounts - Failed Logons')).not.toBe(failed);
  await expect(dashboards.getByText('Failed Logon Rate Trend').first()).toBeVisible();
  // A filter stops it.
  await dashboards.getByPlaceholder(/service account/i).fill('svc.billing');
  await dashboards.getByRole('button', { name: 'Apply Filter' }).first().click();
  await expect(table('Service Accounts - Failed Logons').locator('tbody tr')).toHaveCount(1);
  const filtered = await firstRow('Service Accounts - Failed Logons');
  await page.clock.runFor(5_000);
  expect(await firstRow('Service Accounts - Failed Logons')).toBe(filtered);

  await tab('Interactive Logons').click();
  const logons = await firstRow('Incident Log');
  await page.clock.runFor(5_100);
  await expect.poll(() => firstRow('Incident Log')).not.toBe(logons);

  await tab('Infrastructure Changes').click();
  await expect(dashboards.getByText('Total Changes')).toBeVisible();

  // Nothing runs out of view.
  await tab('Interactive Logons').click();
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  await expect(dashboards).not.toBeInViewport();
  // The page is notified a moment later that it is out of view.
  await expect(async () => {
    const unseen = await firstRow('Incident Log');
    await page.clock.runFor(20_000);
    expect(await firstRow('Incident Log')).toBe(unseen);
  }).toPass();
});

test.describe('where the clipboard may be written', () => {
  test.use({ contextOptions: { permissions: ['clipboard-read', 'clipboard-write'] } });

  test('an event is matched field by field, and again when a field changes; a setup line is copied', async ({
    page,
  }) => {
    await page.clock.install();
    await page.goto('/');
    const matcher = await visit(page, 'detection');
    const verdict = matcher.getByRole('status');
    await expect(verdict).toContainText('svc.billing was refused by PRD-SQL01: wrong password.');
    await expect(verdict).toContainText('Alert: Failed logon on production');
    await expect(verdict).toContainText('The server’s rules count it under Failed Logons and AI Risk.');
    await matcher.getByLabel('target_user_name').fill('j.weber');
    await expect(verdict).toContainText('No alert');
    await expect(matcher.getByText('no match')).toHaveCount(1);
    await matcher.getByRole('button', { name: 'Reset the event' }).click();
    await expect(verdict).toContainText('Alert');

    await matcher.getByRole('button', { name: /4624/ }).click();
    await expect(verdict).toContainText('svc.billing signed in at FIN-LAPTOP3.');
    await expect(verdict).toContainText('Alert: Someone sits behind the account');
    await matcher.getByLabel('logon_type').fill('3');
    await expect(verdict).toContainText('No alert');

    await matcher.getByRole('button', { name: /4688/ }).click();
    await expect(verdict).toContainText(
      'svc.reporting used sqlcmd.exe on WS-1042 against PROD-LEDGER-02 by j.weber.',
    );
    await expect(verdict).toContainText('Alert: Database client as a service account');
    await matcher.getByLabel('process_information_command_line').fill('sqlcmd -S DEV-SQL01 -U svc.reporting');
    await expect(verdict).toContainText('No alert');

    await test.step('a setup line is copied', async () => {
      const copy = page.getByRole('button', { name: 'Copy: npm start' });
      await copy.scrollIntoViewIfNeeded();
      // Its announcement disappears by itself.
      await page.clock.pauseAt(Date.now() + 30_000);
      await copy.click();
      await expect(copy.getByText('Copied')).toBeVisible();
      expect(await page.evaluate('navigator.clipboard.readText()')).toBe('npm start');
    });
  });
});
