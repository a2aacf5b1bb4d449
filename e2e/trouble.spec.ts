import { expect, test as plain } from '@playwright/test';
import { test } from './support/fixtures.ts';
import { watchForTrouble } from './support/trouble.ts';

/*
 * The watch that every other test relies on, itself tested: each kind of trouble is made on purpose, and must be told.
 */

const origin = 'http://scout.example';
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

for (const [what, script, told] of troubles) {
  plain(`${what} is told`, async ({ page }) => {
    await page.route('**/*', (route) =>
      route.request().url().startsWith(origin)
        ? route.fulfill({ contentType: 'text/html', body: '<link rel="icon" href="data:,">' })
        : route.fulfill({ status: 200, body: '' }),
    );
    const trouble = watchForTrouble(page, origin, []);
    await page.goto(origin);
    expect(trouble).toEqual([]);
    await page.evaluate(`void (${script})`.replace('void (setTimeout', '(setTimeout'));
    await expect.poll(() => trouble.some((line) => told.test(line))).toBe(true);
  });
}

plain('what a test expects is not told, and nothing else is let through by it', async ({ page }) => {
  const trouble = watchForTrouble(page, origin, [/status of 400/]);
  await page.evaluate(`console.error('status of 400'); console.error('status of 500')`);
  await expect.poll(() => trouble).toEqual([expect.stringContaining('status of 500')]);
});

test.describe('the fixture', () => {
  test.fail();

  test('fails a test whose page complains', async ({ page }) => {
    await page.goto('/login');
    await page.evaluate(`console.error('on purpose')`);
  });
});
