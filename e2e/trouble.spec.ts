import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test as plain } from '@playwright/test';
import { type Watch, watchForTrouble } from './support/trouble.ts';
import { begin, troubledPages } from './support/troubledPages.ts';

/* Tests the watch used by every other test: each kind of fault is caused on purpose, and must be reported, on any page. */

const origin = 'http://scout.example';
const own = new Set([origin]);

const troubles: [what: string, script: string, report: RegExp][] = [
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

const tells = ({ trouble }: Watch, report: RegExp) =>
  expect.poll(() => trouble.some((line) => report.test(line))).toBe(true);

plain('every kind of trouble of a page is reported', async ({ page, browser }) => {
  await page.route('**/*', (route) =>
    route.request().url().startsWith(origin)
      ? route.fulfill({ contentType: 'text/html', body: '<link rel="icon" href="data:,">' })
      : route.fulfill({ status: 200, body: '' }),
  );
  await page.goto(origin);
  for (const [what, script, report] of troubles)
    await plain.step(what, async () => {
      const watch = watchForTrouble(browser, own);
      expect(watch.trouble).toEqual([]);
      await begin(page, script);
      await tells(watch, report);
      watch.stop();
    });
});

plain('trouble of a second tab, a popup and another context is reported', async ({ page, browser }) => {
  for (const { what, open, script, report } of troubledPages.slice(1))
    await plain.step(what, async () => {
      const watch = watchForTrouble(browser, own);
      const other = await open(page, browser);
      expect(watch.trouble).toEqual([]);
      await begin(other, script);
      await tells(watch, report);
      watch.stop();
    });
});

plain(
  'what a test expects is not reported, and nothing else is let through by it',
  async ({ page, browser }) => {
    const watch = watchForTrouble(browser, own, /status of 400/);
    await page.evaluate(`console.error('status of 400'); console.error('status of 500')`);
    await expect.poll(() => watch.trouble).toEqual([expect.stringContaining('status of 500')]);
    watch.stop();
  },
);

plain('the watch of one test hears nothing of the next', async ({ browser }) => {
  const watch = watchForTrouble(browser, own);
  watch.stop();
  const later = await (await browser.newContext()).newPage();
  const heard = later.waitForEvent('console');
  await later.evaluate(`console.error('later')`);
  await heard;
  expect(watch.trouble).toEqual([]);
});

plain('the fixture fails a test whose page complains, wherever that page was opened', async () => {
  plain.setTimeout(180_000);
  const config = fileURLToPath(new URL('support/troubled.config.ts', import.meta.url));
  // Without it the report goes to the terminal, and does not overwrite that of the surrounding run.
  const { PLAYWRIGHT_JSON_OUTPUT_NAME, ...environment } = process.env;
  // Tests that must fail run separately, so that a passing run shows no failure.
  const run = await promisify(execFile)('playwright', ['test', '--config', config], {
    env: { ...environment, FORCE_COLOR: '0' },
    maxBuffer: 64 * 1024 * 1024,
  }).catch((error: { stdout: string }) => error);
  const report = JSON.parse(run.stdout) as {
    suites: {
      specs: { title: string; ok: boolean; tests: { results: { error?: { message: string } }[] }[] }[];
    }[];
  };
  const specs = report.suites.flatMap(({ specs }) => specs);
  expect(specs.map(({ title }) => title)).toEqual(troubledPages.map(({ what }) => what));
  for (const [index, { report }] of troubledPages.entries()) {
    const { ok, tests } = specs[index] as (typeof specs)[number];
    expect(ok).toBe(false);
    expect(tests[0]?.results[0]?.error?.message).toContain('what the pages complained about');
    expect(tests[0]?.results[0]?.error?.message).toMatch(report);
  }
});
