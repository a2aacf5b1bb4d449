import { axeOn, describeFaults } from './support/axe.ts';
import { expect, test } from './support/fixtures.ts';
import { addPerson, signInAs } from './support/people.ts';
import { withoutNews } from './support/withoutNews.ts';

test('the account menu shows who is signed in, and leads to their pages, by keyboard', async ({
  signedIn: page,
  organization,
}) => {
  await page.goto('/dashboard');
  const account = page.getByRole('button', { name: 'Account', exact: true });
  await account.focus();
  await page.keyboard.press('Enter');
  const menu = page.getByRole('menu');
  for (const text of ['Ada Reyes', organization.email, `Admin of ${organization.name}`])
    await expect(menu.getByText(text, { exact: true })).toBeVisible();
  await expect(menu.getByRole('menuitem')).toHaveText([
    'Your profile',
    'Your notifications',
    'Keyboard shortcuts',
  ]);
  await page.keyboard.press('Escape');
  await expect(account).toBeFocused();
  await account.click();
  await menu.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click();
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await page.keyboard.press('Escape');
  await account.click();
  await menu.getByRole('menuitem', { name: 'Your notifications' }).click();
  await expect(page).toHaveURL('/settings/notifications');
  await test.step('settings forms are in a narrow column', async () => {
    for (const path of ['/settings', '/settings/billing']) {
      await page.goto(path);
      const panels = page.getByRole('tabpanel').getByRole('region');
      await expect(panels.first()).toBeVisible();
      const widths = await panels.evaluateAll((all) =>
        all.map((panel) => panel.getBoundingClientRect().width),
      );
      expect(Math.max(...widths), path).toBeLessThanOrEqual(1024);
    }
  });
});

test('a member is shown as such; the open menu passes axe and fits', async ({
  page,
  scout,
  organization,
}) => {
  await withoutNews(page);
  await signInAs(page, organization, await addPerson(scout, organization, 'carla'));
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Account', exact: true }).click();
  await expect(page.getByRole('menu').getByText(`Member of ${organization.name}`)).toBeVisible();
  await expect(page.getByRole('menu')).toHaveCSS('opacity', '1');
  // The guards around an open popup are the library's: they pass the focus on immediately.
  const menu = axeOn(page).include('[role="menu"]').exclude('[data-base-ui-focus-guard]');
  expect(await describeFaults(menu)).toEqual([]);
  for (const width of [768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expect(page.getByRole('menu')).toBeInViewport({ ratio: 1 });
    const over = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
    await expect.poll(() => page.evaluate(over), String(width)).toBe(0);
  }
});
