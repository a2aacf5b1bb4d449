import { request as httpRequest } from 'node:http';
import type { Socket } from 'node:net';
import { clientOf, type TestClient, type TestServer } from '@scout/testkit';
import Fastify from 'fastify';
import { onTestFinished } from 'vitest';
import { toWireError } from '../../../platform/http/wireError.ts';
import { type IngestContext, type IngestOptions, registerIngest } from '../registerIngest.ts';

export interface Alone {
  readonly agent: TestClient;
  readonly url: string;
  /** Resolves on the first successful authentication. */
  readonly letIn: Promise<void>;
  /** Resolves with the first error that ended a request. */
  readonly failed: Promise<Error>;
  /** Bytes that were read from all connections so far. */
  bytesRead(): number;
  /** Connections that are open, as the server sees it. */
  connections(): number;
}

/** Ingest alone with the same database, so that a test can set its limits and observe a request's progress. */
export async function ingestAlone(
  server: TestServer,
  agent: TestClient,
  options: IngestOptions,
  context: Partial<IngestContext> = {},
): Promise<Alone> {
  const letIn = Promise.withResolvers<void>();
  const failed = Promise.withResolvers<Error>();
  const app = Fastify();
  const sockets: Socket[] = [];
  app.server.on('connection', (socket) => sockets.push(socket));
  app.setErrorHandler((error, request, reply) => {
    const { status, body, retryAfter } = toWireError(error, request.id);
    if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
    return reply.status(status).send(body);
  });
  app.addHook('onError', async (_request, _reply, error) => failed.resolve(error));
  const authenticateAgent: IngestContext['authenticateAgent'] = async (authorization) => {
    const identity = await server.context.authenticateAgent(authorization);
    letIn.resolve();
    return identity;
  };
  registerIngest(app, { ...server.context, authenticateAgent, ...context }, options);
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(() => app.close());
  return {
    agent: clientOf({ url }, agent.bearer),
    url,
    letIn: letIn.promise,
    failed: failed.promise,
    connections: () => sockets.filter(({ destroyed }) => !destroyed).length,
    bytesRead: () => sockets.reduce((sum, { bytesRead }) => sum + bytesRead, 0),
  };
}

/** A request whose body a test sends in chunks. */
export function openRequest(client: TestClient, url: string, batchNo: number, headers = {}) {
  const request = httpRequest(`${url}/api/ingest/v1/events`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${client.bearer}`,
      'content-type': 'application/x-ndjson',
      'scout-batch': String(batchNo),
      ...headers,
    },
  });
  const answer = new Promise<{ status: number; body: unknown }>((resolve, reject) => {
    request.on('error', reject).on('response', async (response) => {
      const chunks = await response.toArray();
      resolve({ status: response.statusCode ?? 0, body: JSON.parse(Buffer.concat(chunks).toString()) });
    });
  });
  return { request, answer };
}
