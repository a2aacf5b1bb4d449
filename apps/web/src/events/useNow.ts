import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
let now = Date.now();

function tick(): void {
  now = Date.now();
  for (const listener of listeners) listener();
}

/** The time in epoch ms, a second at a time; one timer for the whole page. */
export const clock = {
  get: (): number => now,
  subscribe(listener: () => void): () => void {
    if (listeners.size === 0) {
      now = Date.now();
      timer = setInterval(tick, 1_000);
    }
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) clearInterval(timer);
    };
  },
};

/** The time, for what must change every second. */
export function useNow(): number {
  return useSyncExternalStore(clock.subscribe, clock.get);
}
