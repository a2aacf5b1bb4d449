import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { listTenants } from './modules/operator/module.ts';
import { type SampleSignIn, startSample } from './modules/sample/index.ts';
import type { Config } from './platform/config/config.ts';
import { exportMetrics } from './platform/metrics/exportMetrics.ts';
import { metricsAddress, serveMetrics } from './platform/metrics/serveMetrics.ts';
import { endWithin } from './platform/processes/endWithin.ts';
import { addressForCommands, openInstallation } from './platform/processes/installation.ts';
import { startServer } from './server.ts';
import { settleOrganizations } from './settleOrganizations.ts';

/** A running server. */
export interface RunningServer {
  /** Its public address. */
  readonly url: string;
  /** Sign-in data of the sample organization; undefined without one. */
  readonly sample: SampleSignIn | undefined;
  /** Inbox address without a mail server; undefined with one, or when the server is reachable by others. */
  readonly inboxUrl: string | undefined;
  /** True while the sample is the only organization. */
  readonly isNew: boolean;
  /**
   * Stops everything in reverse order, including open requests.
   * @throws Error on timeout; the process should then exit, and the next start recovers
   */
  stop(): Promise<void>;
}

/**
 * Starts everything configured in this process, and resolves when calls are accepted. A failure stops everything started before.
 * @throws Error with an actionable message
 */
export async function start(config: Config, log: FastifyBaseLogger): Promise<RunningServer> {
  await using started = new AsyncDisposableStack();
  const installation = started.use(await openInstallation(config, log));
  const { lock, database, secrets, databaseDirectory } = installation;
  const warn = (message: string) => log.warn(message);
  const sample = await settleOrganizations(config, installation, log);
  const server = await startServer({ config, log, database, secrets, databaseDirectory });
  started.use(server);
  if (config.metrics) {
    const metrics = await serveMetrics(config.metrics, server.metrics.families, log);
    started.defer(() => metrics.stop());
    log.info(`Metrics are at ${metricsAddress(config.metrics.host, metrics.port)}`);
  }
  if (config.otlp) {
    const exporting = exportMetrics(config.otlp, server.metrics.families, log);
    started.defer(() => exporting.stop());
  }
  await lock.announce(addressForCommands(config, server.localUrl));
  if (sample) {
    const fleet = await startSample(sample, {
      pool: database.pool,
      dataDir: lock.directory,
      serverUrl: server.localUrl,
      warn,
    });
    started.defer(fleet.stop);
  }
  started.defer(() => lock.announceStop());
  const isNew = (await listTenants(database.pool)).every(({ is_sample }) => is_sample);
  const running = started.move();
  return {
    url: config.publicUrl ?? server.localUrl,
    sample,
    inboxUrl: server.inboxUrl,
    isNew,
    async stop() {
      server.announceStop();
      await pause(config.drainSeconds * 1000);
      await endWithin(() => running.disposeAsync(), server.cutDatabase);
    },
  };
}
