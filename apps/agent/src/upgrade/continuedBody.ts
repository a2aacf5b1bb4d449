import type { IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from '../runtime/failure.ts';
import { ConnectionError } from '../transport/connectionError.ts';
import { bodyOf, type Network } from '../transport/network.ts';

/** A file being downloaded. */
export interface ContinuedBody {
  /** `zstd`, or null for the file as it is. */
  readonly coding: string | null;
  readonly chunks: AsyncGenerator<Buffer>;
}

/** Attempts without a new byte, before a download is given up. */
const TRIES = 5;
const WAIT_MS = 2_000;

const requestHeaders = { 'accept-encoding': 'zstd, identity' };

/** The response with one of these states. @throws {Failure} */
export async function get(
  network: Network,
  url: string,
  signal: AbortSignal,
  headers: Readonly<Record<string, string>> = {},
  states: readonly number[] = [200],
): Promise<IncomingMessage> {
  const response = await network.request(url, { signal, headers }).catch((error: Error) => {
    throw new Failure(`${url}: ${error instanceof ConnectionError ? `${error.step}: ` : ''}${error.message}`);
  });
  if (states.includes(response.statusCode ?? 0)) return response;
  response.destroy();
  throw new Failure(`${url} answers HTTP ${response.statusCode}`);
}

/** A small file as a whole. @throws {Failure} */
export async function small(
  network: Network,
  url: string,
  limitBytes: number,
  signal: AbortSignal,
): Promise<Buffer> {
  return bodyOf(await get(network, url, signal), limitBytes).catch((error: Error) => {
    throw new Failure(`${url}: ${error.message}`);
  });
}

/**
 * A large file, compressed where the server has it so. After a cut it continues where it stopped, as long as the server has the same
 * file.
 * @throws {Failure}
 */
export async function continuedBody(
  network: Network,
  url: string,
  signal: AbortSignal,
  waitMs = WAIT_MS,
): Promise<ContinuedBody> {
  const first = await get(network, url, signal, requestHeaders);
  const coding = codingOf(first, url);
  const { etag } = first.headers;
  const mayContinue = first.headers['accept-ranges'] === 'bytes' && etag?.startsWith('"');
  const next = (from: number) =>
    get(network, url, signal, { ...requestHeaders, range: `bytes=${from}-`, 'if-range': etag! }, [206]);
  return { coding, chunks: continued({ url, first, next: mayContinue ? next : null, signal, waitMs }) };
}

/** A file of which single ranges are fetched. */
export interface RangedFile {
  /** `zstd`, or null for the file as it is; ranges are of this form. */
  readonly coding: string | null;
  /** Length of this form. */
  readonly bytes: number;
  /** From one offset to another, exclusive. After a cut it continues where it stopped. */
  range(from: number, to: number): AsyncGenerator<Buffer>;
}

/** Asks for the first byte of a large file. @throws {Failure} also when the server sends no ranges */
export async function rangedFile(
  network: Network,
  url: string,
  signal: AbortSignal,
  waitMs = WAIT_MS,
): Promise<RangedFile> {
  const first = await get(network, url, signal, { ...requestHeaders, range: 'bytes=0-0' }, [206]);
  const coding = codingOf(first, url);
  const bytes = Number(/^bytes 0-0\/(\d{1,15})$/.exec(first.headers['content-range'] ?? '')?.[1]);
  await bodyOf(first, 1);
  if (!bytes) throw new Failure(`${url} does not say how long it is`);
  const { etag } = first.headers;
  const condition = etag?.startsWith('"') ? { 'if-range': etag } : {};
  return {
    coding,
    bytes,
    range: (from, to) =>
      continued({
        url,
        length: to - from,
        next: (received) => {
          const range = `bytes=${from + received}-${to - 1}`;
          return get(network, url, signal, { ...requestHeaders, ...condition, range }, [206]);
        },
        signal,
        waitMs,
      }),
  };
}

function codingOf(response: IncomingMessage, url: string): string | null {
  const coding = response.headers['content-encoding'] ?? 'identity';
  if (coding === 'identity') return null;
  if (coding === 'zstd') return coding;
  response.destroy();
  throw new Failure(`${url} is packed as ${coding}, which was not asked for`);
}

interface Continued {
  readonly url: string;
  /** A response that is there already. */
  readonly first?: IncomingMessage;
  /** Asks for what follows these bytes; null if the server cannot send that. */
  readonly next: ((received: number) => Promise<IncomingMessage>) | null;
  /** Bytes expected; without it, all that is sent. */
  readonly length?: number;
  readonly signal: AbortSignal;
  readonly waitMs: number;
}

async function* continued({ url, first, next, length, signal, waitMs }: Continued): AsyncGenerator<Buffer> {
  let response: IncomingMessage | null = first ?? null;
  let received = 0;
  for (let tries = 0; ; ) {
    const before = received;
    let cut: Error | null = null;
    try {
      response ??= await next!(received);
      for await (const chunk of response as AsyncIterable<Buffer>) {
        received += chunk.length;
        if (length !== undefined && received > length)
          throw new Failure(`${url} sends more than was asked for`);
        yield chunk;
      }
      if (response.complete && (length === undefined || received === length)) return;
      cut = new Failure(`${url}: the connection was cut`);
    } catch (error) {
      cut = error as Error;
    }
    response = null;
    tries = received > before ? 1 : tries + 1;
    if (signal.aborted || next === null || tries >= TRIES || received > (length ?? received)) throw cut;
    await sleep(waitMs, undefined, { signal });
  }
}
