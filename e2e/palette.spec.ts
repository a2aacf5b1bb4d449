import type { Page } from '@playwright/test';
import { type ActivityState, seedAccount } from '@scout/testkit/seedAccount';
import { type CaseState, seedCase } from '@scout/testkit/seedCase';
import { axeOn, describeFaults } from './support/axe.ts';
import { expect, test } from './support/fixtures.ts';
import type { Organization } from './support/organization.ts';
import { addPerson, adminApi } from './support/people.ts';
import type { Scout } from './support/scout.ts';
import { failedLogon } from './support/securityLog.ts';
import { figure } from './support/table.ts';
import { withoutNews } from './support/withoutNews.ts';

const field = 'Search screens, accounts, users and hosts';
const bar = (page: Page) => page.getByRole('button', { name: 'Search or run…' });
const options = (page: Page) => page.getByRole('option');
const group = (page: Page, name: string) => page.getByRole('group', { name });
const day = 86_400_000;

/** Opens the palette and types these letters. */
async function look(page: Page, letters: string): Promise<void> {
  // The key works once the actions of the bar are loaded.
  await expect(bar(page)).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: field }).fill(letters);
}

/** Selects the first entry with this text. */
async function choose(page: Page, letters: string, entry: string | RegExp = letters): Promise<void> {
  await look(page, letters);
  await expect(options(page).first()).toHaveText(entry);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('combobox', { name: field })).toHaveCount(0);
}

/** A case with its account. */
async function seed(scout: Scout, { tenantId }: Organization, state: CaseState = {}): Promise<number> {
  const run = async (sql: string, values: unknown[]) => ({ rows: await scout.asOwner(sql, values) });
  const activity: ActivityState[] = [
    {
      source: 'fin-laptop3',
      destination: 'prd-sql01',
      kind: 'command',
      actor: 'm.keller',
      time: new Date(Date.now() - day),
      count: 2,
    },
  ];
  await seedAccount(run, tenantId, state.account ?? 'svc.billing', activity);
  return seedCase(run, tenantId, state);
}

