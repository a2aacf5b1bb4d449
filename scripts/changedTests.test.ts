import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { everyTest, selectTests } from './changedTests.mjs';

const every = everyTest();
const root = join(import.meta.dirname, '..');
const touched = (changed: readonly string[], related: readonly string[] = []) =>
  selectTests({ changed, related, every, read: (path) => readFileSync(join(root, path), 'utf8') });

test('a test that imports a changed file runs, and a changed test', () => {
  const { unit, database } = touched(
    ['packages/contract/src/limits.ts', 'db/schema.db.test.ts'],
    ['packages/ui/src/value/format.test.ts'],
  );
  expect(unit).toContain('packages/ui/src/value/format.test.ts');
  expect(unit).not.toContain('packages/ui/src/markup.test.tsx');
  expect(database).toContain('db/schema.db.test.ts');
});

test('tests that read files of the repository always run', () => {
  expect(touched(['README.md'])).toMatchObject({
    unit: expect.arrayContaining([
      'apps/agent/packaging/serviceHost.test.ts',
      'apps/web/src/conventions.test.ts',
      'docs/claims.test.ts',
      'docs/documents.test.ts',
      'docs/permissions.test.ts',
      'docs/pictures.test.ts',
      'docs/spec-map.test.ts',
      'docs/specification.test.ts',
      'scripts/conventions.test.ts',
      'scripts/notices.test.ts',
      'scripts/architecture/architecture.test.ts',
    ]),
    database: [],
    browser: [],
    integration: [],
  });
});

test('SQL concerns every test with a database', () => {
  const { database, integration, browser } = touched(['db/migrations/20261122T0915_name.sql']);
  expect(database).toEqual(every.filter((path) => path.endsWith('.db.test.ts')));
  expect(integration).toEqual(every.filter((path) => path.endsWith('.it.test.ts')));
  expect(browser).toEqual(every.filter((path) => path.startsWith('e2e/')));
});

test('what runs in a process under test concerns every integration test, and a button none', () => {
  expect(touched(['packages/detection/src/time.ts']).integration.length).toBeGreaterThan(40);
  expect(touched(['packages/ui/src/base/Button.tsx']).integration).toEqual([]);
});
