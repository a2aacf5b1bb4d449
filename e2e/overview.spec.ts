import type { Page } from '@playwright/test';
import { type ActivityState, seedAccount } from '@scout/testkit/seedAccount';
import { type CaseState, seedCase } from '@scout/testkit/seedCase';
import { axeOn, describeFaults } from './support/axe.ts';
import { expect, test } from './support/fixtures.ts';
import type { Organization } from './support/organization.ts';
import type { Scout } from './support/scout.ts';
import { figure, panel } from './support/table.ts';

const hour = 3_600_000;
const day = 24 * hour;
const TITLE = 'Accounts with open cases';
const lanes = (page: Page) => panel(page, TITLE).getByRole('listitem');
const lane = (page: Page, account: string) => lanes(page).filter({ hasText: account });

const add = (scout: Scout, { tenantId }: Organization, state?: CaseState) =>
  seedCase(async (sql, values) => ({ rows: await scout.asOwner(sql, values) }), tenantId, state);
const register = (scout: Scout, { tenantId }: Organization, name: string, activity?: ActivityState[]) =>
  seedAccount((sql, values) => scout.asOwner(sql, values), tenantId, name, activity);

/** Four accounts with cases of different severity, two of them with activity, and one without a case. */
async function fourAccounts(scout: Scout, organization: Organization): Promise<void> {
  const now = Date.now();
  await add(scout, organization, {
    account: 'svc.scan',
    kind: 'odd-hour',
    severity: 'low',
    persons: ['d.rossi'],
    level: 'same-session',
    sources: ['JUMP-PRD-01'],
    destinations: ['PRD-SQL02'],
    lastSeen: new Date(now - 4 * hour),
  });
  await add(scout, organization, {
    account: 'svc.archive',
    kind: 'refused-then-successful',
    severity: 'critical',
    persons: [],
    sources: ['192.0.2.113'],
    destinations: ['PROD-LEDGER-02'],
    firstSeen: new Date(now - 3 * day),
    lastSeen: new Date(now - 9 * hour),
  });
  await add(scout, organization, { severity: 'medium', lastSeen: new Date(now - hour) });
  await add(scout, organization, {
    account: 'service.etl',
    kind: 'new-source',
    severity: 'medium',
    persons: ['o.lang', 'p.weber'],
    level: 'present',
    sources: ['OPS-DESKTOP7'],
    lastSeen: new Date(now - 2 * hour),
  });
  await register(scout, organization, 'svc.archive', [
    {
      time: new Date(now - 2 * day),
      kind: 'refused:wrong password',
      source: '192.0.2.113',
      destination: 'prod-ledger-02',
      count: 345,
    },
  ]);
  await register(scout, organization, 'svc.billing', [
    { time: new Date(now - 5 * day), source: 'app-bill01', destination: 'prd-sql01', count: 12 },
    { time: new Date(now - hour), kind: 'process', program: 'cmd.exe>sqlcmd.exe', count: 3 },
  ]);
  await register(scout, organization, 'svc.quiet');
}

/** A day of the strips, `YYYY-MM-DD` in the time zone of the test's browser. */
function dayBefore(days: number): string {
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Zurich' }).format(new Date());
  return new Date(Date.parse(`${today}T12:00:00Z`) - days * day).toISOString().slice(0, 10);
}

/** Opens the overview, and waits for everything that moves the lanes on arrival. */
async function openLanes(page: Page): Promise<void> {
  await page.goto('/dashboard');
  await expect(lanes(page)).toHaveCount(4);
  await expect(page.getByRole('region', { name: 'Most severe case' })).toContainText('Next:');
  await expect(figure(page, 'Failed Logons')).toHaveText('0');
  await expect(page.locator('[data-typewriter="done"]')).toBeVisible();
}

/** The center of a day on the strip of an account. */
async function pointOf(page: Page, account: string, daysAgo: number): Promise<[x: number, y: number]> {
  const strip = lane(page, account).locator('[data-strip]');
  await strip.scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await strip.boundingBox())!;
  return [x + ((29 - daysAgo + 0.5) / 30) * width, y + height / 2];
}

