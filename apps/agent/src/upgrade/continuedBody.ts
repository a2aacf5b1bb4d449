import type { IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from '../runtime/failure.ts';
import { ConnectionError } from '../transport/connectionError.ts';
import type { Network } from '../transport/network.ts';

/** A file being downloaded. */
export interface ContinuedBody {
  /** `zstd`, or null for the file as it is. */
  readonly coding: string | null;
  readonly chunks: AsyncGenerator<Buffer>;
}

/** Attempts without a new byte, before a download is given up. */
const TRIES = 5;
const WAIT_MS = 2_000;

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
  const asked = { 'accept-encoding': 'zstd, identity' };
  const first = await get(network, url, signal, asked);
  const coding = first.headers['content-encoding'] ?? 'identity';
  if (coding !== 'identity' && coding !== 'zstd') {
    first.destroy();
    throw new Failure(`${url} is packed as ${coding}, which was not asked for`);
  }
  const { etag } = first.headers;
  const mayContinue = first.headers['accept-ranges'] === 'bytes' && etag?.startsWith('"');

  async function* chunks(): AsyncGenerator<Buffer> {
    let response: IncomingMessage | null = first;
    let received = 0;
    for (let tries = 0; ; ) {
      const before = received;
      let cut: Error | null = null;
      try {
        response ??= await get(
          network,
          url,
          signal,
          { ...asked, range: `bytes=${received}-`, 'if-range': etag! },
          [206],
        );
        for await (const chunk of response as AsyncIterable<Buffer>) {
          received += chunk.length;
          yield chunk;
        }
        if (response.complete) return;
        cut = new Failure(`${url}: the connection was cut`);
      } catch (error) {
        cut = error as Error;
      }
      response = null;
      tries = received > before ? 1 : tries + 1;
      if (signal.aborted || !mayContinue || tries >= TRIES) throw cut;
      await sleep(waitMs, undefined, { signal });
    }
  }
  return { coding: coding === 'identity' ? null : coding, chunks: chunks() };
}
