import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'scout-yardstick-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = (...args: string[]) =>
  promisify(execFile)(process.execPath, [join(import.meta.dirname, 'stories.ts'), ...args], {
    maxBuffer: 64 * 1024 * 1024,
  });

type Output = { events: number; stories: number; detectors: { detector: string; source: string }[] };

/** Processing rates vary between runs; everything else must not. */
const figuresOf = (json: string): Output =>
  JSON.parse(json, (key, value) => (key === 'eventsPerSecond' ? undefined : value)) as Output;

test("a saved bank gives the same figures as a file, and Scout's alerts name its records", async () => {
  const generated = await run(
    '--accounts',
    '100',
    '--stories',
    '21',
    '--seed',
    '9',
    '--write',
    folder,
    '--json',
  );
  const path = (name: string) => join(folder, name);
  const files = ['--events', path('events.ndjson'), '--labels', path('labels.ndjson')];
  const inventory = ['--inventory', path('inventory.json'), '--directory', path('directory.json')];
  const read = await run(
    ...files,
    ...inventory,
    '--causes',
    path('causes.ndjson'),
    '--alerts',
    path('alerts.ndjson'),
    '--json',
  );
  const figures = figuresOf(read.stdout);
  expect(figures).toEqual(figuresOf(generated.stdout));
  expect(figures.stories).toBeGreaterThanOrEqual(20);
  expect(figures.detectors.map(({ detector, source }) => [detector, source])).toEqual(
    ['first-seen', 'seven-day', 'scout'].flatMap((name) => [
      [name, 'inventory'],
      [name, 'directory'],
      [name, 'none'],
    ]),
  );
  const linesOf = (name: string) =>
    readFileSync(path(name), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  const records = new Set(linesOf('events.ndjson').map((row) => row.record_id));
  const alerts = linesOf('alerts.ndjson');
  expect(alerts.length).toBeGreaterThan(0);
  for (const { time, account, record_ids, score } of alerts) {
    expect([typeof time, typeof account, typeof score]).toEqual(['string', 'string', 'number']);
    expect((record_ids as string[]).filter((id) => !records.has(id))).toEqual([]);
  }
}, 300_000);

type Spread = { mean: number; worst: number; worstSeed: number; deviation: number };

test('several banks are told by their mean, the worst and the deviation, and by kind of story', async () => {
  const { stdout } = await run('--accounts', '100', '--stories', '21', '--seeds', '21-22', '--json');
  const { seeds, comparison } = JSON.parse(stdout) as {
    seeds: { seed: number }[];
    comparison: {
      detector: string;
      figures: Record<string, Spread>;
      byKind: Record<string, { of: number; at1: Spread & { found: number } }>;
    }[];
  };
  expect(seeds.map(({ seed }) => seed)).toEqual([21, 22]);
  expect(comparison.map(({ detector }) => detector)).toEqual(
    ['first-seen', 'seven-day', 'scout'].flatMap((name) => [name, name, name]),
  );
  const scout = comparison.at(-1)!;
  const recall = scout.figures['recall at 5']!;
  expect(recall.worst).toBeLessThanOrEqual(recall.mean);
  expect([21, 22]).toContain(recall.worstSeed);
  const kinds = Object.values(scout.byKind);
  expect(kinds.length).toBeGreaterThanOrEqual(20);
  for (const { of, at1 } of kinds) expect(at1.found).toBeLessThanOrEqual(of);
}, 300_000);

test('sentences are printed beside what happened', async () => {
  const { stdout } = await run('--accounts', '100', '--stories', '21', '--seed', '21', '--sentences', '3');
  expect(stdout).toContain('3 true cases');
  expect(stdout).toContain('3 false cases');
  expect(stdout.match(/^ {3}says {4}/gm)).toHaveLength(6);
  expect(stdout.match(/^ {3}truth {3}/gm)).toHaveLength(3);
  expect(stdout).toMatch(/^ {3}event {3}/m);
}, 300_000);

test.each([
  [['--events', '/nowhere/events.ndjson'], 'ENOENT'],
  [['--dataset', 'kdd', '--folder', '/nowhere'], '--dataset must be lanl or cert, not "kdd"'],
  [['--dataset', 'lanl'], '--dataset needs --folder'],
  [['--dataset', 'lanl', '--folder', '/nowhere'], 'https://csr.lanl.gov/data/cyber1/'],
  [['--dataset', 'cert', '--folder', '/nowhere'], 'https://kilthub.cmu.edu/'],
  [['--seeds', '5-6', '--write', '/nowhere'], '--write is for one bank: name it with --seed'],
  [['--seeds', '5-1'], '--seeds must be like 11-20 or 3,8,21'],
  [['--accounts', '7'], '--accounts must be a whole number from 100, not "7"'],
])('%j exits with code 1 and a reason in one line', async (args, message) => {
  const failure = await run(...args).catch((error: { code: number; stderr: string }) => error);
  expect(failure).toMatchObject({ code: 1, stderr: expect.stringContaining(message) });
  expect(failure.stderr.trim().split('\n')).toHaveLength(1);
});
