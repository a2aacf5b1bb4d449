import { type Browser, chromium } from '@playwright/test';
import { startScout } from '../../e2e/support/scout.ts';
import config from '../../playwright.config.ts';

/** Milliseconds from the request of the sign-in page until its form is usable, for each round with an empty cache. */
export interface SignInTimes {
  readonly usable: number[];
  /** With a slowed processor as well. */
  readonly usableSlowed: number[];
  /** Bytes received for the page, compressed and with headers. */
  readonly received: number;
}

/** "Slow 4G" as defined by Lighthouse: 1.6 Mbit/s each way and 150 ms of latency. */
const slow4G = { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 750e3 / 8 };

/** The form is usable once it has focused its first field. */
const watchFocus = `
window.usableAt = new Promise((resolve) => {
  addEventListener('focusin', ({ target }) => { if (target.type === 'email') resolve(performance.now()); });
});
`;

/** Opens the sign-in page of a real server over an emulated slow connection, each round in a new browser profile. */
export async function measureSignIn(rounds: number, slowdown: number): Promise<SignInTimes> {
  await using scout = await startScout();
  const browser = await chromium.launch(config.use?.launchOptions ?? {});
  try {
    const times = { usable: [] as number[], usableSlowed: [] as number[], received: 0 };
    for (let round = 0; round < rounds; round += 1) {
      const { usableAt, received } = await openSignIn(browser, scout.url, 1);
      times.usable.push(usableAt);
      times.received = received;
      times.usableSlowed.push((await openSignIn(browser, scout.url, slowdown)).usableAt);
    }
    return times;
  } finally {
    await browser.close();
  }
}

async function openSignIn(browser: Browser, url: string, slowdown: number) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  try {
    await context.addInitScript(watchFocus);
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Network.enable');
    await devtools.send('Network.emulateNetworkConditions', slow4G);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    let received = 0;
    devtools.on('Network.loadingFinished', ({ encodedDataLength }) => {
      received += encodedDataLength;
    });
    await page.goto(`${url}/login`, { waitUntil: 'commit' });
    return { usableAt: await page.evaluate<number>('window.usableAt'), received };
  } finally {
    await context.close();
  }
}
