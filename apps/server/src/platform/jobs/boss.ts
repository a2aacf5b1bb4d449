import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import { PgBoss } from 'pg-boss';
import { Client } from '../database/client.ts';
import { placesOf } from '../database/hosts.ts';

/**
 * Passed through to node-postgres, although the types do not declare it. The statements are short; longer ones are waiting for an
 * unreachable database.
 */
const FOR_DRIVER = { Client, query_timeout: 20_000 };

/**
 * Opens the queue in schema pgboss, whose tables a migration created. Any number of servers share it. It has a few connections of
 * its own, as scout_jobs.
 * @throws Error when the schema is not that of this pg-boss version
 */
export async function startBoss(databaseUrl: string, log: FastifyBaseLogger): Promise<PgBoss> {
  const boss = new PgBoss({
    connectionString: databaseUrl,
    application_name: 'scout jobs',
    options: '-c timezone=UTC -c role=scout_jobs -c search_path=pgboss',
    max: 3,
    ...FOR_DRIVER,
    schema: 'pgboss',
    migrate: false,
    createSchema: false,
    schedule: false,
    // The queue opens that connection without our multi-host client; it polls for jobs every two seconds then.
    useListenNotify: placesOf(databaseUrl).length === 1,
    // Both require the owner's privileges.
    reindex: false,
    monitorVacuum: false,
    superviseIntervalSeconds: 30,
    monitorIntervalSeconds: 30,
  });
  let stopped = false;
  boss.once('stopped', () => {
    stopped = true;
  });
  boss.on('error', (error) => {
    // A released connection may still receive the database's shutdown error.
    if (!stopped) log.warn({ err: error }, 'the job queue had an error and continues');
  });
  boss.on('warning', ({ message }) => log.warn(`The queue of jobs: ${message}`));
  try {
    return await boss.start();
  } catch (error) {
    await boss.stop({ graceful: false });
    throw error;
  }
}

/** The queue's connections, except for the one that listens, which probes itself every ten seconds. The types do not declare it. */
export const poolOf = (boss: PgBoss): pg.Pool => (boss.getDb() as unknown as { readonly pool: pg.Pool }).pool;