test.describe('with four accounts', () => {
  test.beforeEach(async ({ scout, organization }) => fourAccounts(scout, organization));

  test('one lane per account; J, K and Enter move through them; the figures filter them; single-key shortcuts can be turned off', async ({
    signedIn: page,
  }) => {
    await page.goto('/dashboard');
    await test.step('one lane per account, misuse that goes on first, then the most severe', async () => {
      await expect(lanes(page)).toHaveText([
        /svc\.archive.*Critical.*Refused, then let in.*nobody seen.*192\.0\.2\.113.*PROD-LEDGER-02.*345 refused; 345 part of the case/,
        /svc\.billing.*Medium.*A person uses it.*Ongoing.*m\.keller.*FIN-LAPTOP3.*PRD-SQL01.*12 signed in, 3 database clients/,
        /service\.etl.*Medium.*New source.*2 people.*OPS-DESKTOP7/,
        /svc\.scan.*Low.*d\.rossi.*JUMP-PRD-01.*PRD-SQL02/,
      ]);
      const lead = page.getByRole('region', { name: 'Most severe case' });
      await expect(lead).toContainText('Someone used svc.archive from 192.0.2.113 to PROD-LEDGER-02.');
      await expect(lead).toContainText('Next: Treat the password as compromised');
    });
    await test.step('J, K and Enter move through them', async () => {
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await page.getByRole('link', { name: 'svc.archive' }).focus();
      await page.keyboard.press('j');
      await expect(page.getByRole('link', { name: 'svc.billing' })).toBeFocused();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('k');
      await expect(page.getByRole('link', { name: 'svc.billing' })).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(/\/cases\/3$/);
      await page.goBack();
      await page
        .getByRole('region', { name: 'Most severe case' })
        .getByRole('link', { name: 'Open case' })
        .click();
      await expect(page).toHaveURL(/\/cases\/2$/);
      await page.goBack();
    });
    await test.step('the figures filter the accounts, in the address too', async () => {
      const refused = page.getByRole('button', { name: 'Failed Logons', exact: true });
      await refused.click();
      await expect(lanes(page)).toHaveText([/svc\.archive/]);
      await expect(page).toHaveURL('/dashboard?only=refused');
      await expect(panel(page, TITLE)).toContainText('1 refused in the last 30 days, of 4');
      await expect(refused).toHaveAttribute('aria-pressed', 'true');
      await expect(figure(page, 'Failed Logons')).toHaveText('0');
      await page.reload();
      await expect(lanes(page)).toHaveText([/svc\.archive/]);
      await page.getByRole('button', { name: 'Service Account Incidents' }).click();
      await expect(lanes(page)).toHaveText([/svc\.billing/]);
      await page.getByRole('button', { name: 'Interactive Logons', exact: true }).click();
      await expect(
        page.getByText('No account with an open case was used for an interactive logon'),
      ).toBeVisible();
      await page.getByRole('button', { name: 'Show all accounts' }).click();
      await expect(lanes(page)).toHaveCount(4);
      await expect(page).toHaveURL('/dashboard');
    });
    await test.step('single-key shortcuts can be turned off', async () => {
      await page.getByRole('link', { name: 'Settings' }).click();
      const single = page.getByRole('switch', { name: 'Single-key shortcuts' });
      await expect(single).toBeChecked();
      await single.click();
      await expect(single).not.toBeChecked();

      await page.goto('/dashboard');
      await page.getByRole('link', { name: 'svc.archive' }).focus();
      await page.keyboard.press('j');
      await page.keyboard.press('?');
      await expect(page.getByRole('link', { name: 'svc.archive' })).toBeFocused();
      await page.keyboard.press('ArrowDown');
      await expect(page.getByRole('link', { name: 'svc.billing' })).toBeFocused();
      await page.getByRole('button', { name: 'Account', exact: true }).click();
      await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click();
      await expect(page.getByRole('dialog')).toContainText('Single-key shortcuts are off.');
    });
  });

  test('days are hovered, dragged and selected by keyboard; a new event ticks in its own lane; axe and widths', async ({
    signedIn: page,
    scout,
    organization,
  }) => {
    await openLanes(page);
    await test.step('axe finds nothing, and nothing overflows at 1440, 768 and 360 pixels and at 200 %', async () => {
      expect(await describeFaults(axeOn(page))).toEqual([]);
      for (const width of [768, 720, 360, 1440]) {
        await page.setViewportSize({ width, height: 800 });
        const over = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
        await expect.poll(() => page.evaluate(over), String(width)).toBeLessThanOrEqual(0);
        // Lanes are drawn differently on a phone.
        if (width === 360) expect(await describeFaults(axeOn(page)), '360').toEqual([]);
      }
    });
    await test.step('the keyboard selects days', async () => {
      await page.getByRole('link', { name: 'svc.archive' }).focus();
      for (let n = 0; n < 3; n += 1) await page.keyboard.press('ArrowLeft');
      await expect(panel(page, TITLE).getByRole('status')).toContainText('svc.archive: 345 refused');
      await page.keyboard.press('Shift+ArrowLeft');
      await expect(page).toHaveURL(`/dashboard?from=${dayBefore(3)}&to=${dayBefore(2)}`);
    });
    await openLanes(page);
    await test.step('a new event ticks in its own lane; with reduced motion it is simply there', async () => {
      await page.emulateMedia({ reducedMotion: 'no-preference' });
      await expect(page.locator('[data-tick]')).toHaveCount(0);
      await scout.asOwner(
        `INSERT INTO scout.account_activity (tenant_id, account_key, hour, cell, kind, source, destination, program, actor, n, first_at, last_at)
         VALUES ($1, 'svc.billing', date_trunc('hour', $2::timestamptz), gen_random_uuid(), 'logon:3', 'app-bill02', 'prd-sql01', '', '', 1, $2, $2)`,
        [organization.tenantId, new Date()],
      );
      const tick = lane(page, 'svc.billing').locator('[data-tick]');
      await expect(tick).toHaveAttribute('data-tick', 'signed-in', { timeout: 60_000 });
      await expect(page.locator('[data-tick]')).toHaveCount(1);
      const style = () =>
        page.evaluate<{ name: string; duration: number; opacity: string }>(
          `((mark) => (({ animationName, animationDuration, opacity }) => ({ name: animationName, duration: Number.parseFloat(animationDuration), opacity }))(getComputedStyle(mark)))(document.querySelector('[data-tick]'))`,
        );
      const moving = await style();
      expect(moving.name).toBe('tick');
      expect(moving.duration).toBeLessThanOrEqual(0.2);
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await expect.poll(style).toMatchObject({ name: 'none', opacity: '0' });
      expect((await style()).duration).toBeLessThanOrEqual(0.2);
    });
    await test.step('a hovered day is described and marked in all lanes', async () => {
      await page.mouse.move(...(await pointOf(page, 'svc.archive', 2)));
      const readout = panel(page, TITLE).getByRole('status');
      await expect(readout).toContainText('svc.archive: 345 refused; 345 part of the case');
      await page.mouse.move(...(await pointOf(page, 'svc.scan', 2)));
      await expect(readout).toContainText('svc.scan: nothing');
    });
    await test.step('dragged days become the range everywhere', async () => {
      await page.mouse.down();
      await page.mouse.move(...(await pointOf(page, 'svc.scan', 6)), { steps: 4 });
      await page.mouse.up();
      await expect(page).toHaveURL(`/dashboard?from=${dayBefore(6)}&to=${dayBefore(2)}`);
      await page
        .getByRole('navigation', { name: 'Dashboards', exact: true })
        .getByRole('link', { name: 'Failed Logons' })
        .click();
      await expect(page).toHaveURL(`/dashboard/failed-logons?from=${dayBefore(6)}&to=${dayBefore(2)}`);
      await expect(page.getByLabel('From')).toHaveValue(dayBefore(6));
      await page.goBack();
      await expect(page).toHaveURL(`/dashboard?from=${dayBefore(6)}&to=${dayBefore(2)}`);
      await expect(lanes(page)).toHaveCount(4);
      await expect(page.getByRole('region', { name: 'Most severe case' })).toContainText('Next:');

      // A press that selects no days opens the case, like a press beside the strip.
      await page.mouse.click(...(await pointOf(page, 'svc.scan', 3)));
      await expect(page).toHaveURL(/\/cases\/1$/);
    });
  });
});

