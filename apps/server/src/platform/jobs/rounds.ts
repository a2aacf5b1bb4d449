import { setTimeout as pause } from 'node:timers/promises';

/** Background work, from its start until `stop` is called. */
export interface Job {
  /** Ends with the current round. */
  stop(): Promise<void>;
}

export interface Rounds {
  /** Milliseconds from the end of a round to the beginning of the next. */
  readonly everyMs: number;
  /** The signal is aborted when the work should stop. */
  round(signal: AbortSignal): Promise<void>;
  /** Called with the error of a failed round; the next one follows as usual. */
  onError(error: unknown): void;
}

/** Does rounds in the background, the first one immediately, until `stop` is called. */
export function scheduleRounds({ everyMs, round, onError }: Rounds): Job {
  const stopping = new AbortController();
  const { signal } = stopping;

  async function run(): Promise<void> {
    while (!signal.aborted) {
      await round(signal).catch((error: unknown) => {
        if (!signal.aborted) onError(error);
      });
      await pause(everyMs, undefined, { signal }).catch(() => {});
    }
  }

  const running = run();
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
