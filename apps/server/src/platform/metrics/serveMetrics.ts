import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyBaseLogger } from 'fastify';
import type { MetricsSettings } from '../config/config.ts';
import { sameSecret } from '../crypto/secretText.ts';
import { bearerOf } from '../http/caller.ts';
import { EXPOSITION_TYPE, exposition, type Family } from './exposition.ts';

/** Listens on a separate address for metrics collectors, and reads metrics on request. Resolves with its port once listening. */
export async function serveMetrics(
  { host, port, token }: MetricsSettings,
  read: () => Promise<readonly Family[]>,
  log: Pick<FastifyBaseLogger, 'error'>,
): Promise<{ port: number; stop(): Promise<void> }> {
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const given = bearerOf(request.headers.authorization) ?? '';
    if (token !== undefined && !sameSecret(given, token)) {
      response.writeHead(401, { 'www-authenticate': 'Bearer' }).end();
    } else if (request.method !== 'GET' || request.url?.split('?', 1)[0] !== '/metrics') {
      response.writeHead(404).end();
    } else {
      const text = exposition(await read());
      response.writeHead(200, { 'content-type': EXPOSITION_TYPE, 'cache-control': 'no-store' }).end(text);
    }
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      log.error({ err: error }, 'metrics could not be served');
      response.writeHead(500).end();
    });
  });
  server.listen(port, host);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

/** Address of the metrics, for the log. */
export const metricsAddress = (host: string, port: number): string =>
  `http://${host.includes(':') ? `[${host}]` : host}:${port}/metrics`;
