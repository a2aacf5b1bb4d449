import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { type AppMeters, createApp } from './app.ts';
import { startAssessor } from './assessor/startAssessor.ts';
import { scheduleForwarding } from './audit/forwarding.ts';
import { createReceiver } from './audit/receiver.ts';
import { loadSecrets } from './auth/dataDirectory.ts';
import type { Config } from './config/config.ts';
import { withOwnCommands } from './config/inRelease.ts';
import { isLoopback } from './config/loopback.ts';
import { type Context, createContext } from './context/context.ts';
import { watchConnections } from './database/deadConnections.ts';
import { reasonOfEnd } from './database/embedded/diskFull.ts';
import { lockDataDirectory } from './database/embedded/lock.ts';
import { startEmbedded } from './database/embedded/start.ts';
import { openDatabase } from './database/open.ts';
import { localUrlOf } from './http/addresses.ts';
import { createGate, GATE_LIMITS } from './ingest/gate.ts';
import { scheduleAlerts } from './jobs/alerts.ts';
import { scheduleCounting } from './jobs/counting.ts';
import { scheduleDeliveries } from './jobs/deliveries.ts';
import { scheduleFolding } from './jobs/folding/scheduleFolding.ts';
import { collectWhenIdle } from './jobs/idleMemory.ts';
import { scheduleJudging } from './jobs/judging/scheduleJudging.ts';
import { scheduleOwnerReviews } from './jobs/ownerReviews.ts';
import { schedulePartitions } from './jobs/partitions.ts';
import { scheduleReports } from './jobs/reports.ts';
import { scheduleCancellations, scheduleDeletions, scheduleSubscriptions } from './jobs/subscriptions.ts';
import { hasInbox } from './mail/inbox/registerInbox.ts';
import { outboxOf } from './mail/outbox.ts';
import { createIngestMetrics } from './metrics/ingestMetrics.ts';
import { createRequestMetrics } from './metrics/requestMetrics.ts';
import { serveMetrics } from './metrics/serveMetrics.ts';
import { makeFirstOrganization } from './organizations/firstOrganization.ts';
import { listTenants } from './queries/operator/tenants.ts';
import type { SampleSignIn } from './sample/organization.ts';
import { prepareSample, removeSample, startSample } from './sample/sample.ts';

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
  /**
   * Ends everything in the opposite order of its start, requests under way included.
   * @throws Error when that takes too long; the process is to end then, and the next start recovers
   */
  stop(): Promise<void>;
}

/**
 * Starts everything that the configuration asks for and resolves when calls are answered. What was started before a
 * failure is stopped again.
 * @throws Error with a sentence to act on
 */
