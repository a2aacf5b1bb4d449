import cluster from 'node:cluster';
import type { FastifyBaseLogger } from 'fastify';
import { listTenants } from './modules/operator/module.ts';
import { startSample } from './modules/sample/index.ts';
import type { Config } from './platform/config/config.ts';
import { exportMetrics } from './platform/metrics/exportMetrics.ts';
import type { Family } from './platform/metrics/exposition.ts';
import { mergeProcesses } from './platform/metrics/merge.ts';
import { watchProcess } from './platform/metrics/processMetrics.ts';
import { metricsAddress, serveMetrics } from './platform/metrics/serveMetrics.ts';
import { endWithin } from './platform/processes/endWithin.ts';
import { addressForCommands, openInstallation } from './platform/processes/installation.ts';
import { keepServerProcesses, type ServerProcesses } from './platform/processes/serverProcesses.ts';
import { settleOrganizations } from './settleOrganizations.ts';
import type { RunningServer } from './start.ts';

/**
 * Starts `config.processes` server processes on one port. This process owns everything that exists once: the data directory, the
 * embedded database, migrations, the sample's fleet, the listening socket and the metrics address. Resolves when all accept
 * calls.
 * @throws Error with an actionable message
 */
export async function supervise(config: Config, log: FastifyBaseLogger): Promise<RunningServer> {
  // Connections are distributed in turns: by default most would go to one process, and agents keep theirs for days.
  cluster.schedulingPolicy = cluster.SCHED_RR;
  await using started = new AsyncDisposableStack();
  const installation = started.use(await openInstallation(config, log, config.processes));
  const { lock, database, directory, ownerUrl, databaseDirectory } = installation;
  const warn = (message: string) => log.warn(message);
  const sample = await settleOrganizations(config, installation, log);

  const members = keepServerProcesses({ directory, ownerUrl, databaseDirectory }, config, log);
  started.defer(() => members.stop());
  const { localUrl, inboxUrl } = await members.start();
  if (config.metrics || config.otlp) {
    const watch = watchProcess();
    started.defer(async () => watch.stop());
    const read = () => readMetrics(members, watch.families());
    if (config.metrics) {
      const metrics = await serveMetrics(config.metrics, read, log);
      started.defer(() => metrics.stop());
      log.info(`Metrics are at ${metricsAddress(config.metrics.host, metrics.port)}`);
    }
    if (config.otlp) {
      const exporting = exportMetrics(config.otlp, read, log);
      started.defer(() => exporting.stop());
    }
  }
  await lock.announce(addressForCommands(config, localUrl));
  if (sample) {
    const fleet = await startSample(sample, {
      pool: database.pool,
      dataDir: directory,
      serverUrl: localUrl,
      warn,
    });
    started.defer(fleet.stop);
  }
  started.defer(() => lock.announceStop());
  const isNew = (await listTenants(database.pool)).every(({ is_sample }) => is_sample);
  const running = started.move();
  return {
    url: config.publicUrl ?? localUrl,
    sample,
    inboxUrl,
    isNew,
    restart: members.restart,
    async stop() {
      // They drain and exit by themselves, within their own limits.
      await members.stop();
      await endWithin(
        () => running.disposeAsync(),
        () => {},
      );
    },
  };
}

/** Process metrics from each one, installation metrics from the first that responds. */
async function readMetrics(members: ServerProcesses, own: readonly Family[]): Promise<Family[]> {
  const byProcess = new Map<string, readonly Family[]>([['supervisor', own]]);
  const running = members.list();
  const shared = running[0]?.member.tell('installation');
  await Promise.all(
    running.map(async ({ number, member }) => {
      const families = await member.tell('process');
      if (families) byProcess.set(String(number), families);
    }),
  );
  return [...((await shared) ?? []), ...mergeProcesses(byProcess)];
}
