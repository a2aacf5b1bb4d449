import { type BrowserContext, test as base, expect, type Page } from '@playwright/test';
import { createOrganization, type Organization } from './organization.ts';
import { moveDate } from './otherDate.ts';
import { makeCallsPatient } from './patientCalls.ts';
import { type Scout, startScout } from './scout.ts';
import { signIn } from './signIn.ts';
import { noteToasts } from './toast.ts';
import { watchForTrouble } from './trouble.ts';

interface TestFixtures {
  /**
   * Expected console messages of a test, such as that of a refused request. One pattern instead of a list: Playwright reads a
   * list of two in `test.use` as a value with its options.
   */
  expectedMessages: RegExp | undefined;
  /** Permitted origins of pages: the worker's Scout, and others started by a test. */
  ownOrigins: Set<string>;
  /** Watches every page opened by the test, in any tab, popup or context. */
  noTrouble: undefined;
  /** Records toasts of these pages, and extends the timeouts of their calls. */
  readyContexts: undefined;
  organization: Organization;
  /** The unopened page, in a browser where the organization's admin is signed in. */
  signedIn: Page;
}

interface WorkerFixtures {
  scout: Scout;
}

/** Fails every test with a console error or warning, an uncaught error or a request to another origin, on any page. */
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
      // A page that closes immediately is not prepared, and is not observed either.
      const makeReady = (context: BrowserContext) =>
        void Promise.all([moveDate(context), noteToasts(context), makeCallsPatient(context)]).catch(() => {});
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
