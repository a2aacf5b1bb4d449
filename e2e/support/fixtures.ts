import { type BrowserContext, test as base, expect, type Page } from '@playwright/test';
import { createOrganization, type Organization } from './organization.ts';
import { makeCallsPatient } from './patientCalls.ts';
import { type Scout, startScout } from './scout.ts';
import { signIn } from './signIn.ts';
import { noteToasts } from './toast.ts';
import { watchForTrouble } from './trouble.ts';

interface TestFixtures {
  /**
   * Console messages that a test brings about on purpose, such as that of a refused request. One pattern and no list:
   * Playwright reads a list of two in `test.use` as a value with its options.
   */
  expectedMessages: RegExp | undefined;
  /** Where pages may ask: the worker's Scout, and what a test that starts another adds. */
  ownOrigins: Set<string>;
  /** Watches every page that the test opens, in whatever tab, popup or context. */
  noTrouble: undefined;
  /** Notes what these pages show in passing, and makes their calls patient. */
  readyContexts: undefined;
  organization: Organization;
  /** The page, not opened yet, in a browser where the organization's admin is signed in. */
  signedIn: Page;
}

interface WorkerFixtures {
  scout: Scout;
}

/** Every test fails on a console error or warning, an uncaught error or a request to another origin, of any page. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  scout: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the pattern.
    async ({}, use) => {
      await using scout = await startScout();
      await use(scout);
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ scout }, use) => use(scout.url),
  expectedMessages: [undefined, { option: true }],
  ownOrigins: async ({ scout }, use) => use(new Set([scout.url])),
  noTrouble: [
    async ({ browser, ownOrigins, expectedMessages }, use) => {
      const watch = watchForTrouble(browser, ownOrigins, expectedMessages);
      await use(undefined);
      watch.stop();
      expect(watch.trouble, 'what the pages complained about').toEqual([]);
    },
    { auto: true },
  ],
  readyContexts: [
    async ({ browser }, use) => {
      // One that closes at once is not made ready, and nobody looks at it either.
      const makeReady = (context: BrowserContext) =>
        void Promise.all([noteToasts(context), makeCallsPatient(context)]).catch(() => {});
      browser.contexts().forEach(makeReady);
      browser.on('context', makeReady);
      await use(undefined);
      browser.off('context', makeReady);
    },
    { auto: true },
  ],
  organization: async ({ scout }, use) => use(await createOrganization(scout)),
  signedIn: async ({ page, organization }, use) => {
    await signIn(page, organization);
    await use(page);
  },
});

export { expect };
