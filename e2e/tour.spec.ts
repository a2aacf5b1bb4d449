import type { Page } from '@playwright/test';
import { expect, test } from './support/demo.ts';
import { signIn } from './support/signIn.ts';

const completed = `localStorage.getItem('scout_tour_completed')`;
const steps = ['Welcome to Scout', 'Security overview', 'Dashboards', 'Recent incidents'];

const step = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });

test.beforeEach(async ({ page, visitor }) => {
  await signIn(page, visitor);
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Continue browsing' }).click();
  // It handles keys once its title has the focus.
  await expect(step(page, steps[0]!).getByRole('heading')).toBeFocused();
});

test('four steps, forth and back, each beside its subject', async ({ page }) => {
  for (const [index, name] of steps.entries()) {
    const dialog = step(page, name);
    await expect(dialog).toBeVisible();
    await expect(dialog.getByText(`${index + 1} of 4`)).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Previous' })).toHaveCount(index === 0 ? 0 : 1);
    await expect(dialog.getByRole('button', { name: 'Skip' })).toBeVisible();
    // A screen reader reads the step: its title has the focus.
    await expect(dialog.getByRole('heading', { name })).toBeFocused();
    if (index < 3) await dialog.getByRole('button', { name: 'Next' }).click();
  }
  await step(page, steps[3]!).getByRole('button', { name: 'Previous' }).click();
  await expect(step(page, steps[2]!)).toBeVisible();
  await step(page, steps[2]!).getByRole('button', { name: 'Next' }).click();
  await expect(page.getByRole('table', { name: /^Recent Incidents/, includeHidden: true })).toBeInViewport();
  expect(await page.evaluate(completed)).toBeNull();
  await step(page, steps[3]!).getByRole('button', { name: 'Finish' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(await page.evaluate(completed)).not.toBeNull();
});

test('by keyboard alone: the focus stays inside, Enter continues', async ({ page }) => {
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Skip' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Next' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Skip' })).toBeFocused();
  for (const name of steps.slice(1)) {
    await page.getByRole('dialog').getByRole('button', { name: 'Next' }).focus();
    await page.keyboard.press('Enter');
    await expect(step(page, name).getByRole('heading')).toBeFocused();
  }
  await page.getByRole('button', { name: 'Finish' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

for (const [way, end] of [
  ['Skip', (page: Page) => page.getByRole('button', { name: 'Skip' }).click()],
  ['Escape', (page: Page) => page.keyboard.press('Escape')],
] as const) {
  test(`${way} ends it for good; it restarts on request`, async ({ page }) => {
    // A press beside it does nothing.
    await page.mouse.click(5, 300);
    await expect(step(page, steps[0]!)).toBeVisible();
    await end(page);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    expect(await page.evaluate(completed)).not.toBeNull();

    await page.getByRole('button', { name: 'Leave demo mode' }).click();
    await page.getByRole('button', { name: 'Continue browsing' }).click();
    await expect(page.getByRole('region', { name: 'Demo mode' })).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);

    await page.getByRole('link', { name: 'Infrastructure', exact: true }).click();
    await page.getByRole('button', { name: 'Take the tour' }).click();
    await expect(page).toHaveURL('/dashboard');
    await expect(step(page, steps[0]!)).toBeVisible();
  });
}

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('moves to its subject at once', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 640 });
    for (const name of steps.slice(0, 3)) {
      await step(page, name).getByRole('button', { name: 'Next' }).click();
    }
    await expect(step(page, steps[3]!)).toBeInViewport({ ratio: 1 });
    await expect(
      page.getByRole('table', { name: /^Recent Incidents/, includeHidden: true }),
    ).toBeInViewport();
  });
});
