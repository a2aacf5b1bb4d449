import { randomInt } from 'node:crypto';

/** True in `npm run test:long`, which runs randomized tests (fuzz, kills, soaks) at full length. */
export const isLongRun = process.env.SCOUT_TEST_LONG === 'on';

/**
 * The length of a randomized test.
 * @template T
 * @param {T} short in `npm test`
 * @param {T} long in `npm run test:long`
 * @returns {T}
 */
export const lengthOf = (short, long) => (isLongRun ? long : short);

/**
 * Kills of a test of chance: `short` in `npm test`, 1,000 or `--kills` in `npm run test:long`.
 * @param {number} short
 * @returns {number}
 */
export const killsOf = (short, env = process.env) =>
  lengthOf(short, env.SCOUT_TEST_KILLS === undefined ? 1000 : Number(env.SCOUT_TEST_KILLS));

/**
 * `count` seeds, new in each run: the names of the tests contain them. SCOUT_TEST_SEED sets the first one, to reproduce a
 * failure.
 * @param {number} count
 * @returns {number[]}
 */
export function rotatingSeeds(count, env = process.env) {
  const first = env.SCOUT_TEST_SEED === undefined ? randomInt(2 ** 31) : Number(env.SCOUT_TEST_SEED);
  return Array.from({ length: count }, (_, index) => first + index);
}
