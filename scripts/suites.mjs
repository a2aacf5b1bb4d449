import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readPlaywrightReport, readVitestReport } from './reports.mjs';
import { environment, root, step } from './toolchain.mjs';

/**
 * Runs a suite with its own progress on the terminal and reads its counts, failures and durations from a report file. A suite
 * that fails without a failed test (a crash, no tests) counts as one failure.
 */
async function runSuite(title, command, args, env, read) {
  const folder = mkdtempSync(join(tmpdir(), 'scout-report-'));
  const report = join(folder, 'report.json');
  let ended = true;
  await step(title, command, args(report), { env: env(report), echo: true }).catch(() => {
    ended = false;
  });
  let tally = { passed: 0, failed: 0, skipped: 0, failures: [], failedFiles: [], tests: [] };
  try {
    tally = read(JSON.parse(readFileSync(report, 'utf8')), root);
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

/** Vitest projects of vitest.config.ts by name prefix: 'unit', 'database' or 'integration'; with `files` only these, sequentially. */
export function runVitest(project, files = []) {
  return runSuite(
    `Tests: ${project}`,
    'vitest',
    (report) => [
      'run',
      ...files,
      ...(files.length > 0 ? ['--maxWorkers=1'] : []),
      '--project',
      `${project}*`,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ],
    () => environment,
    readVitestReport,
  );
}

/** The end-to-end tests in a real Chromium; with `files` only these, sequentially. */
export function runEndToEnd(chromium, files = []) {
  return runSuite(
    'Tests: end to end',
    'playwright',
    () => ['test', '--reporter=list,json', ...files, ...(files.length > 0 ? ['--workers=1'] : [])],
    (report) => ({ ...environment, SCOUT_TEST_CHROMIUM: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: report }),
    readPlaywrightReport,
  );
}
