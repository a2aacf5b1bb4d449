import { setTimeout } from 'node:timers/promises';

/** How long a batch computes before everything else that waits for the thread has its turn. */
const SLICE_MS = 2;
/** Share of the thread that one organization's batches may take for long while others send. */
const SHARE = 0.25;
/** Computing beyond the share that an organization may have saved up: that of a full batch of common lines. */
const SAVED_MS = 100;
/** Computing beyond the share that it rests for at most. */
const OWED_MS = 20;
/** How long an organization counts as sending after its last batch. */
const SENDING_MS = 1_000;

/** An organization that sends. Times are those of the process's own clock, in milliseconds. */
interface Sender {
  sentAt: number;
  /** Milliseconds of computing that it may still do at once, as of `savedAt`. */
  saved: number;
  savedAt: number;
}

/** Milliseconds that only go up, and a wait of so many. */
export interface SliceClock {
  now(): number;
  pause(milliseconds: number): Promise<unknown>;
}

const PROCESS_CLOCK: SliceClock = {
  now: () => performance.now(),
  pause: (milliseconds) => setTimeout(milliseconds),
};

/** Divides the thread among batches that compute: see {@link createSlices}. */
export interface Slices {
  /** For the work on one batch of this organization; its first slice begins now. */
  begin(tenantId: string): Slice;
}

export interface Slice {
  /** True: {@link next} is to be awaited before the work goes on. */
  readonly isOver: boolean;
  next(): Promise<void>;
}

/**
 * Batches that compute go on one at a time, one slice in each turn of the event loop, and organizations take turns. So a request
 * waits for one slice in each of its steps, however many large batches are being read. An organization that computes for long rests
 * between its slices while others send, so that most of their steps wait for none.
 */
export function createSlices({ now, pause }: SliceClock = PROCESS_CLOCK): Slices {
  /** By organization; the one that had the last slice is at the end. */
  const waiting = new Map<string, (() => void)[]>();
  let scheduled = false;
  /** By organization; the one that sent the longest ago is first. */
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

  /** Takes a slice from what the organization has saved; returns the milliseconds until it may go on. */
  function charge(tenantId: string, slice: number, time: number): number {
    const sender = noteSender(tenantId, time);
    // Nothing is owed for the time in which nobody else wanted the thread, and little for a slice that became long.
    const least = senders.size > 1 ? -OWED_MS : 0;
    const saved = Math.min(SAVED_MS, sender.saved + (time - sender.savedAt) * SHARE);
    sender.saved = Math.max(saved - slice, least);
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
    begin(tenantId) {
      let begun = now();
      noteSender(tenantId, begun);
      return {
        get isOver() {
          return now() > begun + SLICE_MS;
        },
        async next() {
          const time = now();
          const rest = charge(tenantId, time - begun, time);
          if (rest > 0) await pause(rest);
          await new Promise<void>((resolve) => {
            const queue = waiting.get(tenantId);
            if (queue) queue.push(resolve);
            else waiting.set(tenantId, [resolve]);
            schedule();
          });
          begun = now();
        },
      };
    },
  };
}
