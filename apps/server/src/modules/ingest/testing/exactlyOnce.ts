import { randomInt } from 'node:crypto';
import { createRandom, type Random } from '@scout/detection/simulation/random';
import pg from 'pg';
import { expect } from 'vitest';

/** A seed of this run, printed so that a failure can be repeated with SCOUT_TEST_SEED. */
export function newRandom(): Random {
  const seed = process.env.SCOUT_TEST_SEED ?? String(randomInt(2 ** 32));
  console.log(`SCOUT_TEST_SEED=${seed}`);
  return createRandom(seed);
}

/** Every line of a growing file, and everything derived from it, is stored exactly once. */
export async function expectExactlyOnce(ownerUrl: string, lines: number): Promise<void> {
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  try {
    const events = await owner.query(`
      SELECT count(*)::int AS events, count(DISTINCT record_id)::int AS lines,
        min(record_id)::int AS first, max(record_id)::int AS last FROM scout.tenant_events`);
    const { rows } = await owner.query(`
      SELECT (SELECT count(*)::int FROM scout.incidents) AS incidents,
        (SELECT sum(n)::int FROM scout.rollups WHERE dimension = 'account') AS rollups,
        (SELECT sum(accepted)::int FROM scout.batches) AS ledger,
        (SELECT sum(events_accepted)::int FROM scout.agents) AS counted,
        (SELECT sum(events_rejected)::int FROM scout.agents) AS rejected,
        (SELECT count(*)::int FROM scout.batches) = (SELECT count(*)::int FROM scout.batch_bodies) AS bodies`);
    expect({ ...events.rows[0], ...rows[0] }).toEqual({
      events: lines,
      lines,
      first: 1,
      last: lines,
      incidents: 2 * lines,
      rollups: 2 * lines,
      ledger: lines,
      counted: lines,
      rejected: 0,
      bodies: true,
    });
  } finally {
    await owner.end();
  }
}
