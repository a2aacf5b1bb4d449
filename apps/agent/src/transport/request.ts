import { deadline } from '../runtime/deadline.ts';
import { parseRetryAfter } from './backoff.ts';
import { newTraceparent } from './traceContext.ts';

/** The server's response, or the reason for its absence. */
export type Reply =
  | {
      readonly kind: 'answer';
      readonly status: number;
      /** The body as JSON; null if invalid. */
      readonly body: unknown;
      readonly retryAfterMs: number | null;
      /** True if later bodies may be zstd. */
      readonly takesZstd: boolean;
    }
  | { readonly kind: 'silence'; readonly reason: string };

export interface Request {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array<ArrayBuffer>;
  /** For the whole exchange. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** The cause of fetch's "fetch failed". */
function reasonOf(error: unknown, timeoutMs: number): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return `no response within ${timeoutMs / 1000} s`;
  const { cause } = error;
  return cause instanceof Error
    ? cause.message || (cause as NodeJS.ErrnoException).code || error.message
    : error.message;
}

/**
 * Sends one POST. Never throws: a network error is a reply of kind `silence`. Redirects are refused, so that no other server
 * receives the credential.
 */
export async function post({ url, headers, body, timeoutMs, signal }: Request): Promise<Reply> {
  const limit = deadline(signal, timeoutMs);
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { ...headers, traceparent: newTraceparent() },
      body,
      redirect: 'manual',
      signal: limit.signal,
    });
    const text = await textOf(response);
    return {
      kind: 'answer',
      status: response.status,
      body: parseJson(text),
      retryAfterMs: parseRetryAfter(response.headers.get('retry-after'), Date.now()),
      takesZstd: listsZstd(response.headers.get('accept-encoding')),
    };
  } catch (error) {
    return { kind: 'silence', reason: reasonOf(error, timeoutMs) };
  } finally {
    limit.clear();
  }
}

/** Far above any response of a server. */
const LONGEST_BYTES = 8 * 1024 * 1024;

/** The body as text. @throws for a body beyond {@link LONGEST_BYTES} */
async function textOf({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.length;
    if (length > LONGEST_BYTES) throw new Error('the response is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

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

/** `code` and `message` of an error response as text. */
export function errorOf(reply: Extract<Reply, { kind: 'answer' }>): { code: string | null; words: string } {
  const { code, message } = fieldsOf(reply.body);
  const known = typeof code === 'string' ? code : null;
  const words = typeof message === 'string' ? message : 'no explanation';
  return { code: known, words: `HTTP ${reply.status}${known === null ? '' : ` ${known}`}: ${words}` };
}
