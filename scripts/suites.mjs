import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { environment, step } from './toolchain.mjs';

/** Lines of a failure's message that are told once more at the end of a run. */
const MESSAGE_LINES = 8;

const failureOf = (name, message = '') =>
  [name, ...message.split('\n').slice(0, MESSAGE_LINES)].join('\n    ');

/**
 * Runs a suite with its own progress on the terminal and reads its counts and failures from a report file. A suite that ends badly
 * without a failed test (a crash, no test at all) counts as one failure.
 */
async function runSuite(title, command, args, env, count) {
  const folder = mkdtempSync(join(tmpdir(), 'scout-report-'));
  const report = join(folder, 'report.json');
  let ended = true;
  await step(title, command, args(report), { env: env(report), echo: true }).catch(() => {
    ended = false;
  });
  let tally = { passed: 0, failed: 0, skipped: 0, failures: [] };
  try {
    tally = count(JSON.parse(readFileSync(report, 'utf8')));
  } catch {
    ended = false;
  }
  rmSync(folder, { recursive: true, force: true });
  if (tally.failed === 0 && (!ended || tally.passed === 0)) {
    tally.failed = 1;
    tally.failures = [`${title} ended badly without a failed test`];
  }
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
      failures: report.testResults.flatMap(({ name, status, message, assertionResults }) =>
        status === 'failed' && assertionResults.length === 0
          ? [failureOf(name, message)]
          : assertionResults
              .filter((test) => test.status === 'failed')
              .map(({ fullName, failureMessages }) => failureOf(`${name}: ${fullName}`, failureMessages[0])),
      ),
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
    ({ stats, errors, suites }) => ({
      passed: stats.expected,
      failed: stats.unexpected + stats.flaky + errors.length,
      skipped: stats.skipped,
      failures: [
        ...suites.flatMap(failedSpecs).map(({ file, title, error }) => failureOf(`${file}: ${title}`, error)),
        ...errors.map(({ message }) => failureOf('outside of a test', message)),
      ],
    }),
  );
}

/** The failed tests of a suite of Playwright's report, those of suites within it too. */
function failedSpecs({ specs = [], suites = [] }) {
  const failed = specs
    .filter(({ ok }) => !ok)
    .map(({ file, title, tests }) => ({
      file,
      title,
      error: tests.flatMap(({ results }) => results).find(({ error }) => error)?.error.message,
    }));
  return [...failed, ...suites.flatMap(failedSpecs)];
}
