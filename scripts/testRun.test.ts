import { expect, test, vi } from 'vitest';
import type { Tally, TestFailure } from './reports.mjs';
import { runStages, type Stage, summarize } from './testRun.mjs';

const green: Tally = { passed: 1, failed: 0, skipped: 0, failures: [], tests: [] };
const failures = (count: number): TestFailure[] =>
  Array.from({ length: count }, (_, index) => ({
    name: `a.test.ts: waits ${index}`,
    message: 'late',
    file: 'a.test.ts',
    test: `waits ${index}`,
    counts: { passed: 0, failed: 1, skipped: 0 },
  }));
const red = (count: number, more: Partial<Tally> = {}): Tally => ({
  passed: 10,
  failed: count,
  skipped: 2,
  failures: failures(count),
  tests: [],
  ...more,
});

async function end(stages: readonly Stage[]) {
  const run = await runStages(stages, { keep: (_, number) => `test-results/${number}`, print: () => {} });
  const { lines, failed } = summarize(run, 61);
  return { text: lines.join('\n'), last: lines.at(-1), isGreen: failed === 0 };
}

test('three tests that pass alone are flaky: named with their traces, passed, and the run is green', async () => {
  const alone = vi.fn(async () => green);
  const { text, last, isGreen } = await end([{ name: 'database', run: async () => red(3), alone }]);
  expect(isGreen).toBe(true);
  expect(last).toBe('13 passed, 0 failed, 2 skipped');
  expect(text).toContain(
    [
      'Flaky: 3 tests failed beside others and passed alone. Each is a defect, mended before anything else:',
      '  a.test.ts: waits 0\n    first try: test-results/1',
      '  a.test.ts: waits 1\n    first try: test-results/2',
      '  a.test.ts: waits 2\n    first try: test-results/3',
    ].join('\n'),
  );
  expect(alone).toHaveBeenCalledTimes(3);
});

test('four failures, of one stage or several, are red without a second try', async () => {
  const alone = vi.fn(async () => green);
  const two = { run: async () => red(2), alone };
  const ended = await end([
    { name: 'database', ...two },
    { name: 'integration', ...two },
  ]);
  expect(ended).toMatchObject({ isGreen: false, last: '20 passed, 4 failed, 4 skipped' });
  expect(alone).not.toHaveBeenCalled();
});

test('a second failure is red, and the other test is still flaky', async () => {
  const alone = async ({ test }: TestFailure) => (test === 'waits 0' ? red(1) : green);
  const { text, last, isGreen } = await end([{ name: 'database', run: async () => red(2), alone }]);
  expect(isGreen).toBe(false);
  expect(last).toBe('11 passed, 1 failed, 2 skipped');
  expect(text).toContain('\nFailed alone too:\n  a.test.ts: waits 0');
  expect(text).toContain('\nFlaky: 1 test failed');
});

test('a second try that finds no such test is red', async () => {
  const alone = async () => ({ ...green, passed: 0 });
  expect(await end([{ name: 'database', run: async () => red(1), alone }])).toMatchObject({ isGreen: false });
});

test('a stage without a second try, such as unit tests, is red at once', async () => {
  const alone = vi.fn(async () => green);
  const ended = await end([
    { name: 'unit', run: async () => red(1) },
    { name: 'database', run: async () => green, alone },
  ]);
  expect(ended).toMatchObject({ isGreen: false, last: '11 passed, 1 failed, 2 skipped' });
  expect(alone).not.toHaveBeenCalled();
});

test('an error outside of tests gets no second try, and stays red beside a flaky test', async () => {
  const thrown = { name: 'outside of a test', message: 'late' };
  const tally = red(2, { failures: [...failures(1), thrown] });
  const ended = await end([{ name: 'database', run: async () => tally, alone: async () => green }]);
  expect(ended).toMatchObject({ isGreen: false, last: '11 passed, 1 failed, 2 skipped' });
});

test('a file that passes alone counts with its tests', async () => {
  const counts = { passed: 0, failed: 1, skipped: 5 };
  const tally = red(1, {
    skipped: 7,
    failures: [{ name: 'a.test.ts', message: '', file: 'a.test.ts', counts }],
  });
  const alone = async () => ({ ...green, passed: 5 });
  const { last } = await end([{ name: 'database', run: async () => tally, alone }]);
  expect(last).toBe('15 passed, 0 failed, 2 skipped');
});

test('a stage that breaks is one failure, and the next one runs', async () => {
  const broken = async () => {
    throw new Error('no disk');
  };
  const { text, last } = await end([
    { name: 'build', run: broken },
    { name: 'database', run: async () => green },
  ]);
  expect(last).toBe('1 passed, 1 failed');
  expect(text).toContain('\nFailed:\n  build: no disk');
});

test('stages are listed with their seconds and their number of tests', async () => {
  const { text } = await end([
    { name: 'build', run: async () => ({}) },
    { name: 'database', run: async () => green },
  ]);
  expect(text).toMatch(/\nStages:\n +\d+\.\d s {2}build\n +\d+\.\d s {2}database, 1 test\n/);
});

test("a failure's message is cut", async () => {
  const lines = Array.from({ length: 50 }, (_, index) => `line ${index}`);
  const failure = { name: 'a.test.ts: adds', message: lines.join('\n') };
  const { text } = await end([{ name: 'unit', run: async () => red(1, { failures: [failure] }) }]);
  expect(text).toContain('line 29');
  expect(text).not.toContain('line 30');
});
