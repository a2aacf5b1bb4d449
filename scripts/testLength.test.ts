import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { rotatingSeeds } from './testLength.mjs';

const run = (args: readonly string[], env: NodeJS.ProcessEnv = {}) =>
  spawnSync(process.execPath, args, { env: { ...process.env, ...env }, encoding: 'utf8' });

test.each([
  ['short', undefined],
  ['long', 'on'],
])('a randomized test is %s where SCOUT_TEST_LONG is %s', (length, long) => {
  const module = JSON.stringify(join(import.meta.dirname, 'testLength.mjs'));
  const script = `import { lengthOf } from ${module}; console.log(lengthOf('short', 'long'))`;
  const { stdout } = run(['--input-type=module', '-e', script], { SCOUT_TEST_LONG: long });
  expect(stdout).toBe(`${length}\n`);
});

test('seeds are new in each run, and the same in a repeated run', () => {
  expect(rotatingSeeds(3, { SCOUT_TEST_SEED: '7' })).toEqual([7, 8, 9]);
  const first = rotatingSeeds(1, {});
  expect(Array.from({ length: 5 }, () => rotatingSeeds(1, {})[0])).not.toEqual(Array(5).fill(first[0]));
});

const long = join(import.meta.dirname, 'testLong.mjs');

test('the long run says what it does, and refuses an invalid number', () => {
  expect(run([long, '--help'])).toMatchObject({ status: 0, stdout: expect.stringContaining('--rounds N') });
  expect(run([long, '--rounds', 'many'])).toMatchObject({
    status: 2,
    stderr: '--rounds is a whole number.\n',
  });
});

test('every test that kills processes at random has a long form', () => {
  const { stdout } = run([long, '--list']);
  expect(stdout.split('\n')).toEqual(
    expect.arrayContaining([
      'apps/server/src/modules/alerts/killed.it.test.ts',
      'apps/server/src/modules/cases/assessor/killed.it.test.ts',
      'apps/server/src/modules/ingest/exactlyOnce.it.test.ts',
      'apps/server/src/modules/ingest/randomKills.it.test.ts',
      'apps/server/src/modules/alerts/jobs/deliveriesKilled.it.test.ts',
    ]),
  );
});

test('the long run reports a path without long tests', () => {
  expect(run([long, 'no/such/test'])).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('No test with a long form has a path with no/such/test.'),
  });
});
