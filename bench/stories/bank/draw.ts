import { createRandom, mixSeed, type Random } from '@scout/detection/simulation/random';

/** Reproducible randomness, with the distributions needed for a bank. */
export type Draw = Random & {
  /** A number from `least` to `most`. */
  real(least: number, most: number): number;
  /** The same, evenly by orders of magnitude: 0.25 to 4 is as often below 1 as above. */
  scale(least: number, most: number): number;
  /** A Poisson-distributed count with the given mean. */
  times(mean: number): number;
  /** A random key by weight. */
  weighted<Key extends string>(weights: Readonly<Record<Key, number>>): Key;
};

/** An independent source of randomness for each purpose: draws in one part do not affect another. */
export function createDraw(...seeds: readonly number[]): Draw {
  const random = createRandom(mixSeed(...seeds));
  return Object.assign(random, {
    real: (least: number, most: number) => least + random() * (most - least),
    scale: (least: number, most: number) => least * (most / least) ** random(),
    times(mean: number) {
      const limit = Math.exp(-mean);
      let count = 0;
      for (let product = random(); product > limit; product *= random()) count += 1;
      return count;
    },
    weighted<Key extends string>(weights: Readonly<Record<Key, number>>): Key {
      const entries = Object.entries(weights) as [Key, number][];
      let rest = random() * entries.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [key, weight] of entries) {
        rest -= weight;
        if (rest < 0) return key;
      }
      return entries.at(-1)![0];
    },
  });
}
