import { WINDOW_HOURS } from '../figures/window.ts';
import { createRandom, mixSeed } from '../simulation/random.ts';

/** Failed logons in a clock hour, given its number since the epoch. */
export type Rate = (hour: number) => number;

/** Higher during the day, lower at the weekend; the mean over a week is about 1. */
function rhythm(hour: number): number {
  const ofDay = hour % 24;
  const weekday = (Math.floor(hour / 24) + 4) % 7;
  const day = 1 + 0.34 * Math.sin(((ofDay - 8) / 24) * 2 * Math.PI);
  return day * (weekday === 0 || weekday === 6 ? 0.82 : 1.07);
}

/** Number of failed logons per hour; 8 to 15 million over 720 hours. */
export function createRate(seed: number): Rate {
  const total = createRandom(mixSeed(seed, 7)).between(9_000_000, 13_400_000);
  const mean = total / WINDOW_HOURS;
  return (hour) => {
    const random = createRandom(mixSeed(seed, 8, hour));
    // Occasional bursts from a job that retries with an old password.
    const burst = random() < 0.02 ? 1.4 + 0.5 * random() : 1;
    return mean * rhythm(hour) * (0.9 + 0.2 * random()) * burst;
  };
}
