import type { BrowserContext, Page } from '@playwright/test';

/** Has pages do without the stream of news, which never ends, for what waits until the network is idle. */
export const withoutNews = (where: Page | BrowserContext): Promise<unknown> =>
  where.route('**/api/v1/updates', (route) => route.fulfill({ status: 204 }));
