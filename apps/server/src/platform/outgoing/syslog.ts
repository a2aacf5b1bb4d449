import { createSocket } from 'node:dgram';
import { lookup } from 'node:dns';
import { createConnection, isIP, type LookupFunction, type Socket } from 'node:net';
import { hostname } from 'node:os';
import { connect as connectTls } from 'node:tls';
import { createGuard, hostOf, type Resolve } from './guard.ts';

/** Timeout of an attempt, in milliseconds. */
const TIMEOUT_MS = 10_000;

const ports: Readonly<Record<string, number>> = {
  'syslog+tls:': 6514,
  'syslog+tcp:': 601,
  'syslog+udp:': 514,
};

/** A line of syslog. */
export interface SyslogLine {
  readonly facility: number;
  /** 0 to 7, most severe first. */
  readonly severity: number;
  readonly at: Date;
  /** ASCII without blanks, up to 32 characters. */
  readonly type: string;
  /** Without line ends. */
  readonly body: string;
  /** Defaults to none. */
  readonly processId?: number;
}

/** RFC 5424, section 6. */
export function syslogLine({ facility, severity, at, type, body, processId }: SyslogLine): string {
  const host =
    hostname()
      .replaceAll(/[^\x21-\x7e]/g, '')
      .slice(0, 255) || '-';
  return `<${facility * 8 + severity}>1 ${at.toISOString()} ${host} scout ${processId ?? '-'} ${type} - ${body}`;
}

/** A line in the form of TCP and TLS: prefixed with its length in bytes (RFC 6587, section 3.4.1; RFC 5425, section 4.3). */
export function framed(line: string): Buffer {
  const bytes = Buffer.from(line, 'utf8');
  return Buffer.concat([Buffer.from(`${bytes.length} `), bytes]);
}

/** Options of a connection to a syslog receiver. */
export interface SyslogConnection {
  readonly lookUp?: LookupFunction;
  /** CA certificates as PEM, instead of Node's. */
  readonly ca?: string | null;
  readonly timeoutMs?: number;
}

/**
 * Sends frames over a separate connection, `syslog+tls:` or TCP, and waits until the other side has closed it after reading to
 * the end.
 * @throws a transport error
 */
export function sendFrames(url: URL, frames: Buffer, connection: SyslogConnection = {}): Promise<void> {
  const { lookUp = lookup as LookupFunction, ca, timeoutMs = TIMEOUT_MS } = connection;
  const isTls = url.protocol === 'syslog+tls:';
  const host = hostOf(url);
  const to = { host, port: Number(url.port || ports[url.protocol] || 601), lookup: lookUp };
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let written = false;
  const socket: Socket = isTls
    ? connectTls({
        ...to,
        ...(isIP(host) === 0 && { servername: host }),
        ...(ca && { ca }),
        rejectUnauthorized: true,
        minVersion: 'TLSv1.2',
      })
    : createConnection(to);
  const timer = setTimeout(
    () => socket.destroy(new Error(`There was no response within ${timeoutMs / 1000} seconds.`)),
    timeoutMs,
  );
  socket.once(isTls ? 'secureConnect' : 'connect', () => {
    socket.end(frames, () => {
      written = true;
    });
  });
  socket.resume();
  socket.on('error', reject);
  socket.once('close', () => {
    clearTimeout(timer);
    if (written) resolve();
    else reject(new Error('The receiver closed the connection.'));
  });
  return promise;
}

/** Sends lines to receivers chosen by others. */
export interface SyslogSender {
  /** @throws AddressRefusedError, or a transport error; UDP gives no confirmation of arrival */
  send(url: URL, line: string, ca: string | null): Promise<void>;
  /** Refuses a URL that is never permitted. @throws AddressRefusedError */
  check(url: URL): void;
}

/** @param allowed non-public addresses and networks that are permitted, also without TLS */
export function createSyslogSender(
  allowed: readonly string[],
  resolve: Resolve = lookup,
  { timeoutMs = TIMEOUT_MS } = {},
): SyslogSender {
  const guard = createGuard(allowed, resolve);
  const isEncrypted = (url: URL) => url.protocol === 'syslog+tls:';
  const check = (url: URL) => guard.check(hostOf(url), isEncrypted(url));
  return {
    check,
    async send(url, line, ca) {
      check(url);
      const lookUp = guard.lookUp(isEncrypted(url));
      if (url.protocol === 'syslog+udp:') await sendDatagram(url, Buffer.from(line, 'utf8'), lookUp);
      else await sendFrames(url, framed(line), { lookUp, ca, timeoutMs });
    },
  };
}

async function sendDatagram(url: URL, bytes: Buffer, lookUp: LookupFunction): Promise<void> {
  const host = hostOf(url);
  const address = isIP(host) === 0 ? await firstAddress(host, lookUp) : host;
  const socket = createSocket(isIP(address) === 4 ? 'udp4' : 'udp6');
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const done = (error: Error | null) => (error ? reject(error) : resolve());
  socket.once('error', done);
  socket.send(bytes, Number(url.port || ports[url.protocol]), address, done);
  try {
    await promise;
  } finally {
    socket.close();
  }
}

const firstAddress = (host: string, lookUp: LookupFunction): Promise<string> =>
  new Promise((resolve, reject) =>
    lookUp(host, {}, (error, address) => {
      if (error) reject(error);
      else resolve(address as string);
    }),
  );