test('the palette: by key and by button, to a screen, a setting, the keys and out', async ({
  signedIn: page,
}) => {
  await test.step('Ctrl-K and the button open the palette; a few letters and Enter lead to a screen', async () => {
    await page.goto('/dashboard');
    await expect(page.getByText('No agent sends events')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Search or run…' })).toBeVisible();
    await page.keyboard.press('Control+k');
    const search = page.getByRole('combobox', { name: field });
    await expect(search).toBeFocused();
    await search.pressSequentially('interact');
    await expect(page.getByRole('option')).toHaveText(['Interactive Logons']);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/dashboard/interactive-logons');
    await expect(page.getByRole('dialog')).toHaveCount(0);

    // The most recent entry is first.
    await bar(page).click();
    await expect(search).toHaveValue('');
    await expect(group(page, 'Recent').getByRole('option')).toHaveText(['Interactive Logons']);
    await page.keyboard.press('ArrowDown');
    await expect(group(page, 'On this page').getByRole('option').first()).toHaveAttribute('data-highlighted');
    await search.fill('cases');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/cases');
  });
  await page.goto('/settings');
  await test.step('Escape closes it and restores the focus', async () => {
    const button = page.getByRole('button', { name: 'Search or run…' });
    await button.focus();
    await page.keyboard.press('Enter');
    const search = page.getByRole('combobox', { name: field });
    await search.fill('no such thing');
    await expect(page.getByText('Nothing by that name. Try fewer letters.')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(button).toBeFocused();
  });
  await test.step('a question mark shows the keys, except while typing', async () => {
    await expect(bar(page)).toBeVisible();
    const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    const name = page.getByRole('textbox', { name: 'First name' });
    await name.fill('');
    await name.press('Shift+?');
    await expect(name).toHaveValue('?');
    await expect(keys).toHaveCount(0);
    await bar(page).focus();
    await page.keyboard.press('Shift+?');
    await expect(keys).toBeVisible();
    await expect(keys.getByRole('region', { name: 'Tables' })).toContainText('Copy the row or the value');
    await page.keyboard.press('Escape');
    await expect(keys).toHaveCount(0);
    await expect(bar(page)).toBeFocused();
    await choose(page, 'shortcuts', 'Keyboard shortcuts?');
    await expect(keys).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(keys).toHaveCount(0);
  });
  await test.step('it changes theme and density', async () => {
    await choose(page, 'light theme', /light theme/i);
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
    await choose(page, 'compact', /compact/i);
    await expect.poll(() => page.evaluate(`localStorage.getItem('scout_density')`)).toBe('compact');
  });
  await test.step('it asks before it logs out; signing out removes recent choices', async () => {
    await choose(page, 'billing', 'Settings: Billing');
    const stored = () => page.evaluate(`localStorage.getItem('scout_recent_entries')`);
    await expect.poll(stored).toContain('/settings/billing');
    await choose(page, 'log out', /log out/i);
    await expect(page.getByRole('dialog', { name: 'Are you sure you want to log out?' })).toBeVisible();
    await page.getByRole('dialog').getByRole('button', { name: 'Log Out' }).click();
    await expect(page).not.toHaveURL(/settings/);
    await expect.poll(stored).toBeNull();
  });
});

test('finds an account and a host among the figures and leads to their incidents', async ({
  signedIn: page,
  organization,
}) => {
  await organization.ship([
    failedLogon({ time: Date.now() - 60_000, account: 'svc.billing', server: 'PRD-SQL01' }),
  ]);
  await page.goto('/dashboard');
  await expect(figure(page, 'Failed Logons')).toHaveText('1');
  await look(page, 'svc.billing');
  await options(page).filter({ hasText: 'svc.billing1 incident' }).click();
  await expect(page).toHaveURL(/\/dashboard\/failed-logons\?incidents=account/);
  await page.keyboard.press('Escape');
  await page.goto('/settings');
  await choose(page, 'PRD-SQL01', 'PRD-SQL011 incident');
  await expect(page).toHaveURL(/\/dashboard\/failed-logons\?incidents=server/);
});

test('finds cases, accounts, people and hosts by a part of any of their names', async ({
  signedIn: page,
  scout,
  organization,
}) => {
  const number = await seed(scout, organization);
  const api = await adminApi(scout, organization);
  await api.casesClose({ number, as: 'misuse', reason: 'The password was changed.' });
  await page.goto('/settings');
  for (const part of ['kell', 'laptop', 'sql0', 'bill']) {
    await look(page, part);
    await expect(group(page, 'Cases').getByRole('option'), part).toHaveText([/C-1 svc\.billing/]);
    await expect(group(page, 'Service accounts').getByRole('option'), part).toHaveText([/svc\.billing/]);
    await page.keyboard.press('Escape');
  }
  await look(page, 'm.kel');
  await group(page, 'Acting users').getByRole('option', { name: 'm.keller 1 account' }).click();
  await expect(page).toHaveURL('/accounts?text=m.keller');
  await expect(page.getByRole('searchbox', { name: 'Search accounts' })).toHaveValue('m.keller');
  await expect(page.getByRole('link', { name: 'svc.billing' })).toBeVisible();
});

test('on a phone everything in the bar is behind one button', async ({ signedIn: page }) => {
  await page.setViewportSize({ width: 360, height: 780 });
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Menu' }).click();
  await expect(page.getByRole('menuitem')).toHaveText(['Settings', 'Log Out']);
  await page.getByRole('menuitem', { name: 'Settings' }).click();
  await expect(page).toHaveURL('/settings');
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('menuitem', { name: 'Log Out' }).click();
  await expect(page.getByRole('dialog', { name: 'Are you sure you want to log out?' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Search or run…' }).click();
  await expect(page.getByRole('combobox', { name: field })).toBeFocused();
  // Escape has no effect there.
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('a case is acknowledged, assigned, copied and closed from the palette, by keyboard alone', async ({
  signedIn: page,
  scout,
  organization,
}) => {
  const number = await seed(scout, organization);
  const colleague = await addPerson(scout, organization, 'carla');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`/cases/${number}`);
  await expect(page.getByText('Open · unassigned')).toBeVisible();
  await choose(page, 'acknowledge case', 'Acknowledge case');
  await expect(page.getByText(`Acknowledged · ${organization.email}`)).toBeVisible();
  await choose(page, 'assign case to carla', `Assign case to ${colleague.email}`);
  await expect(page.getByText(`Acknowledged · ${colleague.email}`)).toBeVisible();
  // An action no longer available on the page is not listed, not even as recent.
  await look(page, 'acknowledge');
  await expect(options(page)).toHaveCount(0);
  await page.keyboard.press('Escape');

  await choose(page, 'copy account', 'Copy account name');
  await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toBe('svc.billing');
  const download = page.waitForEvent('download');
  await choose(page, 'evidence json', 'Export evidence as JSON');
  expect((await download).suggestedFilename()).toBe(`scout-evidence-case-${number}.json`);
  await choose(page, 'comment on', 'Comment on the case…');
  await expect(page.getByRole('textbox', { name: 'Comment' })).toBeFocused();
  await look(page, 'close case');
  await expect(options(page).first()).toHaveText('Close case…');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Close this case' })).toBeVisible();
});

test('a case is acknowledged from another page; palette and keys pass axe and fit', async ({
  signedIn: page,
  scout,
  organization,
}) => {
  await withoutNews(page);
  const number = await seed(scout, organization);
  const over = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
  const fits = async () => {
    for (const width of [768, 360, 1440]) {
      await page.setViewportSize({ width, height: 780 });
      await expect.poll(() => page.evaluate(over), String(width)).toBe(0);
    }
  };
  await page.setViewportSize({ width: 1440, height: 780 });
  await test.step('palette and keys pass axe and fit at 360, 768 and 1440 pixels', async () => {
    await page.goto(`/cases/${number}`);
    await expect(page.getByRole('heading', { name: 'Do next' })).toBeVisible();
    await look(page, '');
    await expect(group(page, 'On this page').getByRole('option').first()).toBeVisible();
    await expect(group(page, 'Cases').getByRole('option').first()).toBeVisible();
    expect(await describeFaults(axeOn(page)), 'palette').toEqual([]);
    await fits();
    await page.getByRole('combobox', { name: field }).fill('shortcuts');
    await expect(options(page).first()).toHaveText('Keyboard shortcuts?');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
    expect(await describeFaults(axeOn(page)), 'keys').toEqual([]);
    await fits();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
  await test.step('a case is acknowledged from another page', async () => {
    const api = await adminApi(scout, organization);
    await page.getByRole('link', { name: 'Settings' }).click();
    await expect(page).toHaveURL('/settings');
    await choose(page, 'assign c-', `Assign C-${number} svc.billing to me`);
    await expect.poll(async () => (await api.casesRead({ number })).assignee).toBe(organization.email);
    await choose(page, 'acknowledge c-', `Acknowledge C-${number} svc.billing`);
    await expect.poll(async () => (await api.casesRead({ number })).status).toBe('acknowledged');
  });
});
