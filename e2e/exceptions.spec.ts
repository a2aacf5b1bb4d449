import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { axeOn, describeFaults } from './support/axe.ts';
import { test as base, expect } from './support/fixtures.ts';
import { addPerson, signInAs } from './support/people.ts';
import { type Scout, startScout } from './support/scout.ts';
import { failedLogon } from './support/securityLog.ts';
import { panel } from './support/table.ts';
import { expectToast } from './support/toast.ts';

const HOUR = 3_600_000;

/** The test's own clock, used by the server. */
interface ServerClock {
  now(): number;
  advance(milliseconds: number): Promise<void>;
}

const test = base.extend<object, { scout: Scout; clock: ServerClock; clockFile: string }>({
  clockFile: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the pattern.
    async ({}, use) => {
      const directory = await mkdtemp(join(tmpdir(), 'scout-clock-'));
      const file = join(directory, 'ahead');
      await writeFile(file, '0');
      await use(file);
      await rm(directory, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],
  clock: [
    async ({ clockFile }, use) => {
      let ahead = 0;
      await use({
        now: () => Date.now() + ahead,
        async advance(milliseconds) {
          ahead += milliseconds;
          await writeFile(`${clockFile}.next`, String(ahead));
          await rename(`${clockFile}.next`, clockFile);
        },
      });
    },
    { scope: 'worker' },
  ],
  scout: [
    async ({ clockFile }, use) => {
      const clock = new URL('./support/movedClock.ts', import.meta.url).href;
      await using scout = await startScout({ NODE_OPTIONS: `--import ${clock}`, E2E_CLOCK_FILE: clockFile });
      await use(scout);
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

/** Five service accounts tried from one machine. */
const spray = (time: number, from: string) =>
  ['a', 'b', 'c', 'd', 'e'].map((letter, i) =>
    failedLogon({
      time: time - 60_000 + i,
      account: `svc.${letter}`,
      server: 'PRD-SQL01',
      from,
      address: '-',
    }),
  );
const lines = (page: Page) => page.getByRole('region', { name: 'Cases' }).getByRole('listitem');

/** A time as typed in Zurich, the browser's zone. */
const typed = (time: number) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Zurich', dateStyle: 'short', timeStyle: 'short' })
    .format(time)
    .replace(' ', 'T');

test.describe('an exception', () => {
  // The page's token expires with the passing hours, and is renewed.
  test.use({ expectedMessages: /401/ });

  test('is made from a case, excuses it and similar ones, and expires', async ({
    signedIn: page,
    scout,
    organization,
    clock,
  }) => {
    test.setTimeout(240_000);
    await organization.ship(spray(clock.now(), 'WS-1'));
    await page.goto('/cases');
    await expect(lines(page)).toHaveText([/svc\.a.*Passwords tried on many accounts/], { timeout: 60_000 });
    const navigation = page.getByRole('navigation', { name: 'Dashboards' });
    await expect(navigation.getByRole('link', { name: 'Cases' })).toHaveText(/1/);

    await page.getByRole('link', { name: 'svc.a' }).click();
    await page.getByRole('button', { name: 'Create exception…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create exception' });
    await expect(dialog.getByRole('textbox', { name: /Account/ })).toHaveValue('svc.*');
    await expect(dialog.getByRole('textbox', { name: 'From machines' })).toHaveValue('ws-1');
    await dialog.getByRole('button', { name: 'Create exception' }).click();
    await expect(dialog.getByText('Enter the approver')).toBeVisible();
    expect(await describeFaults(axeOn(page)), 'dialog').toEqual([]);
    await dialog.getByRole('textbox', { name: 'From machines' }).fill('ws-*');
    await dialog.getByRole('button', { name: 'Test on the last 90 days' }).click();
    await expect(dialog.getByRole('status')).toContainText('1 case in 90 days would have been excused.');
    await expect(dialog.getByRole('status').getByRole('listitem')).toHaveText([
      /5 accounts were refused from WS-1/,
    ]);
    await dialog.getByRole('textbox', { name: 'From machines' }).fill('ws-7');
    await expect(dialog.getByRole('status')).toHaveCount(0);
    await dialog.getByRole('button', { name: 'Test on the last 90 days' }).click();
    await expect(dialog.getByRole('status')).toContainText('No case in 90 days would have been excused.');
    expect(await describeFaults(axeOn(page)), 'trial').toEqual([]);
    await dialog.getByRole('textbox', { name: 'From machines' }).fill('ws-*');
    await dialog.getByLabel(/Ends/).fill(typed(clock.now() + 2 * HOUR));
    await dialog.getByRole('textbox', { name: /Why/ }).fill('Penetration test');
    await dialog.getByRole('textbox', { name: /Approved by/ }).fill('CHG-4711');
    await dialog.getByRole('button', { name: 'Create exception' }).click();
    await expectToast(page, 'Exception created');
    await expect(page.getByText('Excused · unassigned')).toBeVisible({ timeout: 60_000 });
    await expect(page.getByRole('button', { name: 'Create exception…' })).toHaveCount(0);
    // The button that opened the dialog is gone; the keyboard continues at the actions that are left.
    await expect(page.getByRole('group', { name: 'Actions on this case' }).locator(':focus')).toHaveCount(1);
    await expect(panel(page, 'Excused')).toContainText('Approved by CHG-4711');

    await organization.ship(spray(clock.now(), 'WS-2'));
    await page.goto('/settings/detection');
    const exceptions = panel(page, 'Exceptions');
    await expect(exceptions.getByRole('listitem')).toHaveText(/svc\.\*.*Active.*“Penetration test”/);
    await expect(exceptions.getByRole('link', { name: '2 findings in 2 cases' })).toBeVisible({
      timeout: 60_000,
    });
    expect(await describeFaults(axeOn(page)), 'settings').toEqual([]);
    await page.goto('/cases');
    await expect(page.getByText('Nothing to do')).toBeVisible();
    await expect(page.getByText('0 open · 0 acknowledged · 0 closed · 2 excused')).toBeVisible();

    // The previous page sent a farewell; restoring this one's session cancels it.
    await expect
      .poll(() =>
        scout.asOwner(
          `SELECT count(*)::int AS leaving FROM auth.session s JOIN auth."user" u ON u.id = s.user_id
           WHERE u.email = $1 AND s.expires_at < $2`,
          [organization.email, new Date(clock.now() + 60_000)],
        ),
      )
      .toEqual([{ leaving: 0 }]);
    await clock.advance(3 * HOUR);
    await page.goto('/settings/detection');
    await expect(exceptions.getByText('No exception is active or upcoming.')).toBeVisible();
    await exceptions.getByRole('radio', { name: 'Expired' }).check();
    await expect(exceptions.getByRole('listitem')).toHaveText(/svc\.\*.*Expired/);
    await organization.ship(spray(clock.now(), 'WS-3'));
    await page.goto('/cases');
    await expect(lines(page)).toHaveText([/svc\.a.*WS-3/], { timeout: 60_000 });
  });
});

test('members read exceptions, and neither make nor end them; an admin ends one early; long texts fit 360, 768 and 1440 pixels', async ({
  signedIn: admin,
  page: _,
  browser,
  scout,
  organization,
}) => {
  await admin.goto('/settings/detection');
  const exceptions = panel(admin, 'Exceptions');
  await exceptions.getByRole('button', { name: 'Create exception…' }).click();
  const dialog = admin.getByRole('dialog', { name: 'Create exception' });
  // As long as names and reasons can be.
  const account = `svc.${'long'.repeat(40)}`;
  await dialog.getByRole('textbox', { name: /Account/ }).fill(account);
  await dialog.getByRole('textbox', { name: /Why/ }).fill('w'.repeat(200));
  await dialog.getByRole('textbox', { name: /Approved by/ }).fill('Head of operations');
  await dialog.getByRole('button', { name: 'Create exception' }).click();
  await expect(exceptions.getByRole('listitem')).toHaveText(/svc\.long.*Active.*nothing yet/);
  for (const width of [360, 768, 1440]) {
    await admin.setViewportSize({ width, height: 800 });
    const over = 'document.documentElement.scrollWidth - innerWidth';
    await expect.poll(() => admin.evaluate(over), String(width)).toBeLessThanOrEqual(0);
  }

  const context = await browser.newContext({ baseURL: scout.url });
  const member = await context.newPage();
  await signInAs(member, organization, await addPerson(scout, organization, 'bo'));
  await member.goto('/settings/detection');
  const read = panel(member, 'Exceptions');
  await expect(read.getByRole('listitem')).toHaveText(/svc\.long/);
  await expect(read.getByRole('button', { name: /exception/ })).toHaveCount(0);
  await context.close();

  await exceptions.getByRole('button', { name: `End the exception for ${account}` }).click();
  await expectToast(admin, 'Exception ended');
  await expect(exceptions.getByText('No exception is active or upcoming.')).toBeVisible();
});
