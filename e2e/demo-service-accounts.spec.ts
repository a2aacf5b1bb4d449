import type { Page } from '@playwright/test';
import { countOf, expect, openDemo, test } from './support/demo.ts';
import { expectColumns, figure, panel, rows } from './support/table.ts';

const second = 1_000;
const path = '/dashboard/service-accounts';

/** Delays of the animations of rows, one for each row that slides in. */
const slides = (page: Page) => page.evaluate('window.slides') as Promise<number[]>;
const noteSlides = (page: Page) =>
  page.addInitScript(`
    window.slides = [];
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (frames, options) {
      if (this.tagName === 'TR') window.slides.push(options.delay);
      return animate.call(this, frames, options);
    };
  `);

test('totals, charts, AI table and the log of eight columns, and how they change', async ({ demo: page }) => {
  await noteSlides(page);
  await openDemo(page, path);
  await expect(page).toHaveTitle('Service Account Activity | Scout');
  await expect(
    page.getByText('Real-time monitoring of database access and security incidents'),
  ).toBeVisible();
  const incidents = countOf(await figure(page, 'Total Incidents').textContent());
  const workstations = countOf(await figure(page, 'Total Workstations').textContent());
  expect(incidents).toBeGreaterThanOrEqual(180);
  expect(incidents).toBeLessThanOrEqual(200);
  expect(workstations).toBeGreaterThanOrEqual(20);
  expect(workstations).toBeLessThanOrEqual(25);

  for (const [title, bars] of [
    ['Incidents per service account', 8],
    ['Incident count by workstation', 12],
  ] as const) {
    await expect(panel(page, title).getByRole('rowheader', { includeHidden: true })).toHaveCount(bars);
  }

  const risk = panel(page, 'AI-Powered Incident Risk');
  await expectColumns(risk, [
    'Time',
    'Computer',
    'Service Account',
    'PRD DB Server',
    'Risk Level',
    'Risk Details',
  ]);
  const levels = (await rows(risk)).map((row) => row['Risk Level']);
  expect(levels.toSorted()).toEqual(['High', 'High', 'High', 'Low', 'Medium', 'Medium', 'Medium']);

  const log = panel(page, 'Incident Log');
  await expectColumns(log, [
    'Time',
    'Device',
    'Device Type',
    'Device Owner',
    'Service Account',
    'Process Name',
    'Connected SQL Servers',
    'Severity',
  ]);
  await expect(log.getByRole('table')).toHaveAttribute('aria-rowcount', String(incidents + 1));
  const shown = await rows(log);
  for (const row of shown) expect(row.Severity).toMatch(/^(High|Medium|Low)$/);
  for (const row of shown) expect(row['Process Name']).toMatch(/^\w+\.exe$/);

  await test.step('automatic changes are not announced', async () => {
    const live = await page.locator('main [aria-live]:not([aria-live="off"]), main [role="alert"]').count();
    expect(live).toBe(0);
    // The pill announces changes, which only a press causes.
    await expect(page.getByRole('main').getByRole('status')).toHaveText(['LIVE']);
  });

  await test.step('the clock ticks every second; Pause stops it and the figures, Resume continues', async () => {
    const updated = page.getByRole('timer').filter({ hasText: 'Last Updated:' });
    const before = await updated.textContent();
    expect(before).toMatch(/^Last Updated: \d\d:\d\d:\d\d$/);
    await page.clock.runFor(second);
    await expect(updated).not.toHaveText(before!);

    await page.getByRole('button', { name: 'Pause' }).click();
    await expect(page.getByText('PAUSED')).toBeVisible();
    const stopped = await updated.textContent();
    const rest = await rows(log);
    await page.clock.runFor(30 * second);
    expect(await rows(log)).toEqual(rest);
    await expect(updated).toHaveText(stopped!);

    await page.getByRole('button', { name: 'Resume' }).click();
    await expect(page.getByText('LIVE')).toBeVisible();
    await page.clock.runFor(3 * second);
    await expect.poll(async () => (await rows(log))[0]).not.toEqual(rest[0]);
    await expect(updated).not.toHaveText(stopped!);
  });

  await test.step('a detection is added every 1 to 3 seconds; 200 are kept', async () => {
    const newest = async () => JSON.stringify((await rows(log))[0]);
    const before = await newest();
    await page.clock.runFor(3 * second);
    await expect.poll(newest).not.toBe(before);
    await page.clock.runFor(60 * second);
    await expect(figure(page, 'Total Incidents')).toHaveText('200');
    await page.clock.runFor(30 * second);
    await expect(log.getByRole('table')).toHaveAttribute('aria-rowcount', '201');
  });

  await test.step('with reduced motion a new row is simply there', async () => {
    expect(await slides(page)).toEqual([]);
  });
});

test('a new row slides in once', async ({ demo: page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await noteSlides(page);
  await openDemo(page, path);
  const atFirst = await slides(page);
  expect(atFirst.slice(0, 3)).toEqual([0, 40, 80]);
  expect(Math.max(...atFirst)).toBe(400);
  await page.clock.runFor(10 * second);
  const later = (await slides(page)).slice(atFirst.length);
  // One at a time, and only new rows.
  expect(later.every((delay) => delay === 0)).toBe(true);
  expect(later.length).toBeLessThanOrEqual(10);
  expect(later.length).toBeGreaterThanOrEqual(3);
});
