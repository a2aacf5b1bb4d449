import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { browserTests, browserTestsOf, EVERY } from './browserTests.mjs';

const root = join(import.meta.dirname, '..');
const specs = readdirSync(join(root, 'e2e')).filter((name) => name.endsWith('.spec.ts'));
const every = specs.map((name) => `e2e/${name}`);
const rows = Object.entries(browserTests);
const named = rows.flatMap(([, names]) => (typeof names === 'string' ? [] : names));

test('every browser test belongs to a folder, and every named one exists', () => {
  expect([...new Set(named)].sort()).toEqual(specs.map((name) => name.replace('.spec.ts', '')).sort());
});

test('every folder of the table exists, and every folder of screens is one', () => {
  expect(rows.map(([folder]) => folder).filter((folder) => !existsSync(join(root, folder)))).toEqual([]);
  const folders = readdirSync(join(root, 'apps/web/src/screens'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `apps/web/src/screens/${name}`);
  expect(folders.filter((folder) => !browserTests[folder])).toEqual([]);
});

test('a row is a list or says every test', () => {
  expect(rows.filter(([, names]) => typeof names === 'string' && names !== EVERY)).toEqual([]);
});

test.each([
  [
    'a screen',
    ['apps/web/src/screens/installation/Installation.tsx'],
    'e2e/installation.spec.ts',
    'e2e/tour.spec.ts',
  ],
  ['the longest path', ['apps/server/src/modules/sales/sales.ts'], 'e2e/contact.spec.ts', 'e2e/tour.spec.ts'],
  ['a browser test', ['e2e/tour.spec.ts'], 'e2e/tour.spec.ts', 'e2e/contact.spec.ts'],
])('%s has its tests, and not others', (_what, changed, one, other) => {
  const chosen = browserTestsOf(changed, every);
  expect(chosen).toContain(one);
  expect(chosen).not.toContain(other);
});

test.each([
  ['a folder of every screen', ['apps/web/src/shell/TopBar.tsx']],
  ['a folder that the table lacks', ['packages/unknown/src/a.ts']],
  ['the help of all tests', ['e2e/support/signIn.ts']],
  ['a migration', ['db/migrations/20261122T0915_name.sql']],
])('%s has every test', (_what, changed) => {
  expect(browserTestsOf(changed, every)).toEqual(every);
});

test.each([
  ['docs/operations.md'],
  ['apps/server/src/app.test.ts'],
  ['bench/fuzz.ts'],
  ['apps/agent/README.md'],
])('%s has none', (path) => {
  expect(browserTestsOf([path], every)).toEqual([]);
});
