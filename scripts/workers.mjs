import { availableParallelism } from 'node:os';

/**
 * Workers of every stage of tests: one for each core that this process may use. SCOUT_TEST_WORKERS (`npm test -- --workers N`)
 * sets another number.
 * @param {NodeJS.ProcessEnv} env
 * @returns {number}
 */
export function testWorkers(env = process.env) {
  const wanted = Number(env.SCOUT_TEST_WORKERS);
  return Number.isInteger(wanted) && wanted > 0 ? wanted : availableParallelism();
}
