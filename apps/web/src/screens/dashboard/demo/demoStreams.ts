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
import type { StreamRules } from '../../../demo/stream.ts';

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

/** The parameters of the shown failed logons: their time, and the time of the random draw. */
export interface FailedLogonMoment {
  now: number;
  draw: number;
  drawnAt: number;
}

/** Failed logons while unfiltered: counts increase every second, and everything is drawn again every 60 seconds. */
export const failedLogonRules: StreamRules<FailedLogonMoment> = {
  first: (now) => ({ now, draw: 0, drawnAt: now }),
  next: (moment, now) =>
    now - moment.drawnAt >= DEMO_TIMERS.failedLogonsMs ? redrawn(moment, now) : { ...moment, now },
  delay: () => DEMO_TIMERS.failedLogonsUnfilteredMs,
};

/** A new draw: after 60 seconds, and when a filter is removed. */
export function redrawn({ draw }: FailedLogonMoment, now: number): FailedLogonMoment {
  return { now, draw: draw + 1, drawnAt: now };
}
