import { test as base } from './fixtures.ts';
import type { Scout } from './scout.ts';
import { begin, troubledPages } from './troubledPages.ts';

/** The watch asks nothing of a server but its address: a blank page stands for each of its pages. */
const test = base.extend<object, { scout: Scout }>({
  scout: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the pattern.
    async ({}, use) => use({ url: 'http://scout.example' } as Scout),
    { scope: 'worker' },
  ],
  context: async ({ context }, use) => {
    await context.route('http://scout.example/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<link rel="icon" href="data:,">' }),
    );
    await use(context);
  },
});

/* Each test must fail, by the fixture common to all tests; trouble.spec.ts runs them and reads their output. */
for (const { what, open, script, heard } of troubledPages) {
  test(what, async ({ page, browser }) => {
    const other = await open(page, browser);
    await Promise.all([heard(other), begin(other, script)]);
  });
}
