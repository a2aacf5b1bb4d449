import { lookup } from 'node:dns';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import type { Webhook } from 'standardwebhooks';
import { AddressRefusedError, createGuard, hostOf, type Resolve } from './guard.ts';
import { type SignedMessage, signedHeaders } from './sign.ts';

/** Time limit of an attempt from the look-up of the name to the answer's status, in milliseconds. */
const TIMEOUT_MS = 10_000;
const HEADER_BYTES = 16 * 1024;
const RETRY_AFTER_MOST_MS = 4 * 3_600_000;

/** The parts of an answer that are read. */
export interface Answer {
  /** Of HTTP. */
  readonly status: number;
  /** Milliseconds that the receiver asks to wait, at most four hours; 0 when it does not. */
  readonly retryAfter: number;
}

export interface Poster {
  /**
   * Sends a message with a signature of each signer. Redirects are not followed, and of the answer nothing but its status and
   * Retry-After is read.
   * @throws AddressRefusedError, or what failed on the way
   */
  post(url: URL, message: SignedMessage, signers: readonly Webhook[]): Promise<Answer>;
  /** Refuses a URL that can never be reached. @throws AddressRefusedError */
  check(url: URL): void;
}

/**
 * Posts to addresses that others have chosen; see {@link createGuard}.
 * @param allowed addresses and networks that are reached though they are not public, also without TLS
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

/** Posts to an address that the operator has chosen: any is reached. Otherwise as {@link Poster.post}. */
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
    // A connection of its own, never through a proxy: what was checked is what is connected to.
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
  // It may still fail while it is torn down.
  request.on('error', (error) =>
    reject(error.name === 'AbortError' || error.name === 'TimeoutError' ? timedOut(timeoutMs) : error),
  );
  request.end(body);
  return promise;
}

/** Seconds or a date, as HTTP has it. @param now epoch milliseconds */
function retryAfterOf(header: string | undefined, now: number): number {
  if (header === undefined) return 0;
  const wait = /^\d{1,9}$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now;
  return Number.isNaN(wait) ? 0 : Math.min(Math.max(wait, 0), RETRY_AFTER_MOST_MS);
}

const timedOut = (timeoutMs: number) => new Error(`There was no answer within ${timeoutMs / 1000} seconds.`);
