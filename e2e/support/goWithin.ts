import type { Page } from '@playwright/test';

/**
 * Opens an address of the application within the open page, like one of its links or Back: a page load costs several times as
 * much. What the page remembers stays; `page.goto` is for tests of a load. Wait for something that the former screen does not have.
 */
export async function goWithin(page: Page, path: string): Promise<void> {
  await page.evaluate(`{
    history.pushState({ usr: null, key: crypto.randomUUID(), idx: (history.state?.idx ?? 0) + 1 }, '', ${JSON.stringify(path)});
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
  }`);
}
