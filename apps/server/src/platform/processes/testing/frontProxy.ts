import { once } from 'node:events';
import { createServer, request as forward, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';

/** A proxy in front of several servers, as operators run one. */
export interface FrontProxy extends AsyncDisposable {
  readonly url: string;
  /** Servers that it sends to from now on. */
  use(servers: readonly string[]): void;
  /** Servers whose last answer of /readyz was 200. */
  ready(): readonly string[];
  /** Requests that each server has answered. */
  answered(server: string): number;
}

const CHECK_EVERY_MS = 100;

/**
 * Sends requests in turns to the servers whose /readyz says 200, to all where none does, and to the next one when a connection is refused. A
 * request that a server took and did not answer is answered 502: whether it was carried out is unknown.
 */
export async function createFrontProxy(): Promise<FrontProxy> {
  let servers: readonly string[] = [];
  const ready = new Set<string>();
  const answered = new Map<string, number>();
  let turn = 0;

  async function check(server: string): Promise<void> {
    const isReady = await fetch(`${server}/readyz`, { signal: AbortSignal.timeout(10_000) }).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) ready.add(server);
    else ready.delete(server);
  }

  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request);
    const some = servers.filter((server) => ready.has(server));
    const candidates = some.length > 0 ? some : servers;
    turn += 1;
    for (let tried = 0; tried < candidates.length; tried += 1) {
      const server = candidates[(turn + tried) % candidates.length]!;
      const outcome = await sendTo(server, request, body, response);
      if (outcome === 'refused') continue;
      if (outcome === 'answered') answered.set(server, (answered.get(server) ?? 0) + 1);
      else if (response.headersSent) response.destroy();
      else response.writeHead(502).end('The server did not answer.');
      return;
    }
    response.writeHead(502).end('No server took the connection.');
  }

  const listener = createServer((request, response) => {
    pass(request, response).catch(() => response.destroy());
  }).listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const stopping = new AbortController();
  const checking = (async () => {
    while (!stopping.signal.aborted) {
      await Promise.all(servers.map(check));
      await pause(CHECK_EVERY_MS);
    }
  })();
  return {
    url: `http://127.0.0.1:${(listener.address() as AddressInfo).port}`,
    use(next) {
      servers = next;
    },
    ready: () => servers.filter((server) => ready.has(server)),
    answered: (server) => answered.get(server) ?? 0,
    async [Symbol.asyncDispose]() {
      stopping.abort();
      await checking;
      listener.closeAllConnections();
      listener.close();
      await once(listener, 'close');
    },
  };
}

/** Forwards a request on a connection of its own. */
function sendTo(
  server: string,
  { method, url, headers, socket }: IncomingMessage,
  body: Buffer,
  response: ServerResponse,
): Promise<'answered' | 'refused' | 'broken'> {
  return new Promise((resolve) => {
    const sent = forward(`${server}${url}`, {
      ...(method !== undefined && { method }),
      headers: { ...headers, 'x-forwarded-for': socket.remoteAddress ?? '', connection: 'close' },
      agent: false,
    });
    sent.once('error', (error: NodeJS.ErrnoException) =>
      resolve(error.code === 'ECONNREFUSED' ? 'refused' : 'broken'),
    );
    sent.once('response', (answer) => {
      const { connection: _, ...rest } = answer.headers;
      response.writeHead(answer.statusCode!, rest);
      answer.pipe(response);
      answer.once('end', () => resolve('answered')).once('close', () => resolve('broken'));
    });
    sent.end(body);
  });
}
