import { parentPort, workerData } from 'node:worker_threads';
import type pg from 'pg';
import { createPool, type Transaction, withRole } from '../../database/pool.ts';
import { lowerPriority } from './lowPriority.ts';
import { TRIAL_CONNECTION, type TrialData, type TrialMessage } from './runTrial.ts';
import { trials } from './trials.ts';

// Entry point of the thread of runTrial.ts, which ends it.
lowerPriority();
const { databaseUrl, tenantId, userId, name, input } = workerData as TrialData;
const pool = createPool(databaseUrl, { max: 1, applicationName: TRIAL_CONNECTION });
const { role, run } = trials[name];
const tell = (message: TrialMessage): void => parentPort!.postMessage(message);
try {
  const work = run as (tx: Transaction, input: unknown, client: pg.ClientBase) => Promise<unknown>;
  const result = await withRole(pool, { role, tenantId, userId }, async (tx, client) => {
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    tell({ pid: rows[0]!.pid });
    return work(tx, input, client);
  });
  // Before the message: the thread ends with it, and the database sees the connection close in good order.
  await pool.end();
  tell({ result });
} catch (error) {
  if (!(error instanceof Error)) throw error;
  const { message, stack, code } = error as NodeJS.ErrnoException;
  tell({ error: { message, ...(stack && { stack }), ...(code && { code }) } });
}
