import { setTimeout } from 'node:timers/promises';

/** Maximum computing time of a batch before all other waiting work gets its turn. */
const SLICE_MS = 2;
/** Share of the thread for one organization's batches while others send. */
const SHARE = 0.25;
/** Share for computing beyond {@link SLICE_MS} without a break: one line can cost as much as a thousand, and all other work waits for it. */
const LONG_SHARE = 0.1;
/** Maximum savings of an organization above its share: a full batch of ordinary lines. */
const SAVED_MS = 100;
/** Maximum computing time above the share that an organization rests for: at most 400 ms, far below an agent's timeout. */
const OWED_MS = 100;
/** Time after its last batch during which an organization counts as sending. */
const SENDING_MS = 1_000;

/** A sending organization. Times are those of the process's own clock, in milliseconds. */
interface Sender {
  sentAt: number;
  /** Milliseconds of computing available immediately, as of `savedAt`. */
  saved: number;
  savedAt: number;
}

/** Milliseconds, and a wait. */
export interface SliceClock {
  /** Monotonic. */
  now(): number;
  /** Processor time of this thread. */
  used(): number;
  pause(milliseconds: number): Promise<unknown>;
}

const PROCESS_CLOCK: SliceClock = {
  now: () => performance.now(),
  used: () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1_000;
  },
  pause: (milliseconds) => setTimeout(milliseconds),
};

/** Divides the thread among computing batches: see {@link createSlices}. */
export interface Slices {
  /**
   * Starts the work on one batch of this organization, with its first slice.
   * @param gone aborted when nobody waits for the batch any more: then {@link Slice.next} throws its reason
   */
  begin(tenantId: string, gone?: Pick<AbortSignal, 'throwIfAborted'>): Slice;
}

export interface Slice {
  /** True: {@link next} must be awaited before continuing. */
  readonly isOver: boolean;
  next(): Promise<void>;
  /** Ends the current slice without another: for a wait, after which {@link next} is awaited, or for good. */
  stop(): void;
  /** Milliseconds of processor time of the slices that have ended. */
  readonly usedMs: number;
}

/**
 * Computing batches proceed one at a time, one slice per turn of the event loop, and organizations take turns. A request thus
 * waits for one slice per step, regardless of the number of large batches. An organization that computes for long rests between
 * its slices while others send, so that most of their steps do not wait.
 */
export function createSlices({ now, used, pause }: SliceClock = PROCESS_CLOCK): Slices {
  /** By organization; the one with the last slice is at the end. */
  const waiting = new Map<string, (() => void)[]>();
  let scheduled = false;
  /** By organization; the one that sent longest ago is first. */
  const senders = new Map<string, Sender>();

  function noteSender(tenantId: string, time: number): Sender {
    const sender = senders.get(tenantId) ?? { sentAt: time, saved: SAVED_MS, savedAt: time };
    sender.sentAt = time;
    senders.delete(tenantId);
    senders.set(tenantId, sender);
    for (const [other, { sentAt }] of senders) {
      if (sentAt > time - SENDING_MS) break;
      senders.delete(other);
    }
    return sender;
  }

  /** Subtracts a slice from the organization's savings; returns the milliseconds until it may continue. */
  function charge(tenantId: string, slice: number, time: number): number {
    const sender = noteSender(tenantId, time);
    // Nothing is owed for time in which nobody else needed the thread.
    const least = senders.size > 1 ? -OWED_MS : 0;
    const long = Math.max(0, slice - SLICE_MS);
    const price = slice + long * (SHARE / LONG_SHARE - 1);
    const saved = Math.min(SAVED_MS, sender.saved + (time - sender.savedAt) * SHARE);
    sender.saved = Math.max(saved - price, least);
    sender.savedAt = time;
    return sender.saved < 0 ? -sender.saved / SHARE : 0;
  }

  function schedule(): void {
    if (scheduled) return;
    scheduled = true;
    setImmediate(goOn);
  }

  function goOn(): void {
    scheduled = false;
    const [first] = waiting;
    if (!first) return;
    const [tenantId, queue] = first;
    waiting.delete(tenantId);
    const next = queue.shift();
    if (queue.length > 0) waiting.set(tenantId, queue);
    if (waiting.size > 0) schedule();
    next?.();
  }

  return {
    begin(tenantId, gone) {
      let begun = now();
      let usedBefore = used();
      let usedMs = 0;
      let runs = true;
      noteSender(tenantId, begun);
      const stop = (): void => {
        if (runs) usedMs += used() - usedBefore;
        runs = false;
      };
      return {
        get usedMs() {
          return usedMs;
        },
        stop,
        get isOver() {
          return now() > begun + SLICE_MS;
        },
        async next() {
          const time = now();
          stop();
          const rest = charge(tenantId, time - begun, time);
          gone?.throwIfAborted();
          if (rest > 0) await pause(rest);
          await new Promise<void>((resolve) => {
            const queue = waiting.get(tenantId);
            if (queue) queue.push(resolve);
            else waiting.set(tenantId, [resolve]);
            schedule();
          });
          gone?.throwIfAborted();
          begun = now();
          usedBefore = used();
          runs = true;
        },
      };
    },
  };
}
