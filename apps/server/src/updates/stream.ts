import type { UpdateKind } from '@scout/contract';

/** The news for one page, until either side ends the stream. */
export interface Stream {
  /** News of one kind; told once, however often it comes before the page has taken it. */
  tell(kind: UpdateKind): void;
  /** Has access checked now instead of with the next heartbeat. */
  recheck(): void;
  end(): void;
  /** The text of the stream, piece by piece. */
  pieces(): AsyncGenerator<string>;
}

/** Has a proxy send what it holds, and a page that is gone be noticed. */
const heartbeat = ': still here\n\n';

/**
 * A stream of server-sent events. Every `heartbeatMs`, and when asked to, it checks access; it ends when `check` says no. What waits to be
 * taken is one of each kind at most, so a slow reader costs nothing.
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
      // Access is checked again before a change of the organization is told.
      if (checkNow || due || kinds.includes('organization')) {
        checkNow = false;
        checkedAt = performance.now();
        if (!(await check()) || ended) return;
        if (due) yield heartbeat;
      }
      // Browsers drop an event without data.
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
