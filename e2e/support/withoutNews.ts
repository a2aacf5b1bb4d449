import type { BrowserContext, Page } from '@playwright/test';

/** Disables the update stream of pages, which never ends, for code that waits until the network is idle. */
export const withoutNews = (where: Page | BrowserContext): Promise<unknown> =>
  where.route('**/api/v1/updates', (route) => route.fulfill({ status: 204 }));
