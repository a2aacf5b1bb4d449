import type { Browser, Page } from '@playwright/test';

/** A page with a fault: how it is opened, what it does, how it is detected, and the expected report. */
interface TroubledPage {
  readonly what: string;
  readonly open: (page: Page, browser: Browser) => Promise<Page>;
  readonly script: string;
  readonly heard: (page: Page) => Promise<unknown>;
  readonly report: RegExp;
}

/** The fixture's own page first, then further pages. */
export const troubledPages: readonly TroubledPage[] = [
  {
    what: 'a console error of the page',
    open: async (page) => {
      await page.goto('/login');
      return page;
    },
    script: `console.error('on purpose')`,
    heard: (page) => page.waitForEvent('console'),
    report: /error: on purpose/,
  },
  {
    what: 'a console error of a second tab',
    open: (page) => page.context().newPage(),
    script: `console.error('seven')`,
    heard: (page) => page.waitForEvent('console'),
    report: /error: seven/,
  },
  {
    what: 'an unhandled rejection of a popup',
    open: async (page) => {
      const popup = page.waitForEvent('popup');
      await page.evaluate(`void open('about:blank')`);
      return popup;
    },
    script: `Promise.reject(new Error('eight'))`,
    heard: (page) => page.waitForEvent('pageerror'),
    report: /uncaught: Error: eight/,
  },
  {
    what: 'a foreign request of another context',
    open: async (_, browser) => (await browser.newContext()).newPage(),
    script: `fetch('http://127.0.0.1:9/nine').catch(() => {})`,
    heard: (page) => page.waitForEvent('request'),
    report: /request to another origin: http:\/\/127\.0\.0\.1:9\/nine/,
  },
];

/** Runs a script without waiting for its effects. */
export const begin = (page: Page, script: string): Promise<unknown> =>
  page.evaluate(`void (${script})`.replace('void (setTimeout', '(setTimeout'));
