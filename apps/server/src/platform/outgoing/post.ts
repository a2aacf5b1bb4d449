import { lookup } from 'node:dns';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import type { Webhook } from 'standardwebhooks';
import { AddressRefusedError, createGuard, hostOf, type Resolve } from './guard.ts';
import { type SignedMessage, signedHeaders } from './sign.ts';

/** Timeout of an attempt from the name lookup to the response's status, in milliseconds. */
const TIMEOUT_MS = 10_000;
const HEADER_BYTES = 16 * 1024;
const RETRY_AFTER_MOST_MS = 4 * 3_600_000;

/** The parts of a response that are read. */
export interface Answer {
  /** HTTP status. */
  readonly status: number;
  /** Milliseconds to wait requested by the receiver, at most four hours; 0 by default. */
  readonly retryAfter: number;
}

export interface Poster {
  /**
   * Sends a message with a signature from each signer. Redirects are not followed, and only the response's status and Retry-After
   * are read.
   * @throws AddressRefusedError, or a transport error
   */
  post(url: URL, message: SignedMessage, signers: readonly Webhook[]): Promise<Answer>;
  /** Refuses a URL that is never permitted. @throws AddressRefusedError */
  check(url: URL): void;
}

/**
 * Posts to addresses chosen by others; see {@link createGuard}.
 * @param allowed non-public addresses and networks that are permitted, also without TLS
 */
export function createPoster(
  allowed: readonly string[],
  resolve: Resolve = lookup,
  { timeoutMs = TIMEOUT_MS } = {},
): Poster {
  const guard = createGuard(allowed, resolve);
  const isEncrypted = (url: URL) => url.protocol === 'https:';
  function check(url: URL): void {
    if (!['https:', 'http:'].includes(url.protocol)) throw new AddressRefusedError();
    guard.check(hostOf(url), isEncrypted(url));
  }
  return {
    check,
    async post(url, message, signers) {
      check(url);
      return send(url, message, signers, { lookUp: guard.lookUp(isEncrypted(url)), timeoutMs });
    },
  };
}

/** Posts to an address chosen by the operator: any is permitted. Otherwise like {@link Poster.post}. */
export const postToOperator = (url: URL, message: SignedMessage, signers: readonly Webhook[]) =>
  send(url, message, signers, { lookUp: lookup, timeoutMs: TIMEOUT_MS });

function send(
  url: URL,
  message: SignedMessage,
  signers: readonly Webhook[],
  { lookUp, timeoutMs }: { lookUp: LookupFunction; timeoutMs: number },
): Promise<Answer> {
  const body = Buffer.from(message.body, 'utf8');
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
    method: 'POST',
    // A separate connection, never through a proxy: the checked address is the one connected to.
    agent: false,
    lookup: lookUp,
    maxHeaderSize: HEADER_BYTES,
    signal: AbortSignal.timeout(timeoutMs),
    headers: {
      ...signedHeaders(signers, message),
      'content-length': body.length,
      'user-agent': 'Scout-Webhooks/1',
    },
  });
  request.once('response', (response) => {
    const retryAfter = retryAfterOf(response.headers['retry-after'], message.at.getTime());
    resolve({ status: response.statusCode ?? 0, retryAfter });
    response.destroy();
  });
  // It may still fail during teardown.
  request.on('error', (error) =>
    reject(error.name === 'AbortError' || error.name === 'TimeoutError' ? timedOut(timeoutMs) : error),
  );
  request.end(body);
  return promise;
}

/** Seconds or a date, as in HTTP. @param now epoch milliseconds */
function retryAfterOf(header: string | undefined, now: number): number {
  if (header === undefined) return 0;
  const wait = /^\d{1,9}$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now;
  return Number.isNaN(wait) ? 0 : Math.min(Math.max(wait, 0), RETRY_AFTER_MOST_MS);
}

const timedOut = (timeoutMs: number) =>
  new Error(`There was no response within ${timeoutMs / 1000} seconds.`);
