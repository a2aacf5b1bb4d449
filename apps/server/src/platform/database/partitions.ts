import { DAY } from '@scout/detection/time';
import type pg from 'pg';

/** Days before and after today that have partitions from the start: the window of dashboards, and a start that is late or early. */
const DAYS_BEFORE = 35;
const DAYS_AFTER = 3;

/** Creates the partitions required by dashboards and the coming days. @param now epoch milliseconds */
export async function ensureUsualPartitions(client: pg.ClientBase, now: number): Promise<void> {
  const [from, to, time] = [now - DAYS_BEFORE * DAY, now + DAYS_AFTER * DAY, now].map((at) => new Date(at));
  await client.query(
    "SELECT scout.ensure_partitions(($1::timestamptz AT TIME ZONE 'UTC')::date, ($2::timestamptz AT TIME ZONE 'UTC')::date, $3)",
    [from, to, time],
  );
}
