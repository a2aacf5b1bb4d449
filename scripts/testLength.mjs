import { randomInt } from 'node:crypto';

/** True in `npm run test:long`, which runs tests of chance (fuzz, kills, soaks) in their whole length. */
export const isLongRun = process.env.SCOUT_TEST_LONG === 'on';

/**
 * The length of a test of chance.
 * @template T
 * @param {T} short in `npm test`
 * @param {T} long in `npm run test:long`
 * @returns {T}
 */
export const lengthOf = (short, long) => (isLongRun ? long : short);

/**
 * `count` seeds, new ones in each run: their numbers are in the names of the tests. SCOUT_TEST_SEED gives the first one, to repeat a failure.
 * @param {number} count
 * @returns {number[]}
 */
export function rotatingSeeds(count, env = process.env) {
  const first = env.SCOUT_TEST_SEED === undefined ? randomInt(2 ** 31) : Number(env.SCOUT_TEST_SEED);
  return Array.from({ length: count }, (_, index) => first + index);
}
