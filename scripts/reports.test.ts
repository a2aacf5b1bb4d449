import { expect, test } from 'vitest';
import { readPlaywrightReport, readVitestReport, slowest } from './reports.mjs';

/* The reports contain only the parts that are read; names and units are those of Vitest 5 and Playwright 1.65. */

const lines = Array.from({ length: 50 }, (_, index) => `line ${index}`).join('\n');

test("reads a Vitest run's counts, failures and durations", () => {
  const report = {
    numPassedTests: 1,
    numFailedTests: 1,
    numPendingTests: 1,
    numTodoTests: 0,
    testResults: [
      {
        name: '/scout/packages/a.test.ts',
        status: 'failed',
        message: '',
        assertionResults: [
          { fullName: 'adds two', status: 'passed', duration: 1500, failureMessages: [] },
          { fullName: 'adds three', status: 'failed', duration: 250, failureMessages: [lines] },
          { fullName: 'adds four', status: 'skipped', failureMessages: [] },
        ],
      },
      { name: '/scout/packages/b.test.ts', status: 'failed', message: 'SyntaxError', assertionResults: [] },
    ],
  };
  const read = readVitestReport(report, '/scout');
  expect(read).toMatchObject({ passed: 1, failed: 2, skipped: 1 });
  expect(read.failures).toEqual([
    'packages/b.test.ts\n    SyntaxError',
    `packages/a.test.ts: adds three\n    ${lines.split('\n').slice(0, 30).join('\n    ')}`,
  ]);
  expect(read.failedFiles).toEqual([]);
  const loaded = { ...report, testResults: report.testResults.slice(0, 1) };
  expect(readVitestReport(loaded, '/scout').failedFiles).toEqual(['packages/a.test.ts']);
  expect(read.tests).toEqual([
    { name: 'packages/a.test.ts: adds two', seconds: 1.5 },
    { name: 'packages/a.test.ts: adds three', seconds: 0.25 },
    { name: 'packages/a.test.ts: adds four', seconds: 0 },
  ]);
});

test("reads a Playwright run's counts, failures and durations, nested suites too", () => {
  const passing = { title: 'opens', ok: true, tests: [{ results: [{ duration: 2000 }] }] };
  const failing = {
    title: 'closes',
    ok: false,
    tests: [{ results: [{ duration: 500, error: { message: 'not closed' } }] }],
  };
  const file = 'door.spec.ts';
  const report = {
    config: { rootDir: '/scout/e2e' },
    stats: { expected: 1, unexpected: 1, flaky: 0, skipped: 0 },
    errors: [{ message: 'no browser' }],
    suites: [
      {
        title: file,
        specs: [{ ...passing, file }],
        suites: [{ title: 'at night', specs: [{ ...failing, file }] }],
      },
    ],
  };
  expect(readPlaywrightReport({ ...report, errors: [] }, '/scout').failedFiles).toEqual(['e2e/door.spec.ts']);
  expect(readPlaywrightReport(report, '/scout')).toEqual({
    passed: 1,
    failed: 2,
    skipped: 0,
    failures: ['e2e/door.spec.ts: at night closes\n    not closed', 'outside of a test\n    no browser'],
    failedFiles: [],
    tests: [
      { name: 'e2e/door.spec.ts: opens', seconds: 2 },
      { name: 'e2e/door.spec.ts: at night closes', seconds: 0.5 },
    ],
  });
});

test('names the slowest tests, slowest first', () => {
  const tests = [3, 1, 2].map((seconds) => ({ name: `takes ${seconds}`, seconds }));
  expect(slowest(tests, 2).map(({ seconds }) => seconds)).toEqual([3, 2]);
});
