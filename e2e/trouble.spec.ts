import { type Browser, expect, type Page, test as plain } from '@playwright/test';
import { test } from './support/fixtures.ts';
import { type Watch, watchForTrouble } from './support/trouble.ts';

/*
 * The watch that every other test relies on, itself tested: each kind of trouble is made on purpose, and must be told,
 * whichever page it comes from.
 */

const origin = 'http://scout.example';
const own = new Set([origin]);

const troubles: [what: string, script: string, told: RegExp][] = [
  ['a console error', `console.error('one')`, /^error: one/],
  ['a console warning', `console.warn('two')`, /^warning: two/],
  ['an uncaught error', `setTimeout(() => { throw new Error('three') })`, /^uncaught: Error: three/],
  ['an unhandled rejection', `Promise.reject(new Error('four'))`, /^uncaught: Error: four/],
  [
    'a request to another origin',
    `fetch('http://elsewhere.example/five').catch(() => {})`,
    /^request to another origin: http:\/\/elsewhere\.example\/five/,
  ],
  [
    'a picture of another origin',
    `new Image().src = 'http://elsewhere.example/six.png'`,
    /^request to another origin: http:\/\/elsewhere\.example\/six\.png/,
  ],
];

/** Pages beside the fixture's own, each with trouble of its own: how it is opened, what it does, how that is heard, what is told. */
const elsewhere: [
  what: string,
  open: (page: Page, browser: Browser) => Promise<Page>,
  script: string,
  heard: (page: Page) => Promise<unknown>,
  told: RegExp,
][] = [
  [
    'a console error of a second tab',
    (page) => page.context().newPage(),
    `console.error('seven')`,
    (page) => page.waitForEvent('console'),
    /^error: seven/,
  ],
  [
    'an unhandled rejection of a popup',
    async (page) => {
      const popup = page.waitForEvent('popup');
      await page.evaluate(`void open('about:blank')`);
      return popup;
    },
    `Promise.reject(new Error('eight'))`,
    (page) => page.waitForEvent('pageerror'),
    /^uncaught: Error: eight/,
  ],
  [
    'a foreign request of another context',
    async (_, browser) => (await browser.newContext()).newPage(),
    `fetch('http://127.0.0.1:9/nine').catch(() => {})`,
    (page) => page.waitForEvent('request'),
    /^request to another origin: http:\/\/127\.0\.0\.1:9\/nine/,
  ],
];

/** Runs a script without waiting for what it leads to. */
const begin = (page: Page, script: string) =>
  page.evaluate(`void (${script})`.replace('void (setTimeout', '(setTimeout'));

const tells = ({ trouble }: Watch, told: RegExp) =>
  expect.poll(() => trouble.some((line) => told.test(line))).toBe(true);

for (const [what, script, told] of troubles) {
  plain(`${what} is told`, async ({ page, browser }) => {
    await page.route('**/*', (route) =>
      route.request().url().startsWith(origin)
        ? route.fulfill({ contentType: 'text/html', body: '<link rel="icon" href="data:,">' })
        : route.fulfill({ status: 200, body: '' }),
    );
    const watch = watchForTrouble(browser, own, []);
    await page.goto(origin);
    expect(watch.trouble).toEqual([]);
    await begin(page, script);
    await tells(watch, told);
    watch.stop();
  });
}

for (const [what, open, script, , told] of elsewhere) {
  plain(`${what} is told`, async ({ page, browser }) => {
    const watch = watchForTrouble(browser, own, []);
    const other = await open(page, browser);
    expect(watch.trouble).toEqual([]);
    await begin(other, script);
    await tells(watch, told);
    watch.stop();
  });
}

plain('what a test expects is not told, and nothing else is let through by it', async ({ page, browser }) => {
  const watch = watchForTrouble(browser, own, [/status of 400/]);
  await page.evaluate(`console.error('status of 400'); console.error('status of 500')`);
  await expect.poll(() => watch.trouble).toEqual([expect.stringContaining('status of 500')]);
  watch.stop();
});

plain('the watch of one test hears nothing of the next', async ({ browser }) => {
  const watch = watchForTrouble(browser, own, []);
  watch.stop();
  const later = await (await browser.newContext()).newPage();
  const heard = later.waitForEvent('console');
  await later.evaluate(`console.error('later')`);
  await heard;
  expect(watch.trouble).toEqual([]);
});

test.describe('the fixture', () => {
  test.fail();

  test('fails a test whose page complains', async ({ page }) => {
    await page.goto('/login');
    await page.evaluate(`console.error('on purpose')`);
  });

  for (const [what, open, script, heard] of elsewhere) {
    test(`fails a test with ${what}`, async ({ page, browser }) => {
      const other = await open(page, browser);
      await Promise.all([heard(other), begin(other, script)]);
    });
  }
});
