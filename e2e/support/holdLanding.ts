import type { Page } from '@playwright/test';

/**
 * Keeps a page from redirecting to the landing page, as it does a few seconds after a log-out: the response has no content, so
 * the browser stays. A held request would also block every assertion.
 */
export async function holdLanding(page: Page): Promise<void> {
  await page.route(
    ({ pathname }) => pathname === '/',
    (route) => route.fulfill({ status: 204 }),
  );
}
