import type { Page } from '@playwright/test';

/**
 * Resolves when the page has drawn what its timers changed, and has set the timers that follow from that: React does so in tasks of a
 * message channel, which run one after the other. For tests that move the page's clock.
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
