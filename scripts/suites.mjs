import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { environment, step } from './toolchain.mjs';

/**
 * Runs a suite with its own progress on the terminal and reads its counts from a report file. A suite that ends badly
 * without a failed test (a crash, no test at all) counts as one failure.
 */
async function runSuite(title, command, args, env, count) {
  const folder = mkdtempSync(join(tmpdir(), 'scout-report-'));
  const report = join(folder, 'report.json');
  let ended = true;
  await step(title, command, args(report), { env: env(report), echo: true }).catch(() => {
    ended = false;
  });
  let tally = { passed: 0, failed: 0, skipped: 0 };
  try {
    tally = count(JSON.parse(readFileSync(report, 'utf8')));
  } catch {
    ended = false;
  }
  rmSync(folder, { recursive: true, force: true });
  if (tally.failed === 0 && (!ended || tally.passed === 0)) tally.failed = 1;
  return tally;
}

/** One Vitest project of vitest.config.ts: 'unit', 'database' or 'integration'. */
export function runVitest(project) {
  return runSuite(
    `Tests: ${project}`,
    'vitest',
    (report) => [
      'run',
      '--project',
      project,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ],
    () => environment,
    (report) => ({
      passed: report.numPassedTests,
      failed:
        report.numFailedTests +
        report.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0)
          .length,
      skipped: report.numPendingTests + report.numTodoTests,
    }),
  );
}

/** The end-to-end tests in a real Chromium. */
export function runEndToEnd(chromium) {
  return runSuite(
    'Tests: end to end',
    'playwright',
    () => ['test', '--reporter=list,json'],
    (report) => ({ ...environment, SCOUT_TEST_CHROMIUM: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: report }),
    ({ stats, errors }) => ({
      passed: stats.expected,
      failed: stats.unexpected + stats.flaky + errors.length,
      skipped: stats.skipped,
    }),
  );
}
