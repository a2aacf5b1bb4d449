import { createStore } from '../store/createStore.ts';
import { useStore } from '../store/useStore.ts';

/** The viewer's time zone, in which the days of a trend are counted. */
export const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The time in epoch ms, updated every second while it has listeners; one timer for the whole page. */
export const clock = createStore(Date.now(), () => {
  const tick = () => clock.set(Date.now());
  tick();
  const timer = setInterval(tick, 1_000);
  return () => clearInterval(timer);
});

/** The time in epoch ms; renders every second. */
export const useNow = (): number => useStore(clock);
