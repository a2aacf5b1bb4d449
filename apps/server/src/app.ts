import type { Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import compress from '@fastify/compress';
import helmet from '@fastify/helmet';
import { limits } from '@scout/contract';
import Fastify, { type FastifyInstance, type FastifyServerOptions, LogController } from 'fastify';
import { registerMcp } from './assistants/registerMcp.ts';
import type { Context } from './context.ts';
import { registerCalls } from './modules/auth/module.ts';
import type { Gate, IngestMetrics } from './modules/ingest/index.ts';
import { createGate, GATE_LIMITS } from './modules/ingest/module.ts';
import { salesAddressOf } from './modules/sales/module.ts';
import { modules, router } from './modules.ts';
import { answerBrokenRequest } from './platform/http/brokenRequest.ts';
import { compression } from './platform/http/compression.ts';
import { contentSecurityPolicy } from './platform/http/contentSecurity.ts';
import { logAccess, logAnswer } from './platform/http/logging.ts';
import { registerOpenApi } from './platform/http/openApiDocument.ts';
import { requireOwnSite } from './platform/http/ownSite.ts';
import { registerProbes } from './platform/http/probes.ts';
import { Refusal } from './platform/http/refusal.ts';
import { requestIdOf } from './platform/http/requestId.ts';
import { pathOf } from './platform/http/requestTarget.ts';
import { sendError } from './platform/http/sendError.ts';
import { registerSiteFiles } from './platform/http/siteFiles.ts';
import { followTls, readTls } from './platform/http/tlsFiles.ts';
import { traceFieldsOf } from './platform/http/traceContext.ts';
import { readWebApplication, registerWebApplication } from './platform/http/webApplication.ts';
import { createSharedFiles } from './platform/http/webFiles.ts';
import { registerInbox } from './platform/mail/inbox/registerInbox.ts';
import type { RequestMetrics } from './platform/metrics/requestMetrics.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Reason for a route outside the contract: it is public and reads no tenant data. */
    open?: string;
  }
}

/** Meters of this process for its metrics. */
export interface AppMeters {
  readonly requests: RequestMetrics;
  readonly ingest: IngestMetrics;
  readonly gate: Gate;
}

export interface AppOptions {
  readonly meters?: AppMeters;
  /** Aborted when the server is asked to stop. */
  readonly stopping?: AbortSignal;
  /** Hook for tests that enumerate routes; called on registration of each route. */
  readonly onRoute?: (route: { method: string | string[]; url: string; config?: { open?: string } }) => void;
}

/** Creates the HTTP server from a context. The caller listens, and closes app and context. */
export async function createApp(context: Context, options: AppOptions = {}): Promise<FastifyInstance> {
  const tls = context.config.tls && (await readTls(context.config.tls));
  const app = Fastify({
    ...(tls && { https: tls }),
    loggerInstance: context.log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestIdOf,
    childLoggerFactory: (log, bindings, options, request) =>
      log.child({ ...bindings, ...traceFieldsOf(request) }, options),
    bodyLimit: limits.jsonBodyBytes,
    // Timeout from the headers to the end of a body; ingest has tighter limits of its own.
    requestTimeout: 120_000,
    keepAliveTimeout: 72_000,
    forceCloseConnections: 'idle',
    // Only these proxies may forward a client address.
    trustProxy: [...context.config.trustedProxies],
    exposeHeadRoutes: false,
    rewriteUrl: pathOf,
    // Errors before routing reach no hooks and no error handler; the response has the same form.
    frameworkErrors: sendError,
    clientErrorHandler: answerBrokenRequest,
  } as FastifyServerOptions);
  if (context.config.tls && tls) {
    const following = followTls(app.server as Server, context.config.tls, tls, context.log);
    app.addHook('onClose', async () => following.stop());
  }
  if (options.onRoute) app.addHook('onRoute', options.onRoute);
  app.setErrorHandler(sendError);
  app.setNotFoundHandler((request, reply) => sendError(new Refusal('not_found'), request, reply));
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
    requireOwnSite(request, context.config.publicUrl);
  });
  app.addHook('onResponse', context.config.accessLog ? logAccess : logAnswer);
  if (options.meters) app.addHook('onResponse', options.meters.requests.note);
  app.addHook('onListen', async () => context.addresses.setListening(app.server.address() as AddressInfo));
  app.addHook('preClose', async () => endConnections(app));

  const web = await readWebApplication(context.config.webRoot);
  if (!web) context.log.warn('The web application is not built; only the API is served.');
  await addHeaders(app, context, [...(web?.pages.values() ?? [])]);
  // Requests are not decompressed: ingest reads its gzip bodies within its own limits.
  await app.register(compress, {
    ...compression,
    encodings: [...compression.encodings],
    globalDecompression: false,
  });

  const { pool, storage, writeHealth } = context;
  const gate = options.meters?.gate ?? createGate(GATE_LIMITS);
  registerProbes(app, {
    databaseState: context.databaseState,
    migrationState: context.migrationState,
    freeSpace: storage.freeSpace,
    ingestState: () => (writeHealth.state() === 'ok' && gate.isFull() ? 'full' : writeHealth.state()),
    queueState: context.queueState,
    isStopping: () => options.stopping?.aborted ?? false,
  });
  registerCalls(app, router, context);
  const services = { ...ingestContext(context, options.meters), gate };
  for (const { routes } of modules) routes?.(app, services);
  registerMcp(app, context);
  registerInbox(app, context);
  registerOpenApi(app, context.config.publicUrl ?? '/');
  registerSiteFiles(app, { origin: context.origin, clock: context.clock, web });
  if (web) {
    registerWebApplication(app, web, context.origin, salesAddressOf(context.config), createSharedFiles(pool));
  }
  return app;
}

/** The context with quotas that count what ingest takes, if a meter is given. */
const ingestContext = (context: Context, meters: AppMeters | undefined): Context =>
  meters ? { ...context, quotas: meters.ingest.counted(context.quotas) } : context;

/** Milliseconds for open requests to finish when the server stops. */
const patienceMs = 10_000;

/** While the server stops, a connection closes after the current response instead of waiting for another request. */
function endConnections({ server }: FastifyInstance): void {
  server.keepAliveTimeout = 1;
  const timer = setTimeout(() => server.closeAllConnections(), patienceMs).unref();
  server.once('close', () => clearTimeout(timer));
}

async function addHeaders(
  app: FastifyInstance,
  { config }: Context,
  pages: readonly string[],
): Promise<void> {
  const https = config.publicUrl?.startsWith('https:') ?? false;
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: contentSecurityPolicy(pages, https) },
    strictTransportSecurity: https && { maxAge: 31_536_000, includeSubDomains: false },
    xFrameOptions: { action: 'deny' },
  });
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('permissions-policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()');
  });
}
