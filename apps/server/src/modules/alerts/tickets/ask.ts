import type { Fetcher } from '../../../platform/outgoing/fetch.ts';
import { plainText } from '../formats/plainText.ts';

/** A ticket system refused a request, or answered what cannot be read. */
export class TicketSystemError extends Error {
  override name = 'TicketSystemError';
  /** HTTP status of the answer. */
  readonly status: number;
  /** Milliseconds that it asked to wait; 0 by default. */
  readonly retryAfter: number;
  constructor(status: number, problem: string, retryAfter = 0) {
    super(problem);
    this.status = status;
    this.retryAfter = retryAfter;
  }
}

interface Request {
  readonly method?: 'GET' | 'POST' | 'PATCH';
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Status that means that there is no such thing: the answer is undefined. */
  readonly missing?: number;
}

/** Asks one ticket system, always at its own address. @throws TicketSystemError, or a transport error */
export type Ask = (path: string, request?: Request) => Promise<{ status: number; body: unknown } | undefined>;

/** Longest wait that a receiver may ask for. */
const RETRY_AFTER_MOST_MS = 4 * 3_600_000;

/**
 * Requests to a ticket system with its credential.
 * @param signal ends all requests of one piece of work
 */
export function asker(
  fetcher: Fetcher,
  origin: string,
  authorization: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Ask {
  return async (path, { method = 'GET', body, headers, missing } = {}) => {
    const response = await fetcher.fetch(new URL(path, origin), {
      method,
      signal,
      headers: {
        accept: 'application/json',
        'user-agent': 'Scout-Tickets/1',
        ...authorization,
        ...headers,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const { status } = response;
    if (status === missing) return undefined;
    if (status < 200 || status > 299)
      throw new TicketSystemError(status, `The receiver answered ${status}.`, retryAfterOf(response));
    const text = await response.text();
    if (text.trim() === '') return { status, body: null };
    try {
      return { status, body: JSON.parse(text) as unknown };
    } catch {
      throw new TicketSystemError(status, 'The receiver’s answer is not JSON.');
    }
  };
}

/** Only seconds are understood: all four systems send them. */
function retryAfterOf(response: Response): number {
  const header = response.headers.get('retry-after') ?? '';
  return /^\d{1,9}$/.test(header) ? Math.min(Number(header) * 1000, RETRY_AFTER_MOST_MS) : 0;
}

/** A value inside an answer, whatever the answer is; undefined if it is not there. */
export function at(value: unknown, ...path: readonly (string | number)[]): unknown {
  let found = value;
  for (const step of path) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, step)) return undefined;
    found = (found as Record<string | number, unknown>)[step];
  }
  return found;
}

/** A text inside an answer; undefined if it is none, or empty. */
export function textAt(value: unknown, ...path: readonly (string | number)[]): string | undefined {
  const found = at(value, ...path);
  return typeof found === 'string' && found !== '' ? found : undefined;
}

/** A list inside an answer; empty if it is none. */
export function listAt(value: unknown, ...path: readonly (string | number)[]): readonly unknown[] {
  const found = at(value, ...path);
  return Array.isArray(found) ? found : [];
}

/** An identifier of another system, such as a key; undefined if it is none. */
export function idAt(value: unknown, ...path: readonly (string | number)[]): string | undefined {
  const found = at(value, ...path);
  const text = typeof found === 'number' ? String(found) : found;
  return typeof text === 'string' && /^[A-Za-z0-9_-]{1,100}$/.test(text) ? text : undefined;
}

/** A person's name of another system; null without one. */
export const personOf = (name: string | undefined): string | null =>
  name === undefined ? null : plainText(name, 120) || null;

/** A link to another system: https alone, and without a user. */
export function linkOf(text: string | undefined): string | null {
  if (text === undefined || text.length > 2000 || !URL.canParse(text)) return null;
  const { protocol, username, password, href } = new URL(text);
  return protocol === 'https:' && username === '' && password === '' ? href : null;
}

/** `Authorization` with a user name and a password. */
export const basic = (user: string, password: string) => ({
  authorization: `Basic ${Buffer.from(`${user}:${password}`, 'utf8').toString('base64')}`,
});

/** @throws TicketSystemError when an answer lacks what it must have */
export function required<T>(value: T | undefined, status = 200): T {
  if (value === undefined) throw new TicketSystemError(status, 'The receiver’s answer is incomplete.');
  return value;
}
