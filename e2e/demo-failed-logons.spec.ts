import { countOf, expect, openDemo, test } from './support/demo.ts';
import { panel, rows } from './support/table.ts';

const second = 1_000;
const path = '/dashboard/failed-logons';
const accountsTitle = 'Service Accounts - Failed Logons';
const serversTitle = 'Production Servers - Failed Logons';

test('figures of the demo: tables of ten, a trend and the log; they rise, and are redrawn on request', async ({
  demo: page,
}) => {
  await openDemo(page, path);
  const accounts = panel(page, accountsTitle);
  const trend = panel(page, 'Failed Logon Rate Trend');
  await test.step('tables of ten, a trend of 169 hours and the log', async () => {
    const shown = await rows(accounts);
    expect(shown).toHaveLength(10);
    expect(await rows(panel(page, serversTitle))).toHaveLength(10);
    const counts = shown.map((row) => countOf(row['Failed Logons']!));
    expect(counts).toEqual(counts.toSorted((a, b) => b - a));

    await expect(trend.getByRole('rowheader', { includeHidden: true })).toHaveCount(169);
    for (const series of ['Failed Logons', 'Moving Average']) {
      await expect(trend.locator('span').filter({ hasText: new RegExp(`^${series}$`) })).toBeVisible();
    }
    const log = await rows(panel(page, 'Failed Logon Activity Log'));
    for (const row of log) expect(row['Velocity Ratio']).toMatch(/^\d+\/720$/);
  });
  await test.step('counts rise every second, the log is redrawn every 60', async () => {
    const log = panel(page, 'Failed Logon Activity Log');
    const before = await rows(accounts);
    const logBefore = await rows(log);
    await page.clock.runFor(second);
    await expect.poll(() => rows(accounts)).not.toEqual(before);
    await page.clock.runFor(5 * second);
    const ratios = (lines: Record<string, string>[]) => lines.map((row) => row['Velocity Ratio']);
    expect(ratios(await rows(log))).toEqual(ratios(logBefore));
    await page.clock.runFor(60 * second);
    await expect.poll(async () => ratios(await rows(log))).not.toEqual(ratios(logBefore));
  });
  await test.step('without a match it says so; all in any case is unfiltered', async () => {
    const box = accounts.getByRole('searchbox');
    await box.fill('nobody');
    await box.press('Enter');
    await expect(accounts.getByText('No service account matches “nobody”')).toBeVisible();
    await box.fill('ALL');
    await box.press('Enter');
    await expect(accounts.locator('tr[data-row]')).toHaveCount(10);
  });
  await test.step('Show All without a filter redraws the figures', async () => {
    const before = await rows(accounts);
    await accounts.getByRole('button', { name: 'Show All' }).click();
    await expect.poll(() => rows(accounts)).not.toEqual(before);
  });
  await test.step('the trend says its values', async () => {
    await page.clock.resume();
    await trend.locator('.recharts-surface').first().hover();
    await expect(trend.getByText(/^Failed Logons: [\d,]+ failed logons$/)).toBeVisible();
    await expect(trend.getByText(/^Moving Average: [\d,]+ failed logons$/)).toBeVisible();
  });
});

test('a filter shows the first match and stops the refresh; Clear or Show All resumes with new figures', async ({
  demo: page,
}) => {
  await openDemo(page, path);
  for (const [title, placeholder, search, way] of [
    [accountsTitle, "Enter a service account name or 'all'", ' SVC. ', 'Clear'],
    [serversTitle, "Enter a PRD server name or 'all'", 'sql', 'Show All'],
  ] as const) {
    await test.step(title, async () => {
      const filtered = panel(page, title);
      const other = panel(page, title === accountsTitle ? serversTitle : accountsTitle);
      const box = filtered.getByRole('searchbox');
      await expect(box).toHaveAttribute('placeholder', placeholder);
      await expect(box).toHaveValue('all');
      await expect(filtered.getByRole('button', { name: 'Clear' })).toHaveCount(0);
      await expect(filtered.getByRole('button', { name: 'Show All' })).toBeVisible();

      await box.fill(search);
      await expect(filtered.getByRole('button', { name: 'Clear' })).toBeVisible();
      await expect(filtered.locator('tr[data-row]')).toHaveCount(10);
      await filtered.getByRole('button', { name: 'Apply Filter' }).click();
      await expect(filtered.locator('tr[data-row]')).toHaveCount(1);
      await expect(filtered.locator('tr[data-row]')).toContainText(new RegExp(search.trim(), 'i'));
      await expect(other.locator('tr[data-row]')).toHaveCount(10);

      const still = [await rows(filtered), await rows(other)];
      await page.clock.runFor(130 * second);
      expect([await rows(filtered), await rows(other)]).toEqual(still);

      await filtered.getByRole('button', { name: way }).click();
      await expect(box).toHaveValue('all');
      await expect(filtered.locator('tr[data-row]')).toHaveCount(10);
      const anew = await rows(other);
      expect(anew).not.toEqual(still[1]);
      await page.clock.runFor(second);
      await expect.poll(() => rows(other)).not.toEqual(anew);
    });
  }
});
