import { createStore, type Store } from '../store/createStore.ts';

/** The result of a poll; `at` is epoch ms. */
export type PollStatus =
  | { phase: 'connecting' }
  | { phase: 'live'; at: number }
  /** `at` is the last success, null when there was none. */
  | { phase: 'offline'; at: number | null; error: unknown };

export interface PollState {
  readonly status: PollStatus;
  /** Due time of the next poll (epoch ms); null while one runs or the page is hidden. */
  readonly nextAt: number | null;
}

export interface Poller extends Store<PollState> {
  start(): void;
  stop(): void;
  /** Polls at once, unless a poll is running. */
  poll(): void;
  /**
   * Polls after an update from the server: immediately, or after the running poll. With continuous updates, polls take at most a
   * tenth of the time. The schedule of regular polls does not change.
   */
  pollForNews(): void;
}

/** The parts of a page that a poller needs. */
export interface PollerPage {
  now(): number;
  setTimeout(callback: () => void, milliseconds: number): unknown;
  clearTimeout(timer: unknown): void;
  isVisible(): boolean;
  /** Calls back when the page becomes visible or hidden. */
  onVisibility(callback: () => void): () => void;
}

/** Maximum share of time for polls under continuous updates. */
const shareOfTime = 0.1;
/** Burst allowance, so that occasional updates are never delayed. */
const burstMs = 1_000;

/**
 * Runs `task` every `intervalMs` while the page is visible, from start to start. A page that
 * becomes visible after longer than that polls at once.
 */
export function createPoller(
  task: (signal: AbortSignal) => Promise<void>,
  intervalMs: number,
  page: PollerPage,
): Poller {
  const state = createStore<PollState>({ status: { phase: 'connecting' }, nextAt: null });
  let timer: unknown;
  let running: AbortController | null = null;
  let startedAt = Number.NEGATIVE_INFINITY;
  let stopWatching: (() => void) | null = null;
  let newsWaits = false;
  let newsTimer: unknown;
  /** Poll time beyond the allowed share, as of `spentAt`. */
  let spent = 0;
  let spentAt = 0;

  function become(next: Partial<PollState>): void {
    state.set({ ...state.get(), ...next });
  }

  function schedule(): void {
    page.clearTimeout(timer);
    if (stopWatching === null || running !== null) return;
    if (!page.isVisible()) {
      become({ nextAt: null });
      return;
    }
    const nextAt = Math.max(page.now(), startedAt + intervalMs);
    timer = page.setTimeout(() => void run({ isRegular: true }), nextAt - page.now());
    become({ nextAt });
  }

  const overdrawn = () => Math.max(0, spent - (page.now() - spentAt) * shareOfTime);

  function scheduleNews(): void {
    page.clearTimeout(newsTimer);
    if (!newsWaits || stopWatching === null || running !== null || !page.isVisible()) return;
    const wait = (overdrawn() - burstMs) / shareOfTime;
    if (wait <= 0) void run({ isRegular: false });
    else newsTimer = page.setTimeout(() => void run({ isRegular: false }), wait);
  }

  async function run({ isRegular }: { isRegular: boolean }): Promise<void> {
    if (running !== null) return;
    page.clearTimeout(newsTimer);
    newsWaits = false;
    const abort = new AbortController();
    running = abort;
    const began = page.now();
    if (isRegular) {
      page.clearTimeout(timer);
      startedAt = began;
      become({ nextAt: null });
    }
    const status = await attempt(abort.signal);
    if (running !== abort) return;
    running = null;
    spent = overdrawn() + page.now() - began;
    spentAt = page.now();
    become({ status });
    schedule();
    scheduleNews();
  }

  async function attempt(signal: AbortSignal): Promise<PollStatus> {
    try {
      await task(signal);
      return { phase: 'live', at: page.now() };
    } catch (error) {
      return { phase: 'offline', at: lastSuccess(state.get().status), error };
    }
  }

  return {
    get: state.get,
    subscribe: state.subscribe,
    start() {
      stopWatching ??= page.onVisibility(schedule);
      schedule();
    },
    stop() {
      stopWatching?.();
      stopWatching = null;
      page.clearTimeout(timer);
      page.clearTimeout(newsTimer);
      newsWaits = false;
      running?.abort();
      running = null;
    },
    poll: () => void run({ isRegular: true }),
    pollForNews() {
      newsWaits = true;
      scheduleNews();
    },
  };
}

/** Time of the last successful poll (epoch ms), or null. */
export function lastSuccess(status: PollStatus): number | null {
  return status.phase === 'connecting' ? null : status.at;
}

/** True when the last poll succeeded, at most two intervals ago. */
export function isLive(status: PollStatus, now: number, intervalMs: number): boolean {
  return status.phase === 'live' && now - status.at <= 2 * intervalMs;
}
