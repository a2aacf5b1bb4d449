import { parentPort, workerData } from 'node:worker_threads';
import type pg from 'pg';
import { createPool, type Transaction, withRole } from '../../../../platform/database/pool.ts';
import { trials } from './trials.ts';
import { TRIAL_CONNECTION, type TrialMessage, type TrialOrder } from './trialThreads.ts';

// Entry point of the threads of trialThreads.ts, which ends them.
const databaseUrl = workerData as string;
const tell = (message: TrialMessage): void => parentPort!.postMessage(message);

async function run({ tenantId, userId, role: memberRole, name, input }: TrialOrder): Promise<unknown> {
  const pool = createPool(databaseUrl, { max: 1, applicationName: TRIAL_CONNECTION });
  const { role: trialRole, run: compare } = trials[name];
  const role = memberRole === 'owner' ? 'scout_account_owner' : trialRole;
  const work = compare as (tx: Transaction, input: unknown, client: pg.ClientBase) => Promise<unknown>;
  const result = await withRole(pool, { role, tenantId, userId }, async (tx, client) => {
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    tell({ pid: rows[0]!.pid });
    return work(tx, input, client);
  });
  // Before the result is sent: the thread may end with it, and the database sees the connection close in good order.
  await pool.end();
  return result;
}

parentPort!.on('message', async (order: TrialOrder) => {
  try {
    const result = await run(order);
    tell({ result, heapBytes: process.memoryUsage().heapTotal });
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const { message, stack, code } = error as NodeJS.ErrnoException;
    tell({ error: { message, ...(stack && { stack }), ...(code && { code }) } });
  }
});
