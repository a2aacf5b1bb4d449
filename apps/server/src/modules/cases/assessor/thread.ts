import { flushCompileCache } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import { watchConnections } from '../../../platform/database/deadConnections.ts';
import { createPool } from '../../../platform/database/pool.ts';
import { collectWhenIdle } from '../../../platform/jobs/idleMemory.ts';
import { runAssessor } from './runAssessor.ts';
import { scheduleDaySums } from './scheduleDaySums.ts';
import { scheduleMerging } from './scheduleMerging.ts';
import type { LogMessage, ThreadData, ThreadMessage } from './startAssessor.ts';

// Entry point of the thread of startAssessor.ts.
const { databaseUrl, everyMs, restMs } = workerData as ThreadData;

function logAs(level: LogMessage['level']) {
  return (fields: object, text?: string) => {
    const { err, ...others } = fields as { err?: unknown };
    const message = text ?? '';
    // Cloning keeps an Error's stack, but not its subclass fields.
    parentPort!.postMessage({ level, fields: { ...others, err }, message } satisfies LogMessage);
  };
}

const log = { warn: logAs('warn'), error: logAs('error') };
const pool = createPool(databaseUrl, {
  max: 3,
  applicationName: 'scout assessor',
  onError: (err) => log.warn({ err }, 'a database connection broke'),
});
const connections = watchConnections([pool], databaseUrl, log);
const services = { pool, clock: Date, log };
const assessor = runAssessor({ ...services, everyMs, restMs });
const merging = scheduleMerging(services);
const daySums = scheduleDaySums(services);
// This thread starts first and loads most of what others load.
flushCompileCache();
collectWhenIdle();

parentPort!.on('message', async (message: ThreadMessage) => {
  if (message.do === 'wake') {
    assessor.wake(message.tenantId);
    return;
  }
  await Promise.all([assessor.stop(), merging.stop(), daySums.stop()]);
  connections.stop();
  await pool.end();
  parentPort!.close();
});
