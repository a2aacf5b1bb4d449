import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runEndToEnd, runVitest } from './suites.mjs';
import { runStages, summarize } from './testRun.mjs';
import { hasTool } from './testTools.mjs';

/* The second try with real runs of Vitest and Playwright, on a project with a few tests. */

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'scout-second-try-'));
  symlinkSync(join(import.meta.dirname, '..', 'node_modules'), join(folder, 'node_modules'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Source of tests: `fails` fails in every try, `failsOnce` in its first. */
const helpers = `
  import { existsSync, writeFileSync } from 'node:fs';
  const failsOnce = (name) => {
    const seen = process.cwd() + '/seen-' + name;
    if (existsSync(seen)) return;
    writeFileSync(seen, '');
    throw new Error('busy ' + name);
  };
  const fails = () => { throw new Error('always'); };`;

async function tryDatabase(files: Readonly<Record<string, string>>) {
  writeFileSync(
    join(folder, 'vitest.config.mjs'),
    `export default { test: { projects: [{ test: { name: 'database', include: ['*.db.test.mjs'] } }] } };`,
  );
  for (const [name, text] of Object.entries(files))
    writeFileSync(
      join(folder, name),
      `import { beforeAll, describe, test } from 'vitest';\n${helpers}\n${text}`,
    );
  const stage = {
    name: 'database',
    run: () => runVitest('database', { cwd: folder }),
    alone: (failure: object) => runVitest('database', { cwd: folder, alone: failure as never }),
  };
  const run = await runStages([stage], { print: () => {} });
  return { flaky: run.flaky.map(({ name }) => name), ...summarize(run, 1) };
}

test('three tests and files that fail once are flaky, and the run is green', async () => {
  const { flaky, lines, failed } = await tryDatabase({
    'a.db.test.mjs': `
      test('is quiet', () => {});
      describe('a page (of two)', () => { test('waits? [1]', () => failsOnce('a')); });`,
    'b.db.test.mjs': `failsOnce('b'); test('loads', () => {}); test('loads too', () => {});`,
    'c.db.test.mjs': `beforeAll(() => failsOnce('c')); test('has its database', () => {});`,
  });
  expect(failed).toBe(0);
  expect(flaky).toEqual(['a.db.test.mjs: a page (of two) > waits? [1]', 'b.db.test.mjs', 'c.db.test.mjs']);
  expect(lines.at(-1)).toBe('5 passed, 0 failed');
});

test('four that fail once are red, and none runs again', async () => {
  const { flaky, lines } = await tryDatabase({
    'a.db.test.mjs': ['a', 'b', 'c', 'd']
      .map((name) => `test('${name}', () => failsOnce('${name}'));`)
      .join('\n'),
  });
  expect(flaky).toEqual([]);
  expect(lines.at(-1)).toBe('0 passed, 4 failed');
});

test('a second failure is red, and so is an error outside of a test', async () => {
  const twice = await tryDatabase({ 'a.db.test.mjs': `test('a', fails); test('b', () => failsOnce('b'));` });
  expect(twice.flaky).toEqual(['a.db.test.mjs: b']);
  expect(twice.lines.at(-1)).toBe('1 passed, 1 failed');
  const outside = await tryDatabase({
    'a.db.test.mjs': `test('a', async () => {
      setTimeout(() => failsOnce('later'), 1);
      await new Promise((resolve) => setTimeout(resolve, 100));
    });`,
  });
  expect(outside).toMatchObject({ flaky: [], failed: 1 });
  expect(outside.lines.join('\n')).toContain('busy later');
});

test.skipIf(!hasTool('chromium'))('a browser test keeps the trace of its first try', async () => {
  mkdirSync(join(folder, 'e2e'));
  writeFileSync(
    join(folder, 'playwright.config.mjs'),
    `export default { testDir: 'e2e', use: { trace: 'retain-on-failure' } };`,
  );
  writeFileSync(
    join(folder, 'e2e', 'door.spec.mjs'),
    `import { test } from '@playwright/test';\n${helpers}
    test('opens', () => {});
    for (const door of ['front', 'back']) test('the ' + door + ' door (1) closes', () => { if (door === 'back') failsOnce('door'); });`,
  );
  let trace: string | undefined;
  const stage = {
    name: 'end to end',
    run: () => runEndToEnd('chromium', { cwd: folder }),
    alone: (failure: object, number: number) =>
      runEndToEnd('chromium', { cwd: folder, alone: failure as never, number }),
  };
  const keep = (failure: { trace?: string }) => {
    trace = failure.trace;
    return trace;
  };
  const run = await runStages([stage], { keep, print: () => {} });
  const { lines, failed } = summarize(run, 1);
  expect(failed).toBe(0);
  expect(lines.at(-1)).toBe('3 passed, 0 failed');
  expect(lines.join('\n')).toContain(`e2e/door.spec.mjs: the back door (1) closes\n    first try: ${trace}`);
  expect(trace).toMatch(/^test-results\/.+\/trace\.zip$/);
  expect(existsSync(join(folder, trace!))).toBe(true);
});
