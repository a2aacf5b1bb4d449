import { expect, test } from './support/fixtures.ts';
import { failedLogon } from './support/securityLog.ts';
import { figure } from './support/table.ts';

const field = 'Search screens, accounts, users and hosts';

test('Ctrl-K and the button open the palette; a few letters and Enter lead to a screen', async ({
  signedIn: page,
}) => {
  await page.goto('/dashboard');
  await expect(page.getByText('LIVE', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Search or jump to…' })).toBeVisible();
  await page.keyboard.press('Control+k');
  const search = page.getByRole('combobox', { name: field });
  await expect(search).toBeFocused();
  await search.pressSequentially('interact');
  await expect(page.getByRole('option')).toHaveText(['Interactive Logons']);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/dashboard/interactive-logons');
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await page.getByRole('button', { name: 'Search or jump to…' }).click();
  await expect(search).toHaveValue('');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/cases');
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
  const find = async (letters: string) => {
    // The key works once the actions of the bar are loaded.
    await expect(page.getByRole('button', { name: 'Search or jump to…' })).toBeVisible();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: field }).fill(letters);
    await expect(page.getByRole('option').first()).toContainText(letters);
    await page.keyboard.press('Enter');
  };
  await find('svc.billing');
  await expect(page).toHaveURL(/\/dashboard\/failed-logons\?incidents=account/);
  await page.keyboard.press('Escape');
  await page.goto('/settings');
  await find('PRD-SQL01');
  await expect(page).toHaveURL(/\/dashboard\/failed-logons\?incidents=server/);
});

test('Escape leaves it and gives the focus back', async ({ signedIn: page }) => {
  await page.goto('/settings');
  const button = page.getByRole('button', { name: 'Search or jump to…' });
  await button.focus();
  await page.keyboard.press('Enter');
  const search = page.getByRole('combobox', { name: field });
  await search.fill('no such thing');
  await expect(page.getByText('Nothing by that name. Try fewer letters.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(button).toBeFocused();
});

test('it changes theme and density, and asks before it logs out', async ({ signedIn: page }) => {
  await page.goto('/dashboard');
  const choose = async (letters: string) => {
    // The key works once the actions of the bar are loaded.
    await expect(page.getByRole('button', { name: 'Search or jump to…' })).toBeVisible();
    await page.keyboard.press('ControlOrMeta+k');
    await page.getByRole('combobox', { name: field }).fill(letters);
    await expect(page.getByRole('option').first()).toHaveText(new RegExp(letters, 'i'));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('combobox', { name: field })).toHaveCount(0);
  };
  await choose('light theme');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  await choose('compact');
  await expect.poll(() => page.evaluate(`localStorage.getItem('scout_density')`)).toBe('compact');
  await choose('log out');
  await expect(page.getByRole('dialog', { name: 'Are you sure you want to log out?' })).toBeVisible();
});

test('on a phone all that the bar offers is behind one button', async ({ signedIn: page }) => {
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
  await page.getByRole('button', { name: 'Search or jump to…' }).click();
  await expect(page.getByRole('combobox', { name: field })).toBeFocused();
  // It has no Escape.
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});
