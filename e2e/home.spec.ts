import type { Page } from '@playwright/test';
import { expect, test } from './support/fixtures.ts';
import { clientStart, failedLogon, interactiveLogon } from './support/securityLog.ts';
import { figure } from './support/table.ts';

const minute = 60_000;

/** Records every state of the subtitle. */
async function watchSubtitle(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(`
    window.subtitleStates = [];
    new MutationObserver(() => {
      const line = document.querySelector('[data-typewriter]');
      const state = line?.dataset.typewriter;
      if (state && state !== window.subtitleStates.at(-1)) window.subtitleStates.push(state);
    }).observe(document, { subtree: true, childList: true, attributes: true });
  `);
  return () => page.evaluate('window.subtitleStates');
}

test('greets, shows the figures of 30 days and leads to the four dashboards', async ({
  signedIn: page,
  organization,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  const states = await watchSubtitle(page);
  const now = Date.now();
  await organization.ship([
    clientStart({
      time: now - 3 * minute,
      computer: 'FIN-LAPTOP3',
      account: 'svc.billing',
      server: 'PRD-SQL01',
    }),
    failedLogon({ time: now - 2 * minute, account: 'service.etl', server: 'PROD-LEDGER-02' }),
    failedLogon({ time: now - 2 * minute, account: 'service.etl', server: 'PRD-SQL01' }),
    interactiveLogon({ time: now - minute, account: 'svc.reporting', workstation: 'WS-1042' }),
  ]);
  await page.goto('/dashboard');
  await expect(page.getByRole('main').getByText(organization.name, { exact: true })).toBeVisible();
  await expect(figure(page, 'Service Account Incidents')).toHaveText('1');
  await expect(figure(page, 'Failed Logons')).toHaveText('2');
  await expect(figure(page, 'Interactive Logons')).toHaveText('1');
  await expect(figure(page, 'Workstations Involved')).toHaveText('1');
  // npm run bench:web measures until these are painted.
  await expect(page.locator('main [data-figure]')).toHaveCount(4);
  const facts = page.getByRole('definition');
  await expect(facts.filter({ hasText: 'Active' })).toBeVisible();
  await expect(facts.filter({ hasText: '1 reporting' })).toBeVisible();
  await expect(facts.filter({ hasText: 'None before this one' })).toBeVisible();

  const tiles = page.getByRole('navigation', { name: 'The four dashboards' });
  await expect(tiles.getByRole('link', { name: /Service Account Activity/ })).toContainText(
    'svc.billing → PRD-SQL01',
  );
  await expect(tiles.getByRole('link', { name: /Failed Logons/ })).toContainText('2service.etl');
  await expect(tiles.getByRole('link', { name: /Interactive Logons/ })).toContainText(
    'svc.reporting on WS-1042',
  );

  for (const title of [
    'Service Account Activity',
    'Failed Logons',
    'Interactive Logons',
    'Infrastructure Changes',
  ]) {
    await tiles.getByRole('link', { name: title }).click();
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(page).toHaveTitle(`${title} | Scout`);
    await expect(page.getByRole('contentinfo')).toContainText('© 2025 Scout');
    await page.goBack();
  }

  await test.step('the subtitle was written letter by letter, once; for screen readers it is whole', async () => {
    const text = `How service accounts are used at ${organization.name}`;
    await expect(page.locator('.sr-only', { hasText: text })).toBeAttached();
    const line = page.locator('[data-typewriter="done"]');
    await expect(line).toHaveText(text);
    await expect(line).toHaveAttribute('aria-hidden', 'true');
    expect(await states()).toEqual(['writing', 'done']);
    await page.getByRole('link', { name: 'Infrastructure', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Infrastructure Changes');
    await page.getByRole('link', { name: 'Overview' }).click();
    await expect(line).toHaveText(text);
    expect(await states()).toEqual(['writing', 'done']);
  });
  await test.step('with reduced motion the subtitle appears at once', async () => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.reload();
    await expect(page.locator('[data-typewriter]')).toHaveText(
      `How service accounts are used at ${organization.name}`,
    );
    expect(await states()).toEqual(['done']);
  });
  await test.step('on a phone the figures beside one another stand at one height', async () => {
    await page.setViewportSize({ width: 360, height: 780 });
    await expect(page.locator('main [data-figure]')).toHaveText([/./, /./, /./, /./]);
    const tops: number[] = await page
      .locator('main [data-figure]')
      .evaluateAll((figures) => figures.map((each) => Math.round(each.getBoundingClientRect().top)));
    expect([tops[0], tops[2]]).toEqual([tops[1], tops[3]]);
  });
});

test('the greeting keeps the time of day, and an organization without an agent, or without incidents, is told so', async ({
  signedIn: page,
  organization,
}) => {
  await page.goto('/dashboard');
  await test.step('an organization without an agent is told what is missing', async () => {
    for (const name of ['Service Accounts', 'Failed Logons', 'Interactive Logons']) {
      await page
        .getByRole('navigation', { name: 'Dashboards', exact: true })
        .getByRole('link', { name })
        .click();
      await expect(page.getByRole('heading', { level: 1, name: name.replace(/s$/, '') })).toBeVisible();
      await expect(page.getByText('No agent is installed yet').first()).toBeVisible();
    }
  });
  await organization.ship([
    interactiveLogon({ time: Date.now(), account: 'amara.okafor', workstation: 'WS-1042' }),
  ]);
  await test.step('an organization with agents and no incident is told that it is quiet', async () => {
    await page.goto('/dashboard/failed-logons');
    await expect(page.getByText('No failed logons in the last 30 days').first()).toBeVisible();
    await expect(page.getByText(/1 agent is installed; the last events came in/).first()).toBeVisible();
  });
  await test.step('Infrastructure Changes has its panels, and says what makes a change appear', async () => {
    await page.goto('/dashboard/infrastructure');
    await expect(
      page.getByText('Real-time monitoring of system modifications and configuration updates'),
    ).toBeVisible();
    await expect(figure(page, 'Total Changes')).toHaveText('0');
    await expect(figure(page, 'High Severity')).toHaveText('0');
    for (const title of ['Recent Infrastructure Changes', 'Infrastructure Changes Log']) {
      const within = page.getByRole('region', { name: title });
      await expect(within.getByText('No infrastructure changes in the last 30 days')).toBeVisible();
      await expect(within.getByText(/Domain controllers log changes to domain accounts/)).toBeVisible();
      // Columns come with the first row.
      await expect(within.getByRole('columnheader')).toHaveCount(0);
    }
  });
  await test.step('the greeting keeps the time of day, and the clock ticks in the viewer’s zone and in UTC', async () => {
    // 06:20 in Zurich.
    await page.clock.install({ time: new Date('2026-11-21T05:20:00Z') });
    await page.goto('/dashboard');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Good morning, Ada');
    const clock = page.getByRole('timer', { name: 'Clock' });
    await expect(clock).toContainText(/^06:2\d:\d\d/);
    await expect(clock).toContainText(/05:2\d UTC/);
    const before = await clock.textContent();
    await page.clock.runFor(2_000);
    await expect(clock).not.toHaveText(before!);
  });
});
