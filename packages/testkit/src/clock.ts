/** A clock controlled by a test. */
export interface TestClock {
  /** Epoch milliseconds. */
  now(): number;
  /** Advances it, or sets it back by a negative number of milliseconds. */
  advance(milliseconds: number): void;
  /** Sets it, to epoch milliseconds or an ISO time. */
  set(time: number | string): void;
}

/** A clock that stays at `start` (an ISO time) until it is moved. */
export function createClock(start = '2026-11-21T10:00:00.000Z'): TestClock {
  let time = Date.parse(start);
  return {
    now: () => time,
    advance(milliseconds) {
      time += milliseconds;
    },
    set(next) {
      time = typeof next === 'string' ? Date.parse(next) : next;
    },
  };
}
