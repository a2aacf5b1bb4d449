import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createLog } from './log.ts';
import { keepLogSmall, predecessorOf } from './logFile.ts';

let folder: string;
let file: number;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'scout-log-'));
  path = join(folder, 'agent.log');
  file = openSync(path, 'a');
});
afterEach(() => {
  closeSync(file);
  rmSync(folder, { recursive: true });
});

it('a log is rotated to one predecessor and stays small however much is written', () => {
  const log = createLog((line) => {
    writeSync(file, line);
    keepLogSmall(path, 2_000);
  }, true);
  for (let n = 0; n < 1_000; n += 1) log.info(`line ${n}`);
  expect(readdirSync(folder).sort()).toEqual(['agent.log', 'agent.old.log']);
  for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).size).toBeLessThan(2_200);
  const both = readFileSync(join(folder, 'agent.old.log'), 'utf8') + readFileSync(path, 'utf8');
  const kept = both
    .trimEnd()
    .split('\n')
    .map((line) => Number(JSON.parse(line).message.slice(5)));
  // Nothing is lost between the two.
  expect(kept).toEqual(Array.from({ length: kept.length }, (_, at) => 1_000 - kept.length + at));
  expect(kept.length).toBeGreaterThan(20);
});

it('a log that cannot be copied is emptied all the same, and a missing one is ignored', () => {
  mkdirSync(predecessorOf(path));
  writeSync(file, 'x'.repeat(100));
  keepLogSmall(path, 99);
  expect(statSync(path).size).toBe(0);
  expect(() => keepLogSmall(join(folder, 'none', 'agent.log'))).not.toThrow();
});

it.each([
  ['/Library/Logs/Scout/agent.log', '/Library/Logs/Scout/agent.old.log'],
  ['C:\\ProgramData\\Scout\\agent.log', 'C:\\ProgramData\\Scout\\agent.old.log'],
  ['/var/log.d/agent', '/var/log.d/agent.old'],
])('the predecessor of %s', (log, old) => {
  expect(predecessorOf(log)).toBe(old);
});
