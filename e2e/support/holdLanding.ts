import type { Page } from '@playwright/test';

/**
 * Keeps a page where it is when it would go to the landing page by itself, as it does a few seconds after a log-out: the answer has no
 * content, so the browser stays. A request that is only held would hold up every assertion too.
 */
export async function holdLanding(page: Page): Promise<void> {
  await page.route(
    ({ pathname }) => pathname === '/',
    (route) => route.fulfill({ status: 204 }),
  );
}
