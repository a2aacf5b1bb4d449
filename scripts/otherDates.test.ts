import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { browserPart, databasePart, environmentAt, otherDates, randomDate, readDate } from './otherDates.mjs';

const now = Date.parse('2026-11-25T19:00:00Z');
const iso = (at: number) => new Date(at).toISOString().replace(':00.000Z', 'Z');

test('the dates follow from today', () => {
  expect(otherDates(now).map(({ name, at, zone }) => [name, iso(at), zone])).toEqual([
    ['tomorrow', '2026-11-26T19:00Z', undefined],
    ['in-45-days', '2027-01-09T19:00Z', undefined],
    ['in-400-days', '2027-12-30T19:00Z', undefined],
    ['february-28', '2027-02-28T12:00Z', undefined],
    ['february-29', '2028-02-29T12:00Z', undefined],
    ['zurich-spring', '2027-03-28T00:59Z', 'Europe/Zurich'],
    ['zurich-autumn', '2027-10-31T00:59Z', 'Europe/Zurich'],
    ['new-york-spring', '2027-03-14T06:59Z', 'America/New_York'],
    ['new-york-autumn', '2027-11-07T05:59Z', 'America/New_York'],
    ['midnight-utc', '2026-11-25T23:59Z', 'UTC'],
    ['midnight-zurich', '2026-11-25T22:59Z', 'Europe/Zurich'],
    ['december-31', '2026-12-31T12:00Z', undefined],
  ]);
});

test.each(['2028-02-29T12:00:00Z', '2026-12-31T23:59:59Z', '2027-03-28T01:00:00Z', '2027-10-30T22:30:00Z'])(
  'every date is after %s',
  (instant) => {
    const today = Date.parse(instant);
    // The last minute before midnight may have begun.
    expect(otherDates(today).filter(({ at }) => at < today - 60_000)).toEqual([]);
  },
);

test('the random date is within two years, the same for a seed and others for others', () => {
  const dates = Array.from({ length: 200 }, (_, seed) => randomDate(seed, now).at);
  expect(Math.min(...dates)).toBeGreaterThan(now);
  expect(Math.max(...dates)).toBeLessThan(now + 732 * 24 * 3_600_000);
  expect(new Set(dates).size).toBe(200);
  expect(randomDate(7, now + 60_000)).toEqual(randomDate(7, now));
});

test.each([
  ['february-29', '2028-02-29T12:00Z'],
  ['2027-05-03', '2027-05-03T12:00Z'],
  ['2027-05-03T23:59Z', '2027-05-03T23:59Z'],
])('--date %s is %s', (text, expected) => {
  expect(iso(readDate(text, now)!.at)).toBe(expected);
});

test.each(['', 'yesterday', '2027-13-01', '2027-05-03T23:59', '1'])('--date %j is none', (text) => {
  expect(readDate(text, now)).toBeUndefined();
});

test('programs start at the date, by the distance from now', () => {
  const [, later] = otherDates(now);
  expect(environmentAt(later!, now + 1_000, '/lib/faketime.so')).toMatchObject({
    LD_PRELOAD: '/lib/faketime.so',
    FAKETIME: `+${45 * 24 * 3600 - 1}`,
    SCOUT_TEST_AHEAD: String(45 * 24 * 3600 - 1),
  });
  expect(environmentAt({ name: 'past', at: now - 5_000, zone: 'UTC' }, now, '')).toMatchObject({
    FAKETIME: '-5',
    TZ: 'UTC',
  });
});

test('the tests of the dates exist', () => {
  const root = join(import.meta.dirname, '..');
  expect([...browserPart, ...databasePart].filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

test('the command lists its dates, and says what it does not understand', () => {
  const run = (...args: string[]) =>
    spawnSync(process.execPath, [join(import.meta.dirname, 'testDates.mjs'), ...args], { encoding: 'utf8' });
  const { status, stdout } = run('--list');
  expect(status).toBe(0);
  expect(stdout.split('\n').filter(Boolean)).toHaveLength(12);
  expect(stdout).toMatch(/^february-29, 20\d\d-02-29T12:00:00Z$/m);
  expect(run('--date', 'yesterday')).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('not yesterday'),
  });
  expect(run('--stage', 'all')).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('unit, database'),
  });
  expect(run('--dates')).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('--help lists the options'),
  });
});
