import { type RawBuilder, sql } from 'kysely';
import type { DatabaseContext } from './open.ts';

/** What one round of upkeep changed. */
export interface Upkeep {
  readonly partitionsMade: number;
  readonly partitionsDropped: number;
  readonly eventsDeleted: number;
}

/**
 * Makes the partitions of today and the three days to come, and lets go of what is older than the retention (days, at
 * least 31). Any number of servers may do it at any time: the functions wait for each other and find nothing left to do.
 */
export async function keepUp(database: DatabaseContext, retentionDays = 365): Promise<Upkeep> {
  // Three transactions: dropping partitions locks the tables, and a long delete must not hold that lock.
  const partitionsMade = await call(database, sql`scout.ensure_partitions(current_date, current_date + 3)`);
  const partitionsDropped = await call(database, sql`scout.drop_expired_partitions(${retentionDays}::int)`);
  const eventsDeleted = await call(database, sql`scout.delete_expired_rows(${retentionDays}::int)`);
  return { partitionsMade, partitionsDropped, eventsDeleted };
}

async function call(database: DatabaseContext, expression: RawBuilder<unknown>): Promise<number> {
  return await database.withRole({ role: 'scout_operator' }, async (tx) => {
    const { rows } = await sql<{ changed: string }>`SELECT ${expression} AS changed`.execute(tx);
    return Number(rows[0]?.changed);
  });
}

const hour = 3_600_000;

/**
 * Runs upkeep now and every six hours until the returned function is called, which waits for a round under way. A round
 * that fails is told to onError and tried again at the next.
 */
export function startUpkeep(
  database: DatabaseContext,
  onError: (error: unknown) => void,
): () => Promise<void> {
  let round = Promise.resolve();
  const run = () => {
    round = round.then(async () => {
      await keepUp(database).catch(onError);
    });
  };
  run();
  const timer = setInterval(run, 6 * hour);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await round;
  };
}
