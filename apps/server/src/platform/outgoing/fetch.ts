import { lookup } from 'node:dns';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { AddressRefusedError, createGuard, hostOf, type Resolve } from './guard.ts';

const HEADER_BYTES = 16 * 1024;

/** The other side sent more than is read. */
export class ResponseTooLargeError extends Error {
  override name = 'ResponseTooLargeError';
}

/** A request of a library that knows `fetch`. */
export interface FetchRequest {
  readonly method?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | Headers | undefined;
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
}

export interface Fetcher {
  /**
   * Like `fetch`, without following redirects, within a time and a size.
   * @throws AddressRefusedError, ResponseTooLargeError, or a transport error
   */
  fetch(url: string | URL, request: FetchRequest): Promise<Response>;
  /** Refuses a URL that is never permitted. @throws AddressRefusedError */
  check(url: URL): void;
}

/**
 * Asks addresses chosen by others; see {@link createGuard}.
 * @param allowed non-public addresses and networks that are permitted, also without TLS
 */
export function createFetcher(
  allowed: readonly string[],
  { timeoutMs, bytes }: { timeoutMs: number; bytes: number },
  resolve: Resolve = lookup,
): Fetcher {
  const guard = createGuard(allowed, resolve);
  const isEncrypted = (url: URL) => url.protocol === 'https:';
  function check(url: URL): void {
    if (!['https:', 'http:'].includes(url.protocol)) throw new AddressRefusedError();
    guard.check(hostOf(url), isEncrypted(url));
  }
  return {
    check,
    async fetch(target, { method = 'GET', headers, body, signal }) {
      const url = new URL(target);
      check(url);
      const sent = body === undefined || body === null ? undefined : Buffer.from(String(body), 'utf8');
      const timeout = AbortSignal.timeout(timeoutMs);
      const { promise, resolve: answer, reject } = Promise.withResolvers<Response>();
      const request = (isEncrypted(url) ? requestHttps : requestHttp)(url, {
        method,
        // A separate connection, never through a proxy: the checked address is the one connected to.
        agent: false,
        lookup: guard.lookUp(isEncrypted(url)),
        maxHeaderSize: HEADER_BYTES,
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
        headers: {
          ...Object.fromEntries(new Headers(headers as Record<string, string> | undefined)),
          ...(sent && { 'content-length': String(sent.length) }),
        },
      });
      const fail = (error: Error) =>
        reject(timeout.aborted ? new Error('There was no response in time.', { cause: error }) : error);
      request.once('response', (response) => {
        const chunks: Buffer[] = [];
        let size = 0;
        response.on('data', (chunk: Buffer) => {
          size += chunk.length;
          chunks.push(chunk);
          if (size <= bytes) return;
          reject(new ResponseTooLargeError('The response is too large.'));
          response.destroy();
        });
        response.on('error', fail);
        response.on('end', () => {
          try {
            answer(responseOf(response, Buffer.concat(chunks)));
          } catch (error) {
            fail(error as Error);
          }
        });
      });
      // It may still fail during teardown.
      request.on('error', fail);
      request.end(sent);
      return promise;
    },
  };
}

/** Status, media type, body, and when to ask again: nothing else is read. @throws RangeError for a status that is none */
function responseOf({ statusCode: status = 0, headers }: IncomingMessage, body: Buffer): Response {
  const type = headers['content-type'];
  const again = headers['retry-after'];
  return new Response([204, 205, 304].includes(status) ? null : body, {
    status,
    headers: {
      ...(type !== undefined && { 'content-type': type }),
      ...(again !== undefined && { 'retry-after': again }),
    },
  });
}
