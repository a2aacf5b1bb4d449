import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from './config/config.ts';
import { endWithin } from './endWithin.ts';
import { addressForCommands, openInstallation } from './installation.ts';
import { allFamilies } from './metrics/collector.ts';
import { metricsAddress, serveMetrics } from './metrics/serveMetrics.ts';
import { listTenants } from './queries/operator/tenants.ts';
import type { SampleSignIn } from './sample/organization.ts';
import { startSample } from './sample/sample.ts';
import { startServer } from './server.ts';
import { settleOrganizations } from './settleOrganizations.ts';

/** A server that answers. */
export interface RunningServer {
  /** Where people reach it. */
  readonly url: string;
  /** How to sign in to the sample organization; undefined without one. */
  readonly sample: SampleSignIn | undefined;
  /** Where mails are read while there is no mail server; undefined where there is one, or others reach this server. */
  readonly inboxUrl: string | undefined;
  /** True while there is no organization but the sample. */
  readonly isNew: boolean;
  /** Rejects when the server cannot go on, because its database ended. */
  readonly failed: Promise<never>;
  /** Replaces its processes one after the other, without refusing anybody; undefined where there is but this one. */
  readonly restart?: () => void;
  /**
   * Ends everything in the opposite order of its start, requests under way included.
   * @throws Error when that takes too long; the process is to end then, and the next start recovers
   */
  stop(): Promise<void>;
}

/**
 * Starts everything that the configuration asks for in this process, and resolves when calls are answered. What was started before a
 * failure is stopped again.
 * @throws Error with a sentence to act on
 */
export async function start(config: Config, log: FastifyBaseLogger): Promise<RunningServer> {
  await using started = new AsyncDisposableStack();
  const installation = started.use(await openInstallation(config, log, 1));
  const { lock, database, secrets, databaseDirectory } = installation;
  const warn = (message: string) => log.warn(message);
  const sample = await settleOrganizations(config, installation, log);
  const server = await startServer({ config, log, database, secrets, databaseDirectory, advises: true });
  started.use(server);
  if (config.metrics) {
    const metrics = await serveMetrics(config.metrics, () => allFamilies(server.metrics), log);
    started.defer(() => metrics.stop());
    log.info(`Metrics are at ${metricsAddress(config.metrics.host, metrics.port)}`);
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
    failed: installation.failed,
    async stop() {
      server.announceStop();
      await pause(config.drainSeconds * 1000);
      await endWithin(() => running.disposeAsync(), server.cutDatabase);
    },
  };
}
