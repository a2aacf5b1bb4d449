import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

export interface IdleMemoryOptions {
  /** Interval of the check. */
  readonly everyMs?: number;
  /** Heap growth since the last collection, in bytes, below which a collection is not worth its pause. */
  readonly growthBytes?: number;
  readonly heap?: Heap;
}

/** The process, as this job uses it. */
export interface Heap {
  /** The part of the time since the last call that the event loop was busy, from 0 to 1. */
  utilization(): number;
  /** Bytes that V8 holds for it. */
  size(): number;
  collect(): void;
}

const MIB = 1024 * 1024;
/** Maximum event loop utilization of an idle server between two checks. */
const IDLE = 0.05;

/**
 * Releases memory after a busy period, of the thread that calls it. V8 collects garbage on allocation, but not always while idle: a server kept 80 MiB
 * permanently after a flood. A collection takes about 0.1 s, while nobody waits.
 */
export function collectWhenIdle({
  everyMs = 10_000,
  growthBytes = 32 * MIB,
  heap = processHeap(),
}: IdleMemoryOptions = {}): Disposable {
  let settled = 0;
  const timer = setInterval(() => {
    const utilization = heap.utilization();
    const size = heap.size();
    settled = Math.min(settled, size);
    if (utilization > IDLE || size < settled + growthBytes) return;
    heap.collect();
    settled = heap.size();
  }, everyMs).unref();
  return { [Symbol.dispose]: () => clearInterval(timer) };
}

/** The heap of this process. */
export function processHeap(): Heap {
  let seen = performance.eventLoopUtilization();
  return {
    utilization() {
      const now = performance.eventLoopUtilization();
      const { utilization } = performance.eventLoopUtilization(now, seen);
      seen = now;
      return utilization;
    },
    size: () => process.memoryUsage().heapTotal,
    collect() {
      collect ??= exposeCollector();
      collect();
    },
  };
}

let collect: (() => void) | undefined;

/** V8's own function, available in every context created after setting the flag. */
function exposeCollector(): () => void {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as () => void;
}
