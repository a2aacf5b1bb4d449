import type { Page } from '@playwright/test';
import { expect, test } from './support/demo.ts';
import { signIn } from './support/signIn.ts';

const completed = `localStorage.getItem('scout_tour_completed')`;
const steps = ['Welcome to Scout', 'Security overview', 'Dashboards', 'Recent incidents'];

const step = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });

test.use({ contextOptions: { reducedMotion: 'no-preference' } });

test.beforeEach(async ({ page, visitor }) => {
  await signIn(page, visitor);
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Continue browsing' }).click();
  // It handles keys once its title has the focus.
  await expect(step(page, steps[0]!).getByRole('heading')).toBeFocused();
});

/** Restarts it on request. */
async function takeAgain(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Take the tour' }).click();
  await expect(step(page, steps[0]!).getByRole('heading')).toBeFocused();
}

test('four steps, forth and back, each beside its subject; at once with reduced motion', async ({ page }) => {
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

  await test.step('with reduced motion it moves to its subject at once', async () => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await takeAgain(page);
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

test('by keyboard alone: the focus stays inside, Enter continues; Skip and Escape end it for good', async ({
  page,
}) => {
  await test.step('the focus stays inside, Enter continues', async () => {
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
  await page.evaluate(`localStorage.removeItem('scout_tour_completed')`);
  await test.step('Skip ends it for good; it restarts on request', async () => {
    await takeAgain(page);
    // A press beside it does nothing.
    await page.mouse.click(5, 300);
    await expect(step(page, steps[0]!)).toBeVisible();
    await page.getByRole('button', { name: 'Skip' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    expect(await page.evaluate(completed)).not.toBeNull();

    await page.getByRole('button', { name: 'Leave demo mode' }).click();
    await page.getByRole('button', { name: 'Continue browsing' }).click();
    await expect(page.getByRole('region', { name: 'Demo mode' })).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);

    await page.getByRole('link', { name: 'Infrastructure', exact: true }).click();
    await takeAgain(page);
    await expect(page).toHaveURL('/dashboard');
  });
  await page.evaluate(`localStorage.removeItem('scout_tour_completed')`);
  await test.step('Escape does too', async () => {
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    expect(await page.evaluate(completed)).not.toBeNull();
  });
});
