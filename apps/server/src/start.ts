import type { AddressInfo } from 'node:net';
import type { FastifyBaseLogger } from 'fastify';
import { createApp } from './app.ts';
import { scheduleForwarding } from './audit/forwarding.ts';
import { createReceiver } from './audit/receiver.ts';
import { loadSecrets } from './auth/dataDirectory.ts';
import type { Config } from './config.ts';
import { type Context, createContext } from './context.ts';
import { lockDataDirectory } from './database/embedded/lock.ts';
import { startEmbedded } from './database/embedded/start.ts';
import { openDatabase } from './database/open.ts';
import { isLoopback, localUrlOf } from './http/addresses.ts';
import { schedulePartitions } from './jobs/partitions.ts';
import { hasInbox } from './mail/inbox/registerInbox.ts';
import { outboxOf } from './mail/outbox.ts';
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
  /** Ends everything in the opposite order of its start, requests under way included. */
  stop(): Promise<void>;
}

/**
 * Starts everything that the configuration asks for and resolves when calls are answered. What was started before a
 * failure is stopped again.
 * @throws Error with a sentence to act on
 */
export async function start(config: Config, log: FastifyBaseLogger): Promise<RunningServer> {
  await using started = new AsyncDisposableStack();
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
    void cluster.ended.then(() => failed.reject(new Error('The embedded database ended unexpectedly.')));
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
  const partitions = schedulePartitions(context);
  started.defer(() => partitions.stop());
  if (config.auditForward) {
    const { url, secret } = config.auditForward;
    const forwarding = scheduleForwarding(context.pool, createReceiver(url, secret), log);
    started.defer(() => forwarding.stop());
  }

  const warn = (message: string) => log.warn(message);
  const sample = await settleSample(context, lock.directory, warn);
  const { localUrl, close } = await listen(context);
  started.defer(close);
  await lock.announce(localUrl);

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
      'Nobody is told of requests for early access and questions to sales, which the pages promise to answer, and no page names an address to write to: SALES_EMAILS is not set. They are kept: npm run -s scout -- requests list',
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
    stop: () => running.disposeAsync(),
  };
}

async function listen(context: Context): Promise<{ localUrl: string; close: () => Promise<void> }> {
  const { host, port, publicUrl } = context.config;
  const app = await createApp(context);
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
  const localUrl = localUrlOf(address);
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
