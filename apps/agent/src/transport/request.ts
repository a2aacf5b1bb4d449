import type { IncomingHttpHeaders } from 'node:http';
import { deadline } from '../runtime/deadline.ts';
import { parseRetryAfter } from './backoff.ts';
import { ConnectionError, type ConnectionStep } from './connectionError.ts';
import { bodyOf, type Network } from './network.ts';
import { newTraceparent } from './traceContext.ts';

/** The server's response, or the reason for its absence. */
export type Reply =
  | {
      readonly kind: 'answer';
      readonly status: number;
      /** The body as JSON; null if invalid. */
      readonly body: unknown;
      /** A page for people: from a proxy, or from a network that wants a person to sign in. */
      readonly isPage: boolean;
      readonly retryAfterMs: number | null;
      /** True if later bodies may be zstd. */
      readonly takesZstd: boolean;
    }
  | { readonly kind: 'silence'; readonly reason: string; readonly step: ConnectionStep };

export interface Request {
  readonly network: Network;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array<ArrayBuffer>;
  /** For the whole exchange. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** The step that failed, and why. */
function silenceOf(error: unknown, timeoutMs: number): Reply {
  if (error instanceof ConnectionError)
    return { kind: 'silence', reason: `${error.step}: ${error.message}`, step: error.step };
  const isLate = error instanceof Error && error.name === 'TimeoutError';
  const reason = isLate
    ? `no response within ${timeoutMs / 1000} s`
    : String((error as Error).message ?? error);
  return { kind: 'silence', reason: `server: ${reason}`, step: 'server' };
}

/**
 * Sends one POST. Never throws: a network error is a reply of kind `silence`. Redirects are not followed, so that no other server
 * receives the credential.
 */
export async function post({ network, url, headers, body, timeoutMs, signal }: Request): Promise<Reply> {
  const limit = deadline(signal, timeoutMs);
  try {
    const response = await network.request(url, {
      method: 'POST',
      headers: { ...headers, traceparent: newTraceparent() },
      body,
      signal: limit.signal,
    });
    const text = (await bodyOf(response, LONGEST_BYTES)).toString('utf8');
    const status = response.statusCode ?? 0;
    const received = response.headers;
    return {
      kind: 'answer',
      status,
      body: parseJson(text),
      isPage: isRedirect(status) || /^text\/html/i.test(received['content-type'] ?? ''),
      retryAfterMs: parseRetryAfter(received['retry-after'] ?? null, Date.now()),
      takesZstd: listsZstd(acceptedBy(received)),
    };
  } catch (error) {
    return silenceOf(limit.signal.aborted ? limit.signal.reason : error, timeoutMs);
  } finally {
    limit.clear();
  }
}

/** Far above any response of a server. */
const LONGEST_BYTES = 8 * 1024 * 1024;

const isRedirect = (status: number): boolean => status >= 300 && status < 400;

const acceptedBy = (headers: IncomingHttpHeaders): string | null =>
  headers['accept-encoding']?.toString() ?? null;

/** Content codings of a server for later requests (RFC 9110, 12.5.3); servers of earlier versions name none. */
const listsZstd = (accepted: string | null): boolean =>
  (accepted ?? '').split(',').some((coding) => coding.trim().toLowerCase() === 'zstd');

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** An object's own properties; empty for other values. */
export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

/** Reason for a page in place of a response. */
export const PAGE =
  'a page instead of a response from Scout, as a proxy or a network with a sign-in page sends it';

/** `code` and `message` of an error response as text. */
export function errorOf(reply: Extract<Reply, { kind: 'answer' }>): { code: string | null; words: string } {
  const { code, message } = fieldsOf(reply.body);
  const known = typeof code === 'string' ? code : null;
  const words = typeof message === 'string' ? message : reply.isPage ? PAGE : 'no explanation';
  return { code: known, words: `HTTP ${reply.status}${known === null ? '' : ` ${known}`}: ${words}` };
}
