import type { AddressInfo } from 'node:net';
import { createApp } from '@scout/server/app';
import { createContext } from '@scout/server/context';
import { schedulePartitions } from '@scout/server/modules/events/jobs/partitions';
import { parseConfig } from '@scout/server/platform/config/config';
import { loadSecrets } from '@scout/server/platform/config/dataDirectory';
import { lockDataDirectory } from '@scout/server/platform/database/embedded/lock';
import { startEmbedded } from '@scout/server/platform/database/embedded/start';
import { openDatabase } from '@scout/server/platform/database/open';
import { localUrlOf } from '@scout/server/platform/http/addresses';
import { createLog } from '@scout/server/platform/http/logging';
import { collectWhenIdle } from '@scout/server/platform/jobs/idleMemory';
import { keepCompiledCode } from '@scout/server/platform/processes/compiledCode';
import { unlimitedRates } from '@scout/testkit/hostile/unlimitedRates';
import pg from 'pg';

/*
 * The product's server with its own database, assembled as in apps/server/src/start.ts, but without the limits on attempts, which
 * would refuse most of a hostile run's requests first. Sends {url, operatorToken} to its parent.
 */
await using started = new AsyncDisposableStack();
started.use(collectWhenIdle());
const config = parseConfig(process.env);
keepCompiledCode(config.dataDir);
const log = createLog(config);
const lock = await lockDataDirectory(config.dataDir);
started.defer(() => lock.release());
const cluster = await startEmbedded(lock);
started.defer(() => cluster.stop());
// The run tests responses, not disks: fsync behavior without waiting for it.
const owner = new pg.Client({ connectionString: cluster.url });
await owner.connect();
await owner.query('ALTER SYSTEM SET synchronous_commit = off');
await owner.query('SELECT pg_reload_conf()');
await owner.end();
const secrets = await loadSecrets(lock.directory, config);
const database = await openDatabase(cluster.url, secrets.authSecret, {
  onNotice: () => {},
  onError: () => {},
});
started.defer(() => database.close());
const context = await createContext({ config, log, database, secrets, rates: unlimitedRates });
started.defer(() => context.close());
const partitions = schedulePartitions(context);
started.defer(() => partitions.stop());
const app = await createApp(context);
started.defer(() => app.close());
await app.listen({ host: '127.0.0.1', port: 0 });
process.send?.({
  url: localUrlOf(app.server.address() as AddressInfo),
  operatorToken: secrets.operatorToken,
});
await new Promise((resolve) => process.once('SIGTERM', resolve).once('disconnect', resolve));
// An open channel keeps a process alive.
process.disconnect?.();
