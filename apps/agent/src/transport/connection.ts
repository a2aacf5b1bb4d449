import { once } from 'node:events';
import { request } from 'node:http';
import { connect, isIP, type Socket } from 'node:net';
import { connect as connectTls, type SecureContext } from 'node:tls';
import { ConnectionError, tcpError, tlsError } from './connectionError.ts';
import type { ChosenProxy } from './proxy.ts';
import type { Trust } from './trust.ts';

export interface ConnectionOptions {
  /** The server; its path is ignored. */
  readonly target: URL;
  readonly proxy: ChosenProxy | null;
  readonly trust: Trust;
  /** For all steps together, in milliseconds. */
  readonly timeoutMs: number;
}

/** Opens a connection to the server, through the proxy and with TLS where they are needed. @throws {ConnectionError} with the step */
export async function openConnection({
  target,
  proxy,
  trust,
  timeoutMs,
}: ConnectionOptions): Promise<Socket> {
  const limit = AbortSignal.timeout(timeoutMs);
  const socket = proxy === null ? await tcp(target, limit) : await tunnel(target, proxy, trust, limit);
  if (target.protocol === 'http:') return socket;
  return secured(socket, target.hostname, await trust.context(), limit, trust);
}

const portOf = ({ port, protocol }: URL): number => Number(port) || (protocol === 'https:' ? 443 : 80);
/** Without the brackets of an IPv6 address. */
const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1');

async function tcp(url: URL, limit: AbortSignal): Promise<Socket> {
  const socket = connect({ host: hostOf(url), port: portOf(url), noDelay: true });
  try {
    await ready(socket, 'connect', limit);
    return socket;
  } catch (error) {
    throw tcpError(error);
  }
}

/** Resolves with the event; destroys the socket otherwise. */
async function ready(socket: Socket, event: 'connect' | 'secureConnect', signal: AbortSignal): Promise<void> {
  const closed = new AbortController();
  const end = (): void => closed.abort(new Error('closed before it was open'));
  socket.once('close', end);
  try {
    await once(socket, event, { signal: AbortSignal.any([signal, closed.signal]) });
  } catch (error) {
    socket.on('error', () => {});
    socket.destroy();
    if (signal.aborted) throw new Error('no response in time');
    throw (error as Error).name === 'AbortError' ? closed.signal.reason : error;
  } finally {
    socket.off('close', end);
  }
}

/** A connection through the proxy, by CONNECT. */
async function tunnel(
  target: URL,
  { url, authorization }: ChosenProxy,
  trust: Trust,
  limit: AbortSignal,
): Promise<Socket> {
  const proxyName = url.host;
  try {
    const open = await tcp(url, limit);
    const socket =
      url.protocol === 'http:' ? open : await secured(open, url.hostname, await trust.context(), limit);
    return await connectThrough(socket, `${target.hostname}:${portOf(target)}`, authorization, limit);
  } catch (error) {
    throw new ConnectionError('proxy', `proxy ${proxyName}: ${(error as Error).message}`, error);
  }
}

function connectThrough(
  socket: Socket,
  authority: string,
  authorization: string | null,
  signal: AbortSignal,
): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const headers = {
      host: authority,
      ...(authorization !== null && { 'proxy-authorization': authorization }),
    };
    const connecting = request({
      method: 'CONNECT',
      path: authority,
      headers,
      createConnection: () => socket,
    });
    const fail = (error: Error): void => {
      signal.removeEventListener('abort', late);
      socket.on('error', () => {});
      socket.destroy();
      reject(error);
    };
    const late = (): void => fail(new Error('no response in time'));
    const refused = (status: number | undefined): void =>
      fail(
        new Error(
          status === 407
            ? `it does not accept ${authorization === null ? 'requests without credentials' : 'the credentials'} (HTTP 407)`
            : `it refuses to connect to ${authority} (HTTP ${status})`,
        ),
      );
    signal.addEventListener('abort', late);
    connecting.on('connect', ({ statusCode }, opened: Socket) => {
      if (statusCode !== 200) return refused(statusCode);
      signal.removeEventListener('abort', late);
      resolve(opened);
    });
    connecting.on('response', ({ statusCode }) => refused(statusCode));
    connecting.on('error', fail);
    connecting.end();
  });
}

async function secured(
  socket: Socket,
  hostname: string,
  secureContext: SecureContext,
  limit: AbortSignal,
  pinned?: Trust,
): Promise<Socket> {
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  const secure = connectTls({
    socket,
    secureContext,
    ALPNProtocols: ['http/1.1'],
    // The name to verify; an address is not sent as a name (RFC 6066).
    host,
    ...(isIP(host) === 0 && { servername: host }),
  });
  try {
    await ready(secure, 'secureConnect', limit);
    pinned?.checkPin(secure.getPeerCertificate().raw);
    return secure;
  } catch (error) {
    secure.destroy();
    throw tlsError(error);
  }
}
