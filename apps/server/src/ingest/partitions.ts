import { DAY } from '@scout/detection/time';
import type pg from 'pg';
import { untilLocked } from '../database/lockRetries.ts';
import { withRole } from '../database/pool.ts';

/** Some ten seconds; a batch of that day waits, and its sender comes again later. */
const RETRIES = { tries: 20, everyMs: 250 };

/** Makes the partitions that a batch needs before its transaction begins; asks once per day and process. */
export interface Partitions {
  /** @param days since the epoch (UTC) */
  ensure(days: Iterable<number>): Promise<void>;
}

/**
 * Partitions of recent days are made ahead of time at start; a batch of older events, or of a server that has run for
 * weeks, finds the others missing. Days beyond the retention are the database's to refuse: their rows go to DEFAULT.
 */
export function createPartitions(pool: pg.Pool): Partitions {
  const asked = new Map<number, Promise<void>>();

  async function ask(day: number): Promise<void> {
    const date = new Date(day * DAY).toISOString().slice(0, 10);
    const make = () =>
      withRole(pool, { role: 'scout_ingest' }, (_tx, client) =>
        client.query('SELECT scout.ensure_partitions($1, $1)', [date]),
      );
    await untilLocked(make, RETRIES);
  }

  return {
    async ensure(days) {
      for (const day of days) {
        let answer = asked.get(day);
        if (!answer) {
          answer = ask(day);
          asked.set(day, answer);
          answer.catch(() => asked.delete(day));
        }
        await answer;
      }
    },
  };
}
