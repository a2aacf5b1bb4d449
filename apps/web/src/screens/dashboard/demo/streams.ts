import {
  DEMO_TIMERS,
  type DemoDetection,
  type DemoInteractiveLogons,
  demoDetectionDelay,
  demoDetections,
  demoInteractiveLogons,
  nextDemoDetections,
  nextDemoInteractiveLogons,
} from '@scout/detection/demo';
import type { StreamRules } from './stream.ts';

/** Detections: one more every 1 to 3 seconds (spec section 4, demo timers). */
export function detectionRules(seed: number): StreamRules<DemoDetection[]> {
  return {
    first: (now) => demoDetections(seed, now),
    next: (list, now) => nextDemoDetections(list, seed, now),
    delay: (now) => demoDetectionDelay(seed, now),
  };
}

/** Interactive logons: every 5 seconds. */
export function interactiveLogonRules(seed: number): StreamRules<DemoInteractiveLogons> {
  return {
    first: (now) => demoInteractiveLogons(seed, now),
    next: (figures, now) => nextDemoInteractiveLogons(figures, seed, now),
    delay: () => DEMO_TIMERS.interactiveLogonsMs,
  };
}

/** Which failed logons are shown: those of a moment, in the draw that was made at `drawnAt`. */
export interface FailedLogonMoment {
  now: number;
  draw: number;
  drawnAt: number;
}

/** Failed logons while unfiltered: counts go on every second, and every 60 seconds all is drawn anew. */
export const failedLogonRules: StreamRules<FailedLogonMoment> = {
  first: (now) => ({ now, draw: 0, drawnAt: now }),
  next: (moment, now) =>
    now - moment.drawnAt >= DEMO_TIMERS.failedLogonsMs ? redrawn(moment, now) : { ...moment, now },
  delay: () => DEMO_TIMERS.failedLogonsUnfilteredMs,
};

/** Everything anew: after 60 seconds, and when a filter is taken away. */
export function redrawn({ draw }: FailedLogonMoment, now: number): FailedLogonMoment {
  return { now, draw: draw + 1, drawnAt: now };
}
