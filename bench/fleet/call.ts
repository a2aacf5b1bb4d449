import { connect, type Socket } from 'node:net';
import { Histogram } from './histogram.ts';

/** A response with its duration in milliseconds. */
export interface Answer {
  readonly status: number;
  readonly body: Record<string, unknown>;
  readonly retryAfterSeconds: number;
  readonly milliseconds: number;
}

interface Call {
  readonly bytes: Buffer;
  answered(status: number, head: string, text: string): void;
}

/**
 * Calls of many agents over a bounded number of connections, with their results. Requests are written to sockets as bytes, one at a
 * time on each: node:http would take as much of the processor as the server does for a small batch.
 */
export class Caller {
  readonly #host: string;
  readonly #port: number;
  readonly #sockets: number;
  readonly #idle: Connection[] = [];
  readonly #open = new Set<Connection>();
  #waiting: Call[] = [];
  #next = 0;
  /** Response times by path, and number of responses by path and status; 0 is a broken connection. */
  readonly times = new Map<string, Histogram>();
  readonly statuses = new Map<string, number>();

  constructor(url: string, sockets: number) {
    const { hostname, port } = new URL(url);
    this.#host = hostname;
    this.#port = Number(port);
    this.#sockets = sockets;
  }

  /** One POST. A broken connection counts as status 0. */
  post(path: string, headers: Readonly<Record<string, string>>, body: Buffer | string): Promise<Answer> {
    const start = performance.now();
    const { promise, resolve } = Promise.withResolvers<Answer>();
    this.#begin({
      bytes: requestOf(this.#host, path, headers, body),
      answered: (status, head, text) => {
        const milliseconds = performance.now() - start;
        this.#count(path, status, milliseconds);
        const retryAfterSeconds = Number(/^retry-after: *(\d+)/im.exec(head)?.[1] ?? 0);
        resolve({ status, body: parse(text), retryAfterSeconds, milliseconds });
      },
    });
    return promise;
  }

  /** Forgets the results so far. */
  forget(): void {
    this.times.clear();
    this.statuses.clear();
  }

  close(): void {
    for (const connection of this.#open) connection.close();
  }

  #count(path: string, status: number, milliseconds: number): void {
    let times = this.times.get(path);
    if (!times) {
      times = new Histogram();
      this.times.set(path, times);
    }
    times.add(milliseconds);
    const key = `${path} ${status}`;
    this.statuses.set(key, (this.statuses.get(key) ?? 0) + 1);
  }

  #begin(call: Call): void {
    const idle = this.#idle.pop();
    if (idle) idle.send(call);
    else if (this.#open.size < this.#sockets) this.#opened().send(call);
    else this.#waiting.push(call);
  }

  #opened(): Connection {
    const connection: Connection = new Connection(connect(this.#port, this.#host), {
      free: () => {
        const call = this.#waiting[this.#next];
        if (!call) {
          this.#waiting = [];
          this.#next = 0;
          this.#idle.push(connection);
          return;
        }
        this.#next += 1;
        connection.send(call);
      },
      closed: () => {
        this.#open.delete(connection);
        const place = this.#idle.indexOf(connection);
        if (place >= 0) this.#idle.splice(place, 1);
        const call = this.#waiting[this.#next];
        if (!call) return;
        this.#next += 1;
        this.#opened().send(call);
      },
    });
    this.#open.add(connection);
    return connection;
  }
}

/** A connection with at most one request under way. */
class Connection {
  readonly #socket: Socket;
  #call: Call | undefined;
  #received: Buffer = Buffer.alloc(0);

  constructor(socket: Socket, events: { free(): void; closed(): void }) {
    this.#socket = socket.setNoDelay(true);
    socket.on('error', () => {});
    socket.on('data', (bytes: Buffer) => {
      this.#received = this.#received.length === 0 ? bytes : Buffer.concat([this.#received, bytes]);
      if (this.#isAnswered()) events.free();
    });
    socket.on('close', () => {
      events.closed();
      this.#settle(0, '', '{}');
    });
  }

  send(call: Call): void {
    this.#call = call;
    this.#socket.write(call.bytes);
  }

  close(): void {
    this.#socket.destroy();
  }

  /** True once the whole response is there. */
  #isAnswered(): boolean {
    const end = this.#received.indexOf('\r\n\r\n');
    if (end < 0) return false;
    const head = this.#received.toString('latin1', 0, end);
    const length = Number(/^content-length: *(\d+)/im.exec(head)?.[1] ?? Number.NaN);
    if (Number.isNaN(length)) {
      this.#socket.destroy();
      return false;
    }
    if (this.#received.length < end + 4 + length) return false;
    const text = this.#received.toString('utf8', end + 4, end + 4 + length);
    this.#received = Buffer.alloc(0);
    this.#settle(Number(head.slice(9, 12)), head, text);
    return true;
  }

  #settle(status: number, head: string, text: string): void {
    const call = this.#call;
    this.#call = undefined;
    call?.answered(status, head, text);
  }
}

function requestOf(
  host: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  body: Buffer | string,
): Buffer {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body;
  let head = `POST ${path} HTTP/1.1\r\nhost: ${host}\r\nuser-agent: scout-agent/0.1.0\r\ncontent-length: ${bytes.length}\r\n`;
  for (const name in headers) head += `${name}: ${headers[name]}\r\n`;
  const whole = Buffer.allocUnsafe(head.length + 2 + bytes.length);
  whole.write(`${head}\r\n`, 'latin1');
  bytes.copy(whole, head.length + 2);
  return whole;
}

function parse(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
}
