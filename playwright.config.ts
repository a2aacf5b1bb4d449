import { defineConfig } from '@playwright/test';
import { scratchRoot } from '@scout/testkit/scratch';
import { findTool } from './scripts/testTools.mjs';
import { testWorkers } from './scripts/workers.mjs';

// Workers inherit the decision.
scratchRoot();

/** At another date (scripts/otherDates.mjs) Chromium runs without the library that moves clocks: under it, it nearly stands still. */
const { LD_PRELOAD: _, ...unmoved } = process.env;

/** Each worker has a real Chromium and a server shared by its tests; each test has its own organization. */
export default defineConfig({
  testDir: 'e2e',
  workers: testWorkers(),
  // A busy machine may take ten times as long as a quiet one; a longer timeout costs nothing otherwise.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  forbidOnly: true,
  reporter: 'list',
  use: {
    viewport: { width: 1440, height: 900 },
    colorScheme: 'dark',
    locale: 'en-US',
    timezoneId: 'Europe/Zurich',
    // Motion costs a third of an open dashboard's time, and text that moves is elsewhere for a moment. Tests of motion ask for it.
    contextOptions: { reducedMotion: 'reduce' },
    // For a failed test: a picture, its calls, requests and console. Pictures of every step cost more than the test (--trace on).
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false, sources: false },
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: findTool('chromium') ?? 'chromium',
      ...(process.env.SCOUT_TEST_AHEAD ? { env: unmoved } : {}),
      args: [
        ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
        '--disable-gpu',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--disable-quic',
      ],
    },
  },
});
