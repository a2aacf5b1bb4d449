import { test } from './fixtures.ts';
import { begin, troubledPages } from './troubledPages.ts';

/* Each test must fail, by the fixture common to all tests; trouble.spec.ts runs them and reads their output. */
for (const { what, open, script, heard } of troubledPages) {
  test(what, async ({ page, browser }) => {
    const other = await open(page, browser);
    await Promise.all([heard(other), begin(other, script)]);
  });
}
