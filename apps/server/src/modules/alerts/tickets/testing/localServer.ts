import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as a ticket system sees it. */
export interface ReceivedCall {
  readonly method: string;
  readonly url: URL;
  readonly authorization: string;
  readonly body: Record<string, unknown>;
}

export interface ApiResponse {
  readonly status: number;
  readonly body?: unknown;
}

/** A ticket system on the loopback interface. */
export interface LocalServer extends AsyncDisposable {
  readonly url: string;
  readonly received: ReceivedCall[];
  /** Answers everything else than the API does, until it is undefined. */
  disturbed: ((request: ReceivedCall, response: ServerResponse) => void) | undefined;
}

/** Starts a server whose API is a function. */
export async function startLocalServer(api: (request: ReceivedCall) => ApiResponse): Promise<LocalServer> {
  const received: ReceivedCall[] = [];
  const http = createServer(async (request, response) => {
    const one = await readRequest(request);
    received.push(one);
    if (server.disturbed !== undefined) return server.disturbed(one, response);
    const { status, body } = api(one);
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(body === undefined ? '' : JSON.stringify(body));
  }).listen(0, '127.0.0.1');
  await once(http, 'listening');
  const { port } = http.address() as AddressInfo;
  const server: LocalServer = {
    url: `http://127.0.0.1:${port}`,
    received,
    disturbed: undefined,
    async [Symbol.asyncDispose]() {
      http.closeAllConnections();
      http.close();
      await once(http, 'close');
    },
  };
  return server;
}

async function readRequest(request: IncomingMessage): Promise<ReceivedCall> {
  let text = '';
  for await (const chunk of request) text += chunk;
  return {
    method: request.method ?? '',
    url: new URL(request.url ?? '', 'http://localhost'),
    authorization: request.headers.authorization ?? '',
    body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>),
  };
}

/** A value at a path of a JSON document, for reading requests. */
export function dig(value: unknown, ...path: (string | number)[]): unknown {
  return path.reduce<unknown>(
    (found, step) => (found as Record<string | number, unknown> | undefined)?.[step],
    value,
  );
}