export async function start(config: Config, log: FastifyBaseLogger): Promise<RunningServer> {
  await using started = new AsyncDisposableStack();
  started.use(collectWhenIdle());
  const lock = await lockDataDirectory(config.dataDir);
  started.defer(() => lock.release());

  const failed = Promise.withResolvers<never>();
  // Nobody may be waiting for it: while the server stops, or after a start that failed, whose cause is what is told.
  failed.promise.catch(() => {});
  let ownerUrl = config.databaseUrl;
  let databaseDirectory: string | undefined;
  if (ownerUrl === undefined) {
    log.info('Starting the database');
    const cluster = await startEmbedded(lock);
    started.defer(() => cluster.stop());
    void cluster.ended.then(async () => failed.reject(await reasonOfEnd(cluster.directory)));
    ownerUrl = cluster.url;
    databaseDirectory = cluster.directory;
  }

  const secrets = await loadSecrets(lock.directory, config);
  const database = await openDatabase(ownerUrl, secrets.authSecret, {
    onNotice: (message) => log.info(message),
    onError: (error) => log.warn({ err: error }, 'a database connection broke'),
  });
  started.defer(() => database.close());
  const context = await createContext({ config, log, database, secrets, databaseDirectory });
  started.defer(() => context.close());
  const connections = watchConnections([database.pool, context.authStore.pool], database.url, log);
  started.defer(() => connections.stop());
  const partitions = schedulePartitions(context);
  started.defer(() => partitions.stop());
  const judging = scheduleJudging(context);
  started.defer(() => judging.stop());
  const folding = scheduleFolding(context);
  started.defer(() => folding.stop());
  const counting = scheduleCounting(context);
  started.defer(() => counting.stop());
  const assessor = startAssessor(context);
  started.defer(() => assessor.stop());
  context.updates.onAssessable(assessor.wake);
  const alerts = scheduleAlerts(context);
  started.defer(() => alerts.stop());
  const deliveries = scheduleDeliveries(context);
  started.defer(() => deliveries.stop());
  const subscriptions = scheduleSubscriptions(context);
  started.defer(() => subscriptions.stop());
  const deletions = scheduleDeletions(context);
  started.defer(() => deletions.stop());
  if (config.stripe) {
    const cancellations = scheduleCancellations(context);
    started.defer(() => cancellations.stop());
  }
  const reports = scheduleReports(context);
  started.defer(() => reports.stop());
  const reviews = scheduleOwnerReviews(context);
  started.defer(() => reviews.stop());
  if (config.auditForward) {
    const { url, secret } = config.auditForward;
    const forwarding = scheduleForwarding(context.pool, createReceiver(url, secret), log);
    started.defer(() => forwarding.stop());
  }

  const warn = (message: string) => log.warn(message);
  const sample = await settleSample(context, lock.directory, warn);
  if (config.first) {
    const outcome = await makeFirstOrganization(context.pool, config.first, new Date(context.clock.now()));
    log.info({ organization: config.first.organization, outcome }, 'The first organization');
    if (outcome === 'refused')
      log.warn(
        'SCOUT_FIRST_ORGANIZATION made nothing, because there is another organization already: unset it.',
      );
  }
  const stopping = new AbortController();
  const meters = {
    requests: createRequestMetrics(),
    ingest: createIngestMetrics(),
    gate: createGate(GATE_LIMITS),
  };
  if (config.metrics) {
    const metrics = await serveMetrics(config.metrics, { context, ...meters });
    started.defer(() => metrics.stop());
    log.info(`Metrics are at http://${bracketed(config.metrics.host)}:${metrics.port}/metrics`);
  }
  const { localUrl, close } = await listen(context, meters, stopping.signal);
  started.defer(close);
  // The certificate is for the public address.
  await lock.announce(config.tls && config.publicUrl ? config.publicUrl : localUrl);

  if (sample) {
    const { pool } = context;
    const fleet = await startSample(sample, { pool, dataDir: lock.directory, serverUrl: localUrl, warn });
    started.defer(fleet.stop);
  }
  started.defer(() => lock.announceStop());

  if (config.smtpUrl === undefined && !hasInbox(config)) {
    log.warn(`No mail is sent, because SMTP_URL is not set. It is kept in ${outboxOf(config.dataDir)}.`);
  }

  if (config.salesEmails.length === 0) {
    log.warn(
      withOwnCommands(
        'Nobody is told of requests for early access and questions to sales, which the pages promise to answer, and no page names an address to write to: SALES_EMAILS is not set. They are kept: npm run -s scout -- requests list',
      ),
    );
  }

  const isNew = (await listTenants(context.pool)).every(({ is_sample }) => is_sample);
  const running = started.move();
  return {
    url: config.publicUrl ?? localUrl,
    sample,
    inboxUrl: hasInbox(config) ? `${localUrl}/dev/inbox` : undefined,
    isNew,
    failed: failed.promise,
    async stop() {
      stopping.abort();
      await pause(config.drainSeconds * 1000);
      // A database that does not answer must not keep the server.
      const cut = setTimeout(() => connections.cutAll(), CUT_AFTER_MS);
      const late = new AbortController();
      const limit = pause(STOP_LIMIT_MS, undefined, late).then(() => {
        throw new Error('The server did not stop in time, because its database did not answer.');
      });
      await Promise.race([running.disposeAsync(), limit]).finally(() => {
        clearTimeout(cut);
        limit.catch(() => {});
        late.abort();
      });
    },
  };
}

/** Milliseconds for work under way to end before its connections to the database are cut. */
const CUT_AFTER_MS = 12_000;
/** Milliseconds in which everything has ended. */
const STOP_LIMIT_MS = 30_000;

const bracketed = (host: string): string => (host.includes(':') ? `[${host}]` : host);

async function listen(
  context: Context,
  meters: AppMeters,
  stopping: AbortSignal,
): Promise<{ localUrl: string; close: () => Promise<void> }> {
  const { host, port, publicUrl } = context.config;
  const app = await createApp(context, { stopping, meters });
  try {
    await app.listen({ host, port, listenTextResolver: () => 'Answering calls' });
  } catch (error) {
    await app.close();
    throw explained(error, host, port);
  }
  const address = app.server.address() as AddressInfo;
  if (!isLoopback(address.address) && !publicUrl?.startsWith('https:')) {
    context.log.warn(
      'Passwords and events travel in the clear to other machines: put a proxy with TLS in front, and set PUBLIC_URL to its https address.',
    );
  }
  const localUrl = localUrlOf(address, context.config.tls ? 'https' : 'http');
  if (context.addresses.reach() === 'nowhere') {
    context.log.warn(
      `PUBLIC_URL is not set, so this server does not know the address under which others reach it: links in mails lead to ${localUrl}, which only this machine opens, and no agent packages with a configuration are handed out. Set PUBLIC_URL, such as https://scout.example, and start again.`,
    );
  }
  return { localUrl, close: () => app.close() };
}

/** The sample organization as the configuration wants it: there, or gone with all that was its own. */
async function settleSample(context: Context, dataDir: string, warn: (message: string) => void) {
  const { config, pool } = context;
  if (config.databaseUrl !== undefined) return undefined;
  if (config.sample) return prepareSample(pool, dataDir, warn);
  await removeSample(pool, dataDir, warn);
  return undefined;
}

function explained(error: unknown, host: string, port: number): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  switch (code) {
    case 'EADDRINUSE':
      return new Error(`Port ${port} on ${host} is taken by another program. Stop it, or set PORT.`, {
        cause: error,
      });
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new Error(`This machine has no address ${host}. Correct HOST.`, { cause: error });
    case 'EACCES':
      return new Error(`This user may not listen on port ${port}. Set PORT to 1024 or more.`, {
        cause: error,
      });
    default:
      return error;
  }
}
