import { spawnSync } from 'node:child_process';
import { runEndToEnd, runVitest } from './suites.mjs';
import { findTool, hasTool } from './testTools.mjs';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Minutes that a zone's clocks are ahead of UTC at an instant. */
function offsetOf(zone, instant) {
  formats[zone] ??= new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
  const { value } = formats[zone].formatToParts(instant).find(({ type }) => type === 'timeZoneName');
  const [, sign, hours, minutes] = /GMT([+-])(\d+):(\d+)/.exec(value) ?? [];
  return sign === undefined ? 0 : Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes));
}
/** One for each zone: creating them takes most of the time. */
const formats = {};

/** The next change of a zone's clocks after `now` that moves them by `minutes`. */
function nextChange(zone, minutes, now) {
  const movesBefore = (end, length) => offsetOf(zone, end) - offsetOf(zone, end - length) === minutes;
  let day = Math.ceil(now / HOUR) * HOUR + DAY;
  while (!movesBefore(day, DAY)) day += DAY;
  let hour = day - DAY;
  while (!movesBefore(hour, 1)) hour += HOUR;
  return hour;
}

/** The next noon in UTC of a day of the calendar after `now`. */
function nextNoon(month, day, now) {
  for (let year = new Date(now).getUTCFullYear(); ; year += 1) {
    const noon = new Date(Date.UTC(year, month - 1, day, 12));
    // In other years February 29 is March 1.
    if (noon.getUTCDate() === day && noon.getTime() > now) return noon.getTime();
  }
}

/** The last minute of the day that a zone's clocks show. */
function beforeMidnight(zone, now) {
  const local = now + offsetOf(zone, now) * MINUTE;
  const midnight = (Math.floor(local / DAY) + 1) * DAY;
  return midnight - offsetOf(zone, now) * MINUTE - MINUTE;
}

/**
 * Dates at which tests run every day: its name for `--date`, the instant at which each stage starts, and the zone of its
 * processes if it matters. Stages take minutes, so a minute before a change they run across it.
 * @param {number} now milliseconds
 * @returns {readonly {name: string, at: number, zone?: string}[]}
 */
export function otherDates(now) {
  const change = (name, zone, minutes) => ({ name, at: nextChange(zone, minutes, now) - MINUTE, zone });
  return [
    { name: 'tomorrow', at: now + DAY },
    { name: 'in-45-days', at: now + 45 * DAY },
    { name: 'in-400-days', at: now + 400 * DAY },
    { name: 'february-28', at: nextNoon(2, 28, now) },
    { name: 'february-29', at: nextNoon(2, 29, now) },
    change('zurich-spring', 'Europe/Zurich', 60),
    change('zurich-autumn', 'Europe/Zurich', -60),
    change('new-york-spring', 'America/New_York', 60),
    change('new-york-autumn', 'America/New_York', -60),
    { name: 'midnight-utc', at: beforeMidnight('UTC', now), zone: 'UTC' },
    { name: 'midnight-zurich', at: beforeMidnight('Europe/Zurich', now), zone: 'Europe/Zurich' },
    { name: 'december-31', at: nextNoon(12, 31, now) },
  ];
}

/** An instant within two years of the day of `now`, the same for the same seed all day. */
export function randomDate(seed, now) {
  // A step of the generator mulberry32: neighboring seeds have unrelated dates.
  let bits = (seed + 0x6d2b79f5) | 0;
  bits = Math.imul(bits ^ (bits >>> 15), bits | 1);
  bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
  const fraction = ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  const at = Math.floor(now / DAY) * DAY + DAY + fraction * 2 * 365 * DAY;
  return { name: 'random', at: Math.floor(at / 1000) * 1000 };
}

/** Reads `--date`: a name of the table, a date of UTC, or an instant such as 2028-02-29T23:59Z; undefined for anything else. */
export function readDate(text, now) {
  const named = otherDates(now).find(({ name }) => name === text);
  if (named) return named;
  const at = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T12:00Z`) : Date.parse(text);
  return /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d)?Z)?$/.test(text) && !Number.isNaN(at)
    ? { name: text, at }
    : undefined;
}

/** The library that Debian's faketime loads into programs. */
function fakeTimeLibrary() {
  const { stdout } = spawnSync('faketime', ['-m', '-f', '+0', 'printenv', 'LD_PRELOAD'], {
    encoding: 'utf8',
  });
  return stdout?.trim() ?? '';
}

/**
 * The environment in which programs take now for `at`. Their clocks go on, timers stay real, and so do the times of files, by
 * which builds know whether they are current.
 */
export function environmentAt({ at, zone }, now, library = fakeTimeLibrary()) {
  const ahead = Math.round((at - now) / 1000);
  return {
    LD_PRELOAD: library,
    FAKETIME: `${ahead < 0 ? '' : '+'}${ahead}`,
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    NO_FAKE_STAT: '1',
    // Chromium waits many seconds for each of its threads under faketime, so its pages are moved instead (e2e/support/otherDate.ts).
    SCOUT_TEST_AHEAD: String(ahead),
    ...(zone ? { TZ: zone } : {}),
  };
}

/** Browser tests that show days, lists and trials. */
export const browserPart = [
  'e2e/five-answers.spec.ts',
  'e2e/trial.spec.ts',
  'e2e/range.spec.ts',
  'e2e/overview.spec.ts',
  'e2e/cases.spec.ts',
  'e2e/accounts.spec.ts',
  'e2e/fleet.spec.ts',
  'e2e/usage.spec.ts',
  'e2e/service-accounts.spec.ts',
];

/** Database tests of the short form: days, months, partitions and trials. */
export const databasePart = [
  'apps/server/src/platform/database/partitions.db.test.ts',
  'apps/server/src/modules/events/jobs/partitions.db.test.ts',
  'apps/server/src/modules/reports/monthly.db.test.ts',
  'apps/server/src/modules/billing/subscriptions/trial.db.test.ts',
];

/** Stages of `npm run test:dates`, each with the tests that it runs at a date. */
export const dateStages = {
  unit: (options) => runVitest('unit', options),
  database: (options) => runVitest('database', options),
  browser: async (options) =>
    hasTool('chromium') ? runEndToEnd(findTool('chromium'), { files: browserPart, ...options }) : {},
};

export const describeDate = ({ name, at, zone }) =>
  `${name}, ${new Date(at).toISOString().slice(0, 19)}Z${zone ? ` in ${zone}` : ''}`;

/** Runs a stage at a date. The date begins with the stage. */
export const runStageAt = (stage, date, options = {}) =>
  dateStages[stage]({
    ...options,
    env: environmentAt(date, Date.now()),
    title: `Tests: ${stage} at ${describeDate(date)}`,
  });

/**
 * A stage of `npm test`: a third of the unit tests and a few of the database at a random date. Returns its tally, empty without
 * faketime.
 */
export async function runOtherDate(seed) {
  if (!hasTool('faketime')) return {};
  const date = randomDate(seed, Date.now());
  console.log(`Again with: npm run test:dates -- --date ${new Date(date.at).toISOString().slice(0, 19)}Z`);
  const tallies = [
    await runStageAt('unit', date, { shard: `${(seed % 3) + 1}/3` }),
    await runStageAt('database', date, { files: databasePart }),
  ];
  const sum = (key) => tallies.reduce((total, tally) => total + tally[key], 0);
  const named = (failure) => ({ ...failure, name: `${describeDate(date)}: ${failure.name}` });
  return {
    passed: sum('passed'),
    failed: sum('failed'),
    skipped: sum('skipped'),
    failures: tallies.flatMap(({ failures }) => failures.map(named)),
    tests: [],
  };
}
