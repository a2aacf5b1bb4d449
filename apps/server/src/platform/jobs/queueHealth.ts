import type { PgBoss } from 'pg-boss';

export type QueueState = 'ok' | 'stalled';

/** Longer than a worker is busy with jobs, whose attempts end after a minute, and than a failover takes. */
const STALLED_MS = 180_000;

/** `stalled` if a queue has no worker in this process that asked for jobs lately. */
export function queueState(
  boss: Pick<PgBoss, 'getWipData'>,
  queues: readonly string[],
  now: number,
): QueueState {
  const working = new Set(
    boss
      .getWipData()
      .filter(({ lastFetchedOn, createdOn }) => now - (lastFetchedOn ?? createdOn) < STALLED_MS)
      .map(({ name }) => name),
  );
  return queues.every((queue) => working.has(queue)) ? 'ok' : 'stalled';
}
