import { lookup } from 'node:dns';
import { request as requestHttp } from 'node:http';
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
      request.once('response', (response) => {
        const chunks: Buffer[] = [];
        let size = 0;
        response.on('data', (chunk: Buffer) => {
          size += chunk.length;
          if (size > bytes) request.destroy(new ResponseTooLargeError('The response is too large.'));
          else chunks.push(chunk);
        });
        response.on('error', reject);
        response.on('end', () => {
          const { statusCode: status = 0, headers: fields } = response;
          const type = fields['content-type'];
          const text = Buffer.concat(chunks);
          answer(
            new Response(status === 204 || status === 304 ? null : text, {
              status,
              ...(type !== undefined && { headers: { 'content-type': type } }),
            }),
          );
        });
      });
      // It may still fail during teardown.
      request.on('error', (error) =>
        reject(timeout.aborted ? new Error('There was no response in time.', { cause: error }) : error),
      );
      request.end(sent);
      return promise;
    },
  };
}
