import { defineConfig } from '@playwright/test';
import config from '../../playwright.config.ts';

/** Runs only troubled.ts, whose tests fail on purpose. */
export default defineConfig({
  ...config,
  testDir: '.',
  testMatch: 'troubled.ts',
  reporter: 'json',
  use: { ...config.use, trace: 'off' },
  outputDir: '../../test-results/troubled',
});
