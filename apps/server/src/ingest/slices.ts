/** How long a batch computes before everything else that waits for the thread has its turn. */
const SLICE_MS = 2;

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
 * waits for one slice in each of its steps, however many large batches are being read.
 */
export function createSlices(): Slices {
  /** By organization; the one that had the last slice is at the end. */
  const waiting = new Map<string, (() => void)[]>();
  let scheduled = false;

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
      let end = performance.now() + SLICE_MS;
      return {
        get isOver() {
          return performance.now() > end;
        },
        async next() {
          await new Promise<void>((resolve) => {
            const queue = waiting.get(tenantId);
            if (queue) queue.push(resolve);
            else waiting.set(tenantId, [resolve]);
            schedule();
          });
          end = performance.now() + SLICE_MS;
        },
      };
    },
  };
}
