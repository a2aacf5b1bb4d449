import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedRequest {
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: string;
  /** Address of this end of the connection. */
  readonly address: string;
}

/** An HTTP server on the loopback interface that stores its requests. */
export interface Receiver extends AsyncDisposable {
  readonly port: number;
  readonly url: string;
  readonly received: readonly ReceivedRequest[];
  /** Sets the response from now on. */
  answer(status: number, headers?: IncomingHttpHeaders): void;
  /** Sets a handler from now on. */
  answerBy(listener: RequestListener): void;
}

export async function startReceiver(host = '127.0.0.1'): Promise<Receiver> {
  const received: ReceivedRequest[] = [];
  let respond: RequestListener = (_request, response) => response.writeHead(200).end();
  const http = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    received.push({
      path: request.url ?? '',
      headers: request.headers as Record<string, string>,
      body,
      address: request.socket.localAddress ?? '',
    });
    respond(request, response);
  }).listen(0, host);
  await once(http, 'listening');
  const { port } = http.address() as AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${port}/hook`,
    received,
    answer(status, headers = {}) {
      respond = (_request, response) => response.writeHead(status, headers).end();
    },
    answerBy(listener) {
      respond = listener;
    },
    async [Symbol.asyncDispose]() {
      http.closeAllConnections();
      http.close();
      await once(http, 'close');
    },
  };
}
