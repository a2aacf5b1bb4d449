import {
  type ClientRequest,
  Agent as HttpAgent,
  request as httpRequest,
  type IncomingMessage,
} from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { Socket } from 'node:net';
import { openConnection } from './connection.ts';
import { ConnectionError, tlsError } from './connectionError.ts';
import type { NetworkSettings } from './networkSettings.ts';
import { Pac } from './pac.ts';
import { type ChosenProxy, proxyFor } from './proxy.ts';
import { Trust } from './trust.ts';

export interface NetworkRequest {
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  readonly signal: AbortSignal;
}

type Opened = (error: Error | null, socket?: Socket) => void;
type Options = { host?: string | null; port?: number | string | null };

/** Time for one connection, in milliseconds. */
const CONNECT_MS = 30_000;
const PAC_BYTES = 1024 * 1024;

/**
 * Sends requests to the server and keeps connections between them. All of the agent's requests take this way, so that trust and
 * proxy are the same for events, enrollment and upgrades.
 */
export class Network {
  readonly #settings: NetworkSettings;
  readonly trust: Trust;
  readonly #agents: { readonly http: HttpAgent; readonly https: HttpsAgent };
  readonly #used = new WeakSet<Socket>();
  readonly #pac = new Pac();

  constructor(settings: NetworkSettings = {}) {
    this.#settings = settings;
    this.trust = new Trust(settings);
    const open = (scheme: string, { host, port }: Options, opened: Opened): undefined => {
      const name = host?.includes(':') ? `[${host}]` : host;
      this.open(new URL(`${scheme}://${name}:${port}`)).then(
        (socket) => opened(null, socket),
        (error: Error) => opened(error),
      );
    };
    const kept = { keepAlive: true, maxFreeSockets: 2 };
    this.#agents = {
      http: Object.assign(new HttpAgent(kept), {
        createConnection: (options: Options, opened: Opened) => open('http', options, opened),
      }),
      https: Object.assign(new HttpsAgent(kept), {
        createConnection: (options: Options, opened: Opened) => open('https', options, opened),
      }),
    };
  }

  /** The proxy for a server; null: none. @throws {ConnectionError} */
  proxyFor(target: URL): Promise<ChosenProxy | null> {
    return proxyFor(target, this.#settings, process.env, (address, to) =>
      this.#pac.proxyFor(address, to, (url) => this.#pacFile(url)),
    );
  }

  /** A PAC file is fetched directly, and its server has another key than Scout's. */
  async #pacFile(url: string): Promise<Buffer> {
    const { pins, ...settings } = this.#settings;
    const direct = new Network({ ...settings, proxy: 'none' });
    const response = await direct.request(url, { signal: AbortSignal.timeout(CONNECT_MS) });
    if (response.statusCode !== 200) throw new Error(`HTTP ${response.statusCode}`);
    return bodyOf(response, PAC_BYTES);
  }

  /** Opens a connection, not kept. @throws {ConnectionError} */
  async open(target: URL, timeoutMs = CONNECT_MS): Promise<Socket> {
    const proxy = await this.proxyFor(target);
    return openConnection({ target, proxy, trust: this.trust, timeoutMs });
  }

  /**
   * The response to one request, whose body follows. Redirects are not followed.
   * @throws {ConnectionError} or the signal's reason
   */
  async request(address: string, options: NetworkRequest): Promise<IncomingMessage> {
    try {
      return await this.#send(address, options);
    } catch (error) {
      // The server may close a kept connection at the moment of its next use; nothing was answered then.
      if (!(error instanceof StaleConnection)) throw error;
      return this.#send(address, options);
    }
  }

  #send(
    address: string,
    { method = 'GET', headers = {}, body, signal }: NetworkRequest,
  ): Promise<IncomingMessage> {
    const url = new URL(address);
    const secure = url.protocol === 'https:';
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const options = { method, headers: { ...headers, ...length } };
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      let isReused = false;
      const sent: ClientRequest = secure
        ? httpsRequest(url, { ...options, agent: this.#agents.https })
        : httpRequest(url, { ...options, agent: this.#agents.http });
      const abort = (): void => void sent.destroy(signal.reason);
      signal.addEventListener('abort', abort, { once: true });
      sent.on('socket', (socket) => {
        isReused = this.#used.has(socket);
        this.#used.add(socket);
      });
      const end = (): void => signal.removeEventListener('abort', abort);
      sent.on('response', (response) => {
        response.on('close', end);
        resolve(response);
      });
      sent.on('error', (error: NodeJS.ErrnoException) => {
        end();
        if (signal.aborted) return reject(signal.reason);
        const isStale = isReused && (error.code === 'ECONNRESET' || error.code === 'EPIPE');
        reject(isStale ? new StaleConnection() : tlsError(error));
      });
      sent.end(body);
    });
  }
}

class StaleConnection extends ConnectionError {
  constructor() {
    super('server', 'the connection was closed');
  }
}

/** A body as one buffer. @throws {ConnectionError} when it is cut or longer than `limitBytes` */
export async function bodyOf(response: IncomingMessage, limitBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of response) {
      length += chunk.length;
      if (length > limitBytes) throw new ConnectionError('server', 'the response is too long');
      chunks.push(chunk);
    }
  } catch (error) {
    throw tlsError(error);
  }
  if (!response.complete) throw new ConnectionError('server', 'the response was cut off');
  return Buffer.concat(chunks);
}
