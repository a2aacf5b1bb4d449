import type { AddressInfo } from 'node:net';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { adviceFor } from './advice.ts';
import { type AppMeters, createApp } from './app.ts';
import { type Context, createContext } from './context.ts';
import { createGate, createIngestMetrics, GATE_LIMITS } from './modules/ingest/module.ts';
import { type Collector, createCollector } from './modules/operator/module.ts';
import { modules } from './modules.ts';
import type { Config } from './platform/config/config.ts';
import type { Secrets } from './platform/config/dataDirectory.ts';
import { explainedConnection } from './platform/database/connectionErrors.ts';
import { watchConnections } from './platform/database/deadConnections.ts';
import type { DatabaseContext } from './platform/database/open.ts';
import { localUrlOf } from './platform/http/addresses.ts';
import { readWebApplication } from './platform/http/webApplication.ts';
import { shareWebFiles } from './platform/http/webFiles.ts';
import { collectWhenIdle } from './platform/jobs/idleMemory.ts';
import { hasInbox } from './platform/mail/inbox/registerInbox.ts';
import { createRequestMetrics } from './platform/metrics/requestMetrics.ts';

/** Application and jobs, accepting calls. */
export interface Server extends AsyncDisposable {
  /** Its own address. */
  readonly localUrl: string;
  /** Inbox address without a mail server; undefined with one, or when the server is reachable by others. */
  readonly inboxUrl: string | undefined;
  readonly metrics: Collector;
  /** Makes /readyz report the stop, so that a load balancer redirects. */
  announceStop(): void;
  /** Closes every database connection, and thus everything waiting for an unresponsive one. */
  cutDatabase(): void;
}

export interface ServerParts {
  readonly config: Config;
  readonly log: FastifyBaseLogger;
  /** Closed by its opener, after the server. */
  readonly database: DatabaseContext;
  readonly secrets: Secrets;
  readonly databaseDirectory: string | undefined;
}

/**
 * Starts the jobs and listens. A failure stops everything started before; disposing stops everything in reverse order, including
 * open requests.
 * @throws Error with an actionable message
 */
export async function startServer(parts: ServerParts): Promise<Server> {
  const { config, log, database } = parts;
  await using started = new AsyncDisposableStack();
  started.use(collectWhenIdle());
  const context = await createContext(parts).catch((error: unknown) => {
    throw explainedConnection(database.url, error);
  });
  started.defer(() => context.close());
  const connections = watchConnections(
    [database.pool, context.authStore.pool, context.jobsPool],
    database.url,
    log,
  );
  started.defer(() => connections.stop());
  const stopping = new AbortController();
  const meters = {
    requests: createRequestMetrics(),
    ingest: createIngestMetrics(),
    gate: createGate(GATE_LIMITS),
  };
  const services = { ...context, gate: meters.gate };
  for (const { jobs } of modules) for (const job of jobs?.(services) ?? []) started.defer(() => job.stop());
  const metrics = createCollector({ context, ...meters });
  started.defer(async () => metrics.stop());
  const app = await listen(context, meters, stopping.signal);
  started.defer(() => app.close());
  const address = app.server.address() as AddressInfo;
  const localUrl = localUrlOf(address, config.tls ? 'https' : 'http');
  for (const advice of adviceFor(context, address)) log.warn(advice);
  const running = started.move();
  return {
    localUrl,
    inboxUrl: hasInbox(config) ? `${localUrl}/dev/inbox` : undefined,
    metrics,
    announceStop: () => stopping.abort(),
    cutDatabase: () => connections.cutAll(),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

async function listen(context: Context, meters: AppMeters, stopping: AbortSignal): Promise<FastifyInstance> {
  const { host, port, webRoot } = context.config;
  const web = await readWebApplication(webRoot);
  if (web) await shareWebFiles(context.pool, web, context.clock.now());
  const app = await createApp(context, { stopping, meters });
  try {
    await app.listen({ host, port, listenTextResolver: () => 'Answering calls' });
  } catch (error) {
    await app.close();
    throw explained(error, host, port);
  }
  return app;
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
