import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readPlaywrightReport, readVitestReport } from './reports.mjs';
import { environment, root, step } from './toolchain.mjs';

/**
 * Runs a suite with its own progress on the terminal and reads its counts, failures and durations from a report file. A suite
 * that fails without a failed test (a crash, no tests) counts as one failure; `mayBeEmpty` permits a part of it to have no tests.
 */
async function runSuite({ title, command, args, env, read, mayBeEmpty, cwd }) {
  const folder = mkdtempSync(join(tmpdir(), 'scout-report-'));
  const report = join(folder, 'report.json');
  let ended = true;
  await step(title, command, args, { env: { ...environment, ...env(report) }, echo: true, cwd }).catch(() => {
    ended = false;
  });
  let tally = { passed: 0, failed: 0, skipped: 0, failures: [], tests: [] };
  try {
    if (!mayBeEmpty || existsSync(report)) tally = read(JSON.parse(readFileSync(report, 'utf8')), cwd);
  } catch {
    ended = false;
  }
  rmSync(folder, { recursive: true, force: true });
  if (tally.failed === 0 && (!ended || (tally.passed === 0 && !mayBeEmpty))) {
    tally.failed = 1;
    tally.failures = [{ name: `${title} ended badly without a failed test`, message: '' }];
  }
  return tally;
}

const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/**
 * Vitest projects of vitest.config.ts by name prefix: 'unit', 'database' or 'integration'.
 * @param {string} project
 * @param {object} part what to run of it: all, a `shard` such as 1/3, some `files`, or one failure `alone`, with one worker
 */
export function runVitest(
  project,
  { files = [], shard, alone, env = {}, cwd = root, title = `Tests: ${project}` } = {},
) {
  return runSuite({
    title,
    command: 'vitest',
    args: [
      'run',
      ...(alone ? [alone.file] : files),
      ...(alone?.test === undefined ? [] : ['--testNamePattern', `^${escaped(alone.test)}$`]),
      ...(shard && !alone ? ['--shard', shard, '--passWithNoTests'] : []),
      '--project',
      `${project}*`,
      '--reporter=default',
      `--reporter=${join(root, 'scripts', 'vitestReporter.mjs')}`,
    ],
    env: (report) => ({
      ...env,
      SCOUT_TEST_REPORT: report,
      ...(alone ? { SCOUT_TEST_WORKERS: '1' } : {}),
    }),
    read: readVitestReport,
    mayBeEmpty: shard !== undefined && alone === undefined,
    cwd,
  });
}

/**
 * The end-to-end tests in a real Chromium. A failure `alone` keeps its traces in a folder of its own, because Playwright empties its folder
 * when it starts.
 */
export function runEndToEnd(
  chromium,
  { files = [], shard, alone, number = 1, env = {}, cwd = root, title = 'Tests: end to end' } = {},
) {
  return runSuite({
    title,
    command: 'playwright',
    args: [
      'test',
      '--reporter=list,json',
      ...(alone ? [alone.place ?? alone.file, `--output=test-results/alone-${number}`] : files),
      ...(alone?.test === undefined ? [] : ['--grep', `${escaped(alone.test)}$`]),
      ...(shard && !alone ? ['--shard', shard, '--pass-with-no-tests'] : []),
    ],
    env: (report) => ({
      ...env,
      SCOUT_TEST_CHROMIUM: chromium,
      PLAYWRIGHT_JSON_OUTPUT_NAME: report,
      ...(alone ? { SCOUT_TEST_WORKERS: '1' } : {}),
    }),
    read: readPlaywrightReport,
    mayBeEmpty: shard !== undefined && alone === undefined,
    cwd,
  });
}
