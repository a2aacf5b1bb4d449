import type { Page } from '@playwright/test';

/**
 * Holds the script of a page back until the returned function is called. A page that leads on to it by itself after a few seconds stays
 * so long, however slow the machine is.
 */
export async function holdScript(page: Page, name: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(new RegExp(`/assets/${name}-[\\w-]+\\.js$`), async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}
