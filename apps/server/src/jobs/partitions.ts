import { limits } from '@scout/contract';
import type { FastifyBaseLogger } from 'fastify';
import type { AuthStore } from '../auth/database.ts';
import type { Rates } from '../auth/rates.ts';
import { clearExpiredSignInData } from '../auth/upkeep.ts';
import type { Clock } from '../clock.ts';
import { type Retries, untilLocked } from '../database/lockRetries.ts';
import type { DatabaseContext } from '../database/open.ts';

const everyMs = 60 * 60 * 1000;
/** Ten minutes: nobody reads a page for longer, and what reads longer, such as a backup, is waited for in the next round. */
const RETRIES: Retries = { tries: 60, everyMs: 10_000 };

/** Each in a transaction of its own, so that no lock outlives its statement. */
const statements = [
  'SELECT scout.ensure_partitions(current_date - 35, current_date + 3)',
  `SELECT scout.drop_expired_partitions(${limits.events.retentionDays})`,
  `SELECT scout.delete_expired_rows(${limits.events.retentionDays})`,
  `SELECT scout.delete_expired_audit(${limits.retention.auditLogDays})`,
  `SELECT scout.delete_expired_reviews(${limits.retention.auditLogDays})`,
  `DELETE FROM scout.former_organizations WHERE deleted_at < current_date - ${limits.retention.auditLogDays}`,
  `SELECT scout.delete_expired_requests(${limits.retention.requestDays}, ${limits.retention.mailingListDays})`,
];

interface JobContext {
  readonly authStore: AuthStore;
  readonly database: DatabaseContext;
  readonly rates: Rates;
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
}

/**
 * Makes the partitions of the coming days, drops what is older than its retention, and clears rate counters, sessions
 * and sign-ups that ran out. A statement that a reader keeps from its locks is tried again. Several servers may do it at once: a round that was done already changes nothing.
 */
export async function maintainPartitions(
  { authStore, database, rates, clock }: JobContext,
  retries: Retries = RETRIES,
): Promise<void> {
  for (const statement of statements) {
    const run = () => database.withRole({ role: 'scout_operator' }, (_tx, client) => client.query(statement));
    await untilLocked(run, retries);
  }
  await rates.clearExpired(clock.now());
  await clearExpiredSignInData(authStore.db, clock.now());
}

/** Does a round now and every hour. A round that fails is logged and tried again at the next hour. */
export function schedulePartitions(context: JobContext): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const round = () =>
    maintainPartitions(context, { ...RETRIES, signal: stopping.signal }).catch((error: unknown) => {
      context.log.error({ err: error }, 'partitions were not maintained; the next round is in an hour');
    });
  let running = round();
  const timer = setInterval(() => {
    running = running.then(round);
  }, everyMs);
  return {
    async stop() {
      clearInterval(timer);
      stopping.abort();
      await running;
    },
  };
}
