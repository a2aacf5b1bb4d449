import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { HELP, readTestOptions } from './testOptions.mjs';

const everyStage = ['static', 'unit', 'database', 'browser', 'integration', 'dates'];

test('without options everything runs', () => {
  expect(readTestOptions([])).toEqual({
    help: false,
    shard: undefined,
    changed: undefined,
    stages: everyStage,
    workers: undefined,
    seed: undefined,
  });
});

test.each([
  [['--shard', '2/3'], { shard: { index: 2, count: 3 } }],
  [['--changed'], { changed: '' }],
  [['--changed', '--shard', '1/2'], { changed: '', shard: { index: 1, count: 2 } }],
  [['--changed', 'HEAD~2'], { changed: 'HEAD~2' }],
  [['--changed=main'], { changed: 'main' }],
  [['--stage', 'integration', '--stage', 'unit'], { stages: ['unit', 'integration'] }],
  [['--workers', '4', '--seed', '7'], { workers: 4, seed: 7 }],
])('reads %j', (args, expected) => {
  expect(readTestOptions(args)).toMatchObject(expected);
});

test.each([
  [['--shard', '4/3'], '--shard is a part of parts, such as 1/3 or 3/3.'],
  [['--shard', '0/3'], '--shard is a part of parts'],
  [['--stage', 'all'], `--stage is one of ${everyStage.join(', ')}, not all.`],
  [['--workers', 'many'], '--workers is a whole number from 1.'],
  [['--shards', '1/3'], "Unknown option '--shards'"],
  [['apps/server'], "Unexpected argument 'apps/server'"],
])('refuses %j', (args, message) => {
  expect(() => readTestOptions(args)).toThrow(message);
});

test('the command prints its help, and says what it does not understand', () => {
  const run = (...args: string[]) =>
    spawnSync(process.execPath, [join(import.meta.dirname, 'test.mjs'), ...args], { encoding: 'utf8' });
  expect(run('--help')).toMatchObject({ status: 0, stdout: `${HELP}\n` });
  expect(run('--shards', '1/3')).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('--help lists'),
  });
  expect(run('--changed', 'no-such-revision')).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('git knows no revision no-such-revision'),
  });
});
