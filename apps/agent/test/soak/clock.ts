import { vi } from 'vitest';

interface Timer {
  readonly id: number;
  readonly at: number;
  readonly run: () => void;
}

const RealDate = Date;

/**
 * Simulated time: `setTimeout`, `Date` and `performance.now` of the whole process advance only on request. The wall clock can be
 * set independently, as by people and time servers.
 */
export class SimulatedClock {
  /** Milliseconds since the start; monotonic. */
  #now = 0;
  /** Wall clock minus that. */
  #wall: number;
  #timers: Timer[] = [];
  #ids = 0;

  constructor(start: number) {
    this.#wall = start;
  }

  /** Replaces the real clock until `vi.unstubAllGlobals()`. */
  install(): void {
    const clock = this;
    class SimulatedDate extends RealDate {
      constructor(...args: [] | [string | number | Date]) {
        super(args.length === 0 ? clock.wall : args[0]!);
      }
      static override now(): number {
        return clock.wall;
      }
    }
    vi.stubGlobal('Date', SimulatedDate);
    vi.stubGlobal('performance', { now: () => this.#now });
    vi.stubGlobal('setTimeout', (run: () => void, ms = 0) => this.#add(run, ms));
    vi.stubGlobal('clearTimeout', (id: number | undefined) => {
      this.#timers = this.#timers.filter((timer) => timer.id !== id);
    });
  }

  get elapsed(): number {
    return this.#now;
  }

  get wall(): number {
    return this.#wall + this.#now;
  }

  /** Shifts the wall clock. */
  shift(ms: number): void {
    this.#wall += ms;
  }

  /** Advances time, running everything that becomes due, in order. */
  async pass(ms: number): Promise<void> {
    const end = this.#now + ms;
    await settled();
    for (;;) {
      const [next] = this.#timers;
      if (next === undefined || next.at > end) break;
      this.#timers.shift();
      this.#now = Math.max(this.#now, next.at);
      next.run();
      await settled();
    }
    this.#now = end;
  }

  #add(run: () => void, ms: number): number {
    this.#ids += 1;
    const timer = { id: this.#ids, at: this.#now + ms, run };
    const index = this.#timers.findIndex(({ at }) => at > timer.at);
    if (index === -1) this.#timers.push(timer);
    else this.#timers.splice(index, 0, timer);
    return timer.id;
  }
}

/** Everything here waits only for time or promises: once promises are settled, nothing more happens by itself. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
