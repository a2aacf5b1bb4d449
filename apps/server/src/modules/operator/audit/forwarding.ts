import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import type { Clock } from '../../../platform/clock.ts';
import { withRole } from '../../../platform/database/pool.ts';
import { type Job, scheduleRounds } from '../../../platform/jobs/rounds.ts';
import type { AuditReceiver, ForwardedEntry } from './receiver.ts';

/** Entries of one round trip. */
const batch = 200;
const everyMs = 5_000;

/**
 * Sends the oldest unsent entries and marks them as sent. Delivery is at least once, because a server may stop in between.
 * Concurrent servers are safe: each entry is locked by one.
 * @returns number of entries sent
 * @throws the receiver's error; nothing is marked then
 */
export function forwardAudit(pool: pg.Pool, receiver: AuditReceiver, clock: Clock): Promise<number> {
  return withRole(pool, { role: 'scout_operator' }, async (_tx, client) => {
    const { rows } = await client.query<Omit<ForwardedEntry, 'occurred_at'> & { occurred_at: Date }>(
      'SELECT * FROM scout.audit_to_forward($1)',
      [batch],
    );
    if (rows.length === 0) return 0;
    await receiver.send(rows.map((row) => ({ ...row, occurred_at: row.occurred_at.toISOString() })));
    await client.query('SELECT scout.mark_audit_forwarded($1, $2)', [
      rows.map(({ id }) => id),
      new Date(clock.now()),
    ]);
    return rows.length;
  });
}

/** Forwards every few seconds until stopped. A failing receiver is logged once, and again on recovery. */
export function scheduleForwarding(
  pool: pg.Pool,
  receiver: AuditReceiver,
  clock: Clock,
  log: FastifyBaseLogger,
): Job {
  let failing = false;
  return scheduleRounds({
    everyMs,
    async round(signal) {
      while (!signal.aborted && (await forwardAudit(pool, receiver, clock)) === batch);
      if (failing) log.info('The audit log is forwarded again.');
      failing = false;
    },
    onError(error) {
      if (!failing)
        log.error({ err: error }, 'The audit log cannot be forwarded; every entry is kept and retried.');
      failing = true;
    },
  });
}
