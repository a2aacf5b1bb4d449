import { expect, test } from 'vitest';
import { readPlaywrightReport, readVitestReport, slowest } from './reports.mjs';

/* The reports contain only the parts that are read: those of vitestReporter.mjs and of Playwright 1.65. */

const one = { passed: 0, failed: 1, skipped: 0 };

test("reads a Vitest run's counts, failures and durations", () => {
  const report = {
    errors: ['thrown later'],
    files: [
      {
        path: '/scout/packages/a.test.ts',
        errors: [],
        tests: [
          { name: 'adds two', state: 'passed', errors: [], seconds: 1.5 },
          { name: 'adds three', state: 'failed', errors: ['\u001b[31mfour\u001b[39m'], seconds: 0.25 },
          { name: 'adds four', state: 'skipped', errors: [], seconds: 0 },
        ],
      },
      { path: '/scout/packages/b.test.ts', errors: ['SyntaxError'], tests: [] },
    ],
  };
  const read = readVitestReport(report, '/scout');
  expect(read).toMatchObject({ passed: 1, failed: 3, skipped: 1 });
  expect(read.failures).toEqual([
    {
      name: 'packages/a.test.ts: adds three',
      message: 'four',
      file: 'packages/a.test.ts',
      test: 'adds three',
      counts: one,
    },
    { name: 'packages/b.test.ts', message: 'SyntaxError', file: 'packages/b.test.ts', counts: one },
    { name: 'outside of a test', message: 'thrown later' },
  ]);
  expect(read.tests).toEqual([
    { name: 'packages/a.test.ts: adds two', seconds: 1.5 },
    { name: 'packages/a.test.ts: adds three', seconds: 0.25 },
    { name: 'packages/a.test.ts: adds four', seconds: 0 },
  ]);
});

test('a failed hook makes one failure of its file, with everything in it', () => {
  const path = '/scout/a.test.ts';
  const tests = [
    { name: 'adds two', state: 'skipped', errors: [], seconds: 0 },
    { name: 'adds three', state: 'failed', errors: ['four'], seconds: 0 },
  ];
  const read = readVitestReport({ errors: [], files: [{ path, errors: ['no database'], tests }] }, '/scout');
  expect(read.failures).toEqual([
    {
      name: 'a.test.ts',
      message: 'no database\n\nfour',
      file: 'a.test.ts',
      counts: { passed: 0, failed: 1, skipped: 1 },
    },
  ]);
});

const file = 'door.spec.ts';
const playwright = (specs: object[], nested: object[], errors: object[] = []) => ({
  config: { rootDir: '/scout/e2e' },
  errors,
  suites: [{ title: file, specs, suites: [{ title: 'at night', specs: nested }] }],
});
const passing = {
  file,
  line: 3,
  title: 'opens',
  ok: true,
  tests: [{ status: 'expected', expectedStatus: 'passed', results: [{ duration: 2000 }] }],
};
const failing = {
  file,
  line: 9,
  title: 'closes',
  ok: false,
  tests: [
    {
      status: 'unexpected',
      expectedStatus: 'passed',
      results: [
        {
          duration: 500,
          errors: [{ message: 'not closed' }],
          attachments: [
            { name: 'screenshot', path: '/scout/test-results/door/door.png' },
            { name: 'trace', path: '/scout/test-results/door/trace.zip' },
          ],
        },
      ],
    },
  ],
};
const skipped = (expectedStatus: string) => ({
  file,
  line: 12,
  title: 'is locked',
  ok: true,
  tests: [{ status: 'skipped', expectedStatus, results: [] }],
});

test("reads a Playwright run's counts, failures, traces and durations, nested suites too", () => {
  const report = playwright([passing, skipped('skipped')], [failing], [{ message: 'no browser' }]);
  expect(readPlaywrightReport(report, '/scout')).toEqual({
    passed: 1,
    failed: 2,
    skipped: 1,
    failures: [
      {
        name: 'e2e/door.spec.ts: at night closes',
        message: 'not closed',
        file: 'e2e/door.spec.ts',
        test: 'at night closes',
        place: 'e2e/door.spec.ts:9',
        trace: 'test-results/door/trace.zip',
        counts: one,
      },
      { name: 'outside of a test', message: 'no browser' },
    ],
    tests: [
      { name: 'e2e/door.spec.ts: opens', seconds: 2 },
      { name: 'e2e/door.spec.ts: is locked', seconds: 0 },
      { name: 'e2e/door.spec.ts: at night closes', seconds: 0.5 },
    ],
  });
});

test('tests that did not run after a failed one make their file the failure', () => {
  const { failures } = readPlaywrightReport(playwright([failing, skipped('passed')], []), '/scout');
  expect(failures).toEqual([
    {
      name: 'e2e/door.spec.ts',
      message: 'Did not run: is locked\n\nnot closed',
      file: 'e2e/door.spec.ts',
      counts: { passed: 0, failed: 1, skipped: 1 },
    },
  ]);
});

test('names the slowest tests, slowest first', () => {
  const tests = [3, 1, 2].map((seconds) => ({ name: `takes ${seconds}`, seconds }));
  expect(slowest(tests, 2).map(({ seconds }) => seconds)).toEqual([3, 2]);
});
