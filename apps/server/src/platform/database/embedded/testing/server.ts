import { openDatabase } from '../../open.ts';
import { lockDataDirectory } from '../lock.ts';
import { startEmbedded } from '../start.ts';

/**
 * A process for embedded.it.test.ts: starts the database of the given data directory and adds organizations, printing each after
 * its commit, until it is killed. SIGINT: one more, then a clean stop.
 */
// Waits until the line is in the pipe: at a kill, lines that wait in the process for a slow reader are lost.
const say = (message: object) =>
  new Promise((written) => process.stdout.write(`${JSON.stringify(message)}\n`, written));

const directory = process.argv[2];
if (directory === undefined) throw new Error('Which data directory?');
const run = process.argv[3] ?? 'run';

const lock = await lockDataDirectory(directory);
await lock.announce('http://127.0.0.1:8080');
const cluster = await startEmbedded(lock);
const database = await openDatabase(cluster.url, 'a secret of more than thirty-two characters');
let stopping = false;
process.once('SIGINT', () => {
  stopping = true;
});
await say({ ready: true, postmaster: cluster.pid });

for (let number = 0; ; number++) {
  const last = stopping;
  const name = `${run}-${number}`;
  await database.withRole({ role: 'scout_operator' }, (tx) =>
    tx
      .insertInto('tenants')
      .values({ company_name: name, company_key: name, created_at: new Date(), updated_at: new Date() })
      .execute(),
  );
  await say({ stored: name });
  if (last) break;
}
await database.close();
await cluster.stop();
lock.release();
await say({ stopped: true });