test.describe('from the first account on', () => {
  test.use({ expectedMessages: /status of 500/ });

  test('without cases it says what is monitored; new cases come by themselves; a failure is retried on request', async ({
    signedIn: page,
    scout,
    organization,
  }) => {
    await page.goto('/dashboard');
    await test.step('without cases it says what is monitored', async () => {
      await expect(page.getByText('No service account seen yet')).toBeVisible();
      await register(scout, organization, 'svc.quiet');
      await page.reload();
      await expect(page.getByText('Nothing needs attention')).toBeVisible();
      await expect(page.getByText(/Scout watches 1 service account:/)).toBeVisible();
      await expect(page.getByRole('region', { name: 'Most severe case' })).toHaveCount(0);
    });
    const notify = () =>
      scout.asOwner(`SELECT pg_notify('scout_updates', 'cases ' || $1)`, [organization.tenantId]);
    await test.step('a new case adds its lane, and a more severe one comes first', async () => {
      await add(scout, organization, { severity: 'medium', lastSeen: new Date(Date.now() - hour) });
      await notify();
      await expect(lanes(page)).toHaveText([/svc\.billing/], { timeout: 30_000 });
      await add(scout, organization, { account: 'svc.archive', severity: 'critical' });
      await notify();
      await expect(lanes(page)).toHaveText([/svc\.archive/, /svc\.billing/], { timeout: 30_000 });
      await expect(page.getByRole('region', { name: 'Most severe case' })).toContainText('svc.archive');
    });
    await test.step('when the accounts cannot be loaded, it says so, and retries on request', async () => {
      await page.route('**/api/v1/case-lanes*', (route) => route.fulfill({ status: 500, body: '{}' }));
      await page.reload();
      const failed = panel(page, TITLE).getByRole('alert');
      await expect(failed).toContainText('The accounts could not be loaded', { timeout: 30_000 });
      await page.unroute('**/api/v1/case-lanes*');
      await failed.getByRole('button', { name: 'Try again' }).click();
      await expect(lanes(page)).toHaveText([/svc\.archive/, /svc\.billing/]);
    });
  });
});
