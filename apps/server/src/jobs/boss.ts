import type { FastifyBaseLogger } from 'fastify';
import { PgBoss } from 'pg-boss';
import { Client } from '../database/client.ts';
import { placesOf } from '../database/hosts.ts';

/** Handed on to node-postgres, which its types do not tell. Its statements are short; longer ones wait for a database that is gone. */
const FOR_DRIVER = { Client, query_timeout: 20_000 };

/**
 * Opens the queue in schema pgboss, whose tables a migration made. Any number of servers share it. It has a few
 * connections of its own, as scout_jobs.
 * @throws Error when the schema is not the one of this pg-boss
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
    // The queue opens that connection without our client, which knows several hosts; it asks for jobs every two seconds then.
    useListenNotify: placesOf(databaseUrl).length === 1,
    // Both need the owner, who is not here.
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
    // A connection that was given up may still hear that the database goes down as well.
    if (!stopped) log.warn({ err: error }, 'the queue of jobs had a fault; it goes on');
  });
  boss.on('warning', ({ message }) => log.warn(`The queue of jobs: ${message}`));
  try {
    return await boss.start();
  } catch (error) {
    await boss.stop({ graceful: false });
    throw error;
  }
}
