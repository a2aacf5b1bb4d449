/** A stateless event: wakes all current waiters. */
export class Signal {
  #waiting = new Set<() => void>();

  fire(): void {
    const woken = this.#waiting;
    this.#waiting = new Set();
    for (const wake of woken) wake();
  }

  /** Resolves at the next {@link fire}, after `timeoutMs`, or when `signal` aborts; the caller checks which. */
  wait(signal: AbortSignal, timeoutMs?: number): Promise<void> {
    return new Promise((resolve) => {
      if (signal.aborted) return resolve();
      const wake = (): void => {
        this.#waiting.delete(wake);
        signal.removeEventListener('abort', wake);
        clearTimeout(timer);
        resolve();
      };
      const timer = timeoutMs === undefined ? undefined : setTimeout(wake, timeoutMs);
      this.#waiting.add(wake);
      signal.addEventListener('abort', wake);
    });
  }
}

/** Resolves after `ms`, or as soon as `signal` aborts. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Signal().wait(signal, ms);
}
