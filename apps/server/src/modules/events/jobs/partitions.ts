import { limits } from '@scout/contract';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import type { Clock } from '../../../platform/clock.ts';
import { audit } from '../../../platform/database/audit.ts';
import { type Retries, untilLocked } from '../../../platform/database/lockRetries.ts';
import type { DatabaseContext } from '../../../platform/database/open.ts';
import { ensureUsualPartitions } from '../../../platform/database/partitions.ts';
import { type Job, scheduleRounds } from '../../../platform/jobs/rounds.ts';
import { type AuthStore, clearExpiredSignInData, type Rates } from '../../auth/index.ts';
import { PACKED_AFTER_MS } from '../../ingest/index.ts';

const everyMs = 60 * 60 * 1000;
/** Ten minutes: no page is read for longer, and a longer reader, such as a backup, is waited for in the next round. */
const RETRIES: Retries = { tries: 60, everyMs: 10_000 };

/** Deletions of what has expired, beside the rows of each organization; $1 is the time. */
const deletions = [
  `SELECT scout.drop_expired_partitions(${limits.events.retentionDays}, $1)`,
  `SELECT scout.delete_expired_audit(${limits.retention.auditLogDays}, $1)`,
  `SELECT scout.delete_expired_reviews(${limits.retention.auditLogDays}, $1)`,
  `DELETE FROM scout.former_organizations WHERE deleted_at < $1::timestamptz - ${limits.retention.auditLogDays} * interval '24 hours'`,
  `SELECT scout.delete_expired_requests(${limits.retention.requestDays}, ${limits.retention.mailingListDays}, $1)`,
];

export interface PartitionsContext {
  readonly authStore: AuthStore;
  readonly database: DatabaseContext;
  readonly rates: Rates;
  readonly clock: Clock;
  readonly log: FastifyBaseLogger;
}

/**
 * Creates partitions for the coming days, drops those older than the retention, and deletes expired rate counters, sessions,
 * sign-ups and machines without approval. Days of which all events were packed give their space back. A statement blocked by a reader's locks is retried. Safe on several servers: a repeated round changes nothing.
 */
export async function maintainPartitions(
  { authStore, database, rates, clock }: PartitionsContext,
  retries: Retries = RETRIES,
): Promise<void> {
  // Each in a separate transaction, so that no lock outlives its statement.
  const asOperator: AsOperator = (work) =>
    untilLocked(() => database.withRole({ role: 'scout_operator' }, (_tx, client) => work(client)), retries);
  await asOperator((client) => ensureUsualPartitions(client, clock.now()));
  for (const deletion of deletions)
    await asOperator((client) => client.query(deletion, [new Date(clock.now())]));
  await deleteExpiredRows(asOperator, clock);
  while (await shrinkPacked(asOperator, clock));
  await removeUnapprovedMachines(database, clock.now());
  await rates.clearExpired();
  await clearExpiredSignInData(authStore.db, clock.now());
}

type AsOperator = <T>(work: (client: pg.ClientBase) => Promise<T>) => Promise<T>;

/**
 * Organization by organization and day by day, each in a transaction of its own: none of them waits for a long time, and a legal
 * hold that is set meanwhile waits for a day at most.
 */
async function deleteExpiredRows(asOperator: AsOperator, clock: Clock): Promise<void> {
  const organizations = await asOperator(async (client) => {
    const { rows } = await client.query<{ tenant_id: string }>(
      'SELECT tenant_id FROM scout.retention($1) WHERE NOT is_held',
      [new Date(clock.now())],
    );
    return rows;
  });
  for (const { tenant_id } of organizations) {
    const next = () =>
      asOperator(async (client) => {
        const { rows } = await client.query<{ more: boolean }>(
          'SELECT more FROM scout.delete_expired_rows($1, $2)',
          [tenant_id, new Date(clock.now())],
        );
        return rows[0]!.more;
      });
    while (await next());
  }
}

/** Gives back the space of one day of which all events were packed; one at a time, so that no lock is held for long. */
function shrinkPacked(asOperator: AsOperator, clock: Clock): Promise<boolean> {
  return asOperator(async (client) => {
    const { rows } = await client.query<{ day: string | null }>(
      `SELECT scout.shrink_packed_partition(($1::timestamptz AT TIME ZONE 'UTC')::date)::text AS day`,
      [new Date(clock.now() - PACKED_AFTER_MS)],
    );
    return rows[0]!.day !== null;
  });
}

/** Machines that nobody approved in time; their agents can enroll again with a valid token. */
async function removeUnapprovedMachines({ withRole }: DatabaseContext, now: number): Promise<void> {
  await withRole({ role: 'scout_operator' }, async (tx, client) => {
    const { rows } = await client.query<{ tenant_id: string; agent_id: string; host: string }>(
      'SELECT * FROM scout.delete_unapproved_machines($1, $2)',
      [limits.agent.awaitingDays, new Date(now)],
    );
    for (const { tenant_id: tenantId, ...details } of rows)
      await audit(tx, { tenantId, actor: 'system', action: 'agent_expired', details });
  });
}

/** Runs a round now and every hour. A failed round is logged, also one that a stop ended, and retried at the next hour. */
export function schedulePartitions(context: PartitionsContext): Job {
  const failed = (error: unknown): void =>
    context.log.error({ err: error }, 'partitions were not maintained; the next round is in an hour');
  return scheduleRounds({
    everyMs,
    round: (signal) => maintainPartitions(context, { ...RETRIES, signal }).catch(failed),
    onError: failed,
  });
}
