import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { testWorkers } from './scripts/workers.mjs';

const unitFiles = '{packages,apps,bench,scripts,db,docs}/**/*.test.{ts,tsx}';
const otherKinds = ['**/node_modules/**', '**/*.db.test.ts', '**/*.it.test.ts', '**/*.citus.test.ts'];
/** Files that replace a module or need their own document: both would affect later files. */
const isolated = globSync(unitFiles, { cwd: import.meta.dirname, exclude: otherKinds }).filter((path) =>
  /vi\.mock\(|@vitest-environment/.test(readFileSync(join(import.meta.dirname, path), 'utf8')),
);
/** Most files load the same modules: a worker loads them once, and replacements end with their test. */
const shared = { isolate: false, restoreMocks: true, unstubGlobals: true, unstubEnvs: true };

/** A polled result may be late on a busy machine; vitest's default timeout is one second. */
const patient = { expect: { poll: { timeout: 30_000 } } };

/** Vitest's default of one less than the cores would leave half of a machine with two idle. */
const maxWorkers = testWorkers();

/**
 * Three kinds of tests by file name: *.test.ts needs nothing, *.db.test.ts a PostgreSQL, *.it.test.ts real processes too. A fourth,
 * *.citus.test.ts, needs the cluster of CITUS_URL: npm run test:citus.
 */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...shared,
          ...patient,
          name: 'unit',
          // A busy machine may take ten times as long as a quiet one.
          testTimeout: 60_000,
          maxWorkers,
          include: [unitFiles],
          exclude: [...otherKinds, ...isolated],
        },
      },
      { test: { ...patient, name: 'unit-isolated', testTimeout: 60_000, maxWorkers, include: isolated } },
      {
        test: {
          ...shared,
          ...patient,
          name: 'database',
          include: ['{packages,apps,db}/**/*.db.test.ts'],
          exclude: ['**/node_modules/**'],
          globalSetup: ['packages/testkit/src/globalSetup.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          maxWorkers,
        },
      },
      {
        test: {
          ...patient,
          name: 'citus',
          include: ['apps/**/*.citus.test.ts'],
          globalSetup: ['packages/testkit/src/globalSetup.ts'],
          testTimeout: 300_000,
          hookTimeout: 120_000,
          maxWorkers: 1,
        },
      },
      {
        test: {
          ...shared,
          ...patient,
          name: 'integration',
          include: ['{packages,apps,scripts}/**/*.it.test.ts'],
          exclude: ['**/node_modules/**'],
          globalSetup: ['packages/testkit/src/globalSetup.ts'],
          testTimeout: 300_000,
          hookTimeout: 120_000,
          maxWorkers,
        },
      },
    ],
  },
});
