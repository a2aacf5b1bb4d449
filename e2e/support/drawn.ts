import type { Page } from '@playwright/test';

/**
 * Resolves when the page has rendered the changes of its timers, and has set the following timers: React does so in sequential
 * tasks of a message channel. For tests with a controlled clock.
 */
export async function drawn(page: Page): Promise<void> {
  for (let task = 0; task < 10; task += 1) {
    await page.evaluate(`new Promise((done) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => done();
      port2.postMessage(null);
    })`);
  }
}
