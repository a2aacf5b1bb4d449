import { expect, type Page } from '@playwright/test';
import { drawn } from './drawn.ts';
import { test as withScout } from './fixtures.ts';
import { createOrganization, type Organization } from './organization.ts';
import { signIn } from './signIn.ts';

interface DemoFixtures {
  /** An organization without a subscription. */
  visitor: Organization;
  /** The unopened page, signed in to it, in demo mode, with its own seed and a controlled clock. */
  demo: Page;
}

/** Tests of demo mode: every figure depends only on the seed and the clock. */
export const test = withScout.extend<DemoFixtures>({
  visitor: async ({ scout }, use) => use(await createOrganization(scout, { isSubscribed: false })),
  demo: async ({ page, visitor }, use) => {
    await signIn(page, visitor);
    await page.clock.install();
    await page.addInitScript(`
      localStorage.setItem('demo_mode', 'true');
      localStorage.setItem('scout_demo_seed', '7');
    `);
    await use(page);
  },
});

/** Opens a page of demo mode and stops its clock there. */
export async function openDemo(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('region', { name: 'Demo mode' })).toBeVisible();
  await expect(page.getByText('LIVE')).toBeVisible();
  await page.clock.pauseAt(Date.now() + 20_000);
  await drawn(page);
}

/** A whole number as it is shown: '13,424,659'. */
export function countOf(text: string | null): number {
  return Number(text?.replaceAll(',', ''));
}

export { expect };
