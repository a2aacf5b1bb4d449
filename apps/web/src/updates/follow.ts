import { limits, type UpdateKind } from '@scout/contract';
import { readUpdates } from './readUpdates.ts';

/** The parts of a page used for following updates. */
export interface FollowingPage {
  setTimeout(callback: () => void, milliseconds: number): unknown;
  clearTimeout(timer: unknown): void;
  /** From 0 to 1. */
  random(): number;
  isVisible(): boolean;
  /** Calls back when the page becomes visible or hidden. */
  onVisibility(callback: () => void): () => void;
  /** Runs `work` while no other page of this browser does; rejects when `signal` aborts before. */
  alone(signal: AbortSignal, work: () => Promise<void>): Promise<void>;
  /** Tells the other pages of this browser. */
  tellOthers(kind: UpdateKind): void;
  onOthers(callback: (kind: UpdateKind) => void): () => void;
}

const shortestWaitMs = 1_000;
const longestWaitMs = 60_000;
/** After two and a half heartbeat intervals without data, the connection counts as dead. */
const silenceMs = limits.updates.heartbeatSeconds * 2_500;

/**
 * Calls `onUpdate` for each update from the server until stopped. One visible page of the browser holds the stream and notifies
 * the others, because browsers limit connections per server. A closed or refused stream is reopened with growing delays; until
 * then pages only poll.
 * @param open requests the stream
 * @returns a function that stops it
 */
export function followUpdates(
  open: (signal: AbortSignal) => Promise<Response>,
  page: FollowingPage,
  onUpdate: (kind: UpdateKind) => void,
): () => void {
  let turn: AbortController | null = null;

  function tell(kind: UpdateKind): void {
    onUpdate(kind);
    page.tellOthers(kind);
  }

  function lookUp(): void {
    if (!page.isVisible()) {
      turn?.abort();
      turn = null;
    } else if (turn === null) {
      turn = new AbortController();
      const { signal } = turn;
      // Rejects only when this page stops waiting for the lock.
      page.alone(signal, () => holdStream(signal)).catch(() => {});
    }
  }

  async function holdStream(signal: AbortSignal): Promise<void> {
    let failures = 0;
    while (!signal.aborted) {
      const opened = await followOnce(signal);
      failures = opened ? 0 : failures + 1;
      await wait(Math.min(longestWaitMs, shortestWaitMs * 2 ** failures) * (0.5 + page.random() / 2), signal);
    }
  }

  /** Follows one stream to its end. False when it could not be opened. */
  async function followOnce(signal: AbortSignal): Promise<boolean> {
    const silent = new AbortController();
    let timer: unknown;
    const listenOn = () => {
      page.clearTimeout(timer);
      timer = page.setTimeout(() => silent.abort(), silenceMs);
    };
    let opened = false;
    try {
      listenOn();
      const response = await open(AbortSignal.any([signal, silent.signal]));
      if (!response.ok || response.body === null) {
        await response.body?.cancel();
        return false;
      }
      opened = true;
      // Events may have arrived since the last poll.
      tell('events');
      await readUpdates(response.body, tell, listenOn);
    } catch {
      // Ended, lost or refused: polling continues until the stream is reopened.
    } finally {
      page.clearTimeout(timer);
    }
    return opened;
  }

  function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      if (signal.aborted) return resolve();
      const timer = page.setTimeout(resolve, milliseconds);
      signal.addEventListener(
        'abort',
        () => {
          page.clearTimeout(timer);
          resolve();
        },
        { once: true },
      );
    });
  }

  const stops = [page.onVisibility(lookUp), page.onOthers(onUpdate)];
  lookUp();
  return () => {
    for (const stop of stops) stop();
    turn?.abort();
    turn = null;
  };
}
