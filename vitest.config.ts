import { defineConfig } from 'vitest/config';

/** Three kinds of test, told apart by file name: *.test.ts needs nothing, *.db.test.ts a PostgreSQL, *.it.test.ts real processes too. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          // A busy machine may take ten times as long as a quiet one.
          testTimeout: 60_000,
          include: ['{packages,apps,scripts,db,docs}/**/*.test.{ts,tsx}'],
          exclude: ['**/node_modules/**', '**/*.db.test.ts', '**/*.it.test.ts'],
        },
      },
      {
        test: {
          name: 'database',
          include: ['{packages,apps,db}/**/*.db.test.ts'],
          exclude: ['**/node_modules/**'],
          globalSetup: ['packages/testkit/src/globalSetup.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          maxWorkers: 2,
        },
      },
      {
        test: {
          name: 'integration',
          include: ['{packages,apps}/**/*.it.test.ts'],
          exclude: ['**/node_modules/**'],
          globalSetup: ['packages/testkit/src/globalSetup.ts'],
          testTimeout: 300_000,
          hookTimeout: 120_000,
          maxWorkers: 2,
        },
      },
    ],
  },
});
