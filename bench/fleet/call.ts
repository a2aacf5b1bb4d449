import { Agent, request } from 'node:http';

/** A response with its duration in milliseconds. */
export interface Answer {
  readonly status: number;
  readonly body: Record<string, unknown>;
  readonly retryAfterSeconds: number;
  readonly milliseconds: number;
}

/** Calls of many agents over a bounded number of connections, with their results. */
export class Caller {
  readonly #url: string;
  readonly #connections: Agent;
  /** Response times by path, and number of responses by status. */
  readonly times = new Map<string, number[]>();
  readonly statuses = new Map<string, number>();

  constructor(url: string, sockets: number) {
    this.#url = url;
    this.#connections = new Agent({ keepAlive: true, maxSockets: sockets });
  }

  /** One POST. A broken connection counts as status 0. */
  post(path: string, headers: Readonly<Record<string, string>>, body: Buffer | string): Promise<Answer> {
    const start = performance.now();
    const { promise, resolve } = Promise.withResolvers<Answer>();
    const settle = (status: number, text: string, retryAfter: string | undefined): void => {
      const milliseconds = performance.now() - start;
      const list = this.times.get(path) ?? [];
      list.push(milliseconds);
      this.times.set(path, list);
      const key = `${path} ${status}`;
      this.statuses.set(key, (this.statuses.get(key) ?? 0) + 1);
      resolve({ status, body: parse(text), retryAfterSeconds: Number(retryAfter ?? 0), milliseconds });
    };
    const outgoing = request(this.#url + path, {
      method: 'POST',
      agent: this.#connections,
      headers: {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'user-agent': 'scout-agent/0.1.0',
        ...headers,
      },
    });
    outgoing.on('response', (response) => {
      response.toArray().then(
        (chunks) =>
          settle(response.statusCode ?? 0, Buffer.concat(chunks).toString(), response.headers['retry-after']),
        (error: Error) => settle(0, JSON.stringify({ message: error.message }), undefined),
      );
    });
    outgoing.on('error', (error) => settle(0, JSON.stringify({ message: error.message }), undefined));
    outgoing.end(body);
    return promise;
  }

  close(): void {
    this.#connections.destroy();
  }
}

function parse(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
}
