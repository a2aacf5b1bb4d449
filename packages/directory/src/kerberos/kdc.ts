import { connect, isIP, type LookupFunction } from 'node:net';
import { DirectoryProblem } from '../problems.ts';

/** Port of a Kerberos service. */
export const KDC_PORT = 88;
const TIMEOUT_MS = 10_000;
/** Bytes of a response; tickets with many groups have 64 KiB. */
const RESPONSE_MAX = 256 * 1024;

/** The controller's Kerberos service. */
export interface Kdc {
  readonly host: string;
  readonly port: number;
  /** The time that the controller compares with its own. */
  readonly now: () => number;
  readonly lookup?: LookupFunction | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** The host and the port of an address such as dc1.corp.example, dc1.corp.example:88 or [2001:db8::1]. */
export function kdcAddress(text: string): Pick<Kdc, 'host' | 'port'> {
  if (isIP(text) === 6) return { host: text, port: KDC_PORT };
  const [, host = text, port] = /^(.*?)(?::(\d{1,5}))?$/.exec(text) ?? [];
  return { host: host.replace(/^\[|\]$/g, ''), port: port === undefined ? KDC_PORT : Number(port) };
}

/**
 * Sends a request over TCP and returns the response (RFC 4120, 7.2.2): each has its length before it.
 * @throws DirectoryProblem
 */
export async function askKdc({ host, port, lookup, signal }: Kdc, request: Buffer): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const socket = connect({ host, port, ...(lookup && { lookup }), ...(signal && { signal }) });
  const fail = (message: string, cause?: unknown) => reject(new DirectoryProblem(message, { cause }));
  const timer = setTimeout(
    () => fail('The Kerberos service of the controller did not respond in time.'),
    TIMEOUT_MS,
  );
  const chunks: Buffer[] = [];
  let received = 0;
  let expected: number | undefined;
  socket.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    received += chunk.length;
    if (expected === undefined && received >= 4) expected = 4 + Buffer.concat(chunks).readUInt32BE();
    if (expected === undefined) return;
    if (expected > RESPONSE_MAX || received > expected)
      fail('The response of the controller could not be read.');
    else if (received === expected) resolve(Buffer.concat(chunks).subarray(4));
  });
  socket.on('error', (error: NodeJS.ErrnoException) =>
    error instanceof DirectoryProblem ? reject(error) : fail(reachWords(error), error),
  );
  socket.on('close', () => fail('The Kerberos service of the controller closed the connection.'));
  const head = Buffer.alloc(4);
  head.writeUInt32BE(request.length);
  socket.write(Buffer.concat([head, request]));
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    socket.destroy();
  }
}

function reachWords({ code = '' }: NodeJS.ErrnoException): string {
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return 'The name of the Kerberos service could not be resolved.';
  return `The Kerberos service of the controller could not be reached${/^[A-Z_0-9]{1,60}$/.test(code) ? ` (${code})` : ''}.`;
}
