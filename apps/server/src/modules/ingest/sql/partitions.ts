import { DAY } from '@scout/detection/time';
import type pg from 'pg';
import type { Clock } from '../../../platform/clock.ts';
import { untilLocked } from '../../../platform/database/lockRetries.ts';
import { withRole } from '../../../platform/database/pool.ts';
import { dayText } from '../day.ts';

/** About ten seconds; a batch of that day waits, and its sender retries later. */
const RETRIES = { tries: 20, everyMs: 250 };

/** Creates the partitions of a batch before its transaction; queries once per day and process. */
export interface Partitions {
  /** @param days since the epoch (UTC) */
  ensure(days: Iterable<number>): Promise<void>;
}

/**
 * Partitions of recent days are created ahead of time at startup; older events, or a server running for weeks, need others. The
 * database refuses days beyond the retention: their rows go to DEFAULT.
 */
export function createPartitions(pool: pg.Pool, clock: Clock): Partitions {
  const ensured = new Map<number, Promise<void>>();

  async function ask(day: number): Promise<void> {
    const date = dayText(day * DAY);
    const make = () =>
      withRole(pool, { role: 'scout_ingest' }, (_tx, client) =>
        client.query('SELECT scout.ensure_partitions($1, $1, $2)', [date, new Date(clock.now())]),
      );
    await untilLocked(make, RETRIES);
  }

  return {
    async ensure(days) {
      for (const day of days) {
        let answer = ensured.get(day);
        if (!answer) {
          answer = ask(day);
          ensured.set(day, answer);
          answer.catch(() => ensured.delete(day));
        }
        await answer;
      }
    },
  };
}
