import type pg from 'pg';
import { lostBackends } from './backends.ts';
import type { Client, OpenClient } from './client.ts';
import { type Silence, silenceOf } from './silence.ts';

/** Monitors the connections of some pools. */
export interface ConnectionWatch {
  /** Watches a connection outside of the pools, too. */
  add(client: Client): void;
  /** Closes every connection: pending queries fail immediately. */
  cutAll(): void;
  stop(): void;
}

/** Interval of checks for overdue answers. */
const LOOK_EVERY_MS = 2_000;
/** Silence after which an answer is overdue: longer than ordinary statements. */
const OVERDUE_MS = 5_000;
/** What the slowest network in use passes of a statement in the meantime. */
const BYTES_PER_MS = 500;
/** The same, when another one is overdue: they may have been heard until a look later. */
const OTHERS_MS = OVERDUE_MS - 1.25 * LOOK_EVERY_MS;
/** What such a network passes while a session is looked at twice. */
const SMALL_BYTES = 1_000_000;

/**
 * Finds and closes connections whose other end disappeared silently, as after a failover, or that a firewall between forgot:
 * otherwise their queries would wait until TCP gives up, a quarter of an hour. For connections whose answer is overdue, a new
 * connection asks the database whether it still works for them, or waits for this end in turn (backends.ts). A slow statement
 * continues; while the database does not respond at all, everything waits.
 */
export function watchConnections(
  pools: readonly pg.Pool[],
  url: string,
  log: { warn(fields: object, message: string): void },
): ConnectionWatch {
  const silence = silenceOf<OpenClient>();
  let isLooking = false;
  /** Connections that were last heard before this time may be lost, too. */
  let lostUntil = Number.NEGATIVE_INFINITY;

  for (const pool of pools) {
    // Also of connections opened before this call.
    pool.on('acquire', (client) => silence.add(client as unknown as OpenClient));
    pool.on('remove', (client) => silence.delete(client as unknown as OpenClient));
  }

  async function look(): Promise<void> {
    const now = performance.now();
    silence.look(now);
    const isOverdue = ({ isWaiting, since, unanswered }: Silence) =>
      isWaiting && now - since > OVERDUE_MS + unanswered / BYTES_PER_MS;
    // Where one is lost others are, too: they are asked about with it, and afterwards, instead of one after the other.
    const silentSince = silence.list(isOverdue).length > 0 ? now - OTHERS_MS : lostUntil;
    const isLikeLost = ({ heard }: Silence) => heard <= silentSince;
    const suspects = silence.list(
      (one) => isOverdue(one) || (one.isWaiting && isLikeLost(one) && one.unanswered < SMALL_BYTES),
    );
    if (suspects.length > 0) {
      const lost = await lostBackends(url, suspects, (client) => silence.isUnchanged(client));
      if (lost.length > 0) lostUntil = silentSince;
      for (const client of lost) {
        log.warn({ connection: client.processID }, 'a dead database connection was closed');
        cut(client);
      }
    }
    // One that is not in use costs nothing to open again; one that was heard meanwhile is alive.
    for (const client of silence.list(({ isWaiting, heard }) => !isWaiting && heard <= lostUntil))
      if (silence.isUnchanged(client)) cut(client);
  }

  const timer = setInterval(() => {
    if (isLooking) return;
    isLooking = true;
    // No result without a response; the next check asks again.
    look()
      .catch(() => {})
      .finally(() => {
        isLooking = false;
      });
  }, LOOK_EVERY_MS).unref();

  return {
    add(client) {
      silence.add(client as unknown as OpenClient);
      client.once('end', () => silence.delete(client as unknown as OpenClient));
    },
    cutAll() {
      for (const client of silence.list(() => true)) cut(client);
    },
    stop: () => clearInterval(timer),
  };
}

/** Closes the connection locally, without waiting for the other end. Its callers get the error of a reset. */
function cut({ connection }: OpenClient): void {
  const error = new Error('The database stopped responding.');
  connection.stream.destroy(Object.assign(error, { code: 'ECONNRESET' }));
}
