import type { UpdateKind } from '@scout/contract';

/** The updates for one page, until either side ends the stream. */
export interface Stream {
  /** Sends an update of one kind; sent once, however often it occurs before the page reads it. */
  tell(kind: UpdateKind): void;
  /** Checks access now instead of with the next heartbeat. */
  recheck(): void;
  end(): void;
  /** The text of the stream, in chunks. */
  pieces(): AsyncGenerator<string>;
}

/** Flushes proxies, and detects a disconnected page. */
const heartbeat = ': still here\n\n';

/**
 * A stream of server-sent events. Checks access every `heartbeatMs` and on request; ends when `check` returns false. At most one
 * pending event of each kind, so that a slow reader costs nothing.
 */
export function createStream(check: () => Promise<boolean>, heartbeatMs: number): Stream {
  const waiting = new Set<UpdateKind>();
  let checkNow = false;
  let ended = false;
  let wake = () => {};

  const somethingToDo = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, heartbeatMs);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
      if (ended || checkNow || waiting.size > 0) wake();
    });

  async function* pieces() {
    yield heartbeat;
    let checkedAt = performance.now();
    for (;;) {
      await somethingToDo();
      if (ended) return;
      const kinds = [...waiting];
      waiting.clear();
      const due = performance.now() - checkedAt >= heartbeatMs;
      // Access is checked again before a change of the organization is sent.
      if (checkNow || due || kinds.includes('organization')) {
        checkNow = false;
        checkedAt = performance.now();
        if (!(await check()) || ended) return;
        if (due) yield heartbeat;
      }
      // Browsers ignore an event without data.
      for (const kind of kinds) yield `event: ${kind}\ndata: new\n\n`;
    }
  }

  return {
    tell(kind) {
      waiting.add(kind);
      wake();
    },
    recheck() {
      checkNow = true;
      wake();
    },
    end() {
      ended = true;
      wake();
    },
    pieces,
  };
}
