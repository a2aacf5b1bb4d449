import { createRandom, mixSeed, type Random } from '@scout/detection/demo/random';

/** Chance that can be repeated, with the shapes that a bank's life needs. */
export type Draw = Random & {
  /** True with the given probability. */
  chance(probability: number): boolean;
  /** How often something happens that happens `mean` times on average (Poisson). */
  times(mean: number): number;
  /** One of the keys, by its weight. */
  weighted<Key extends string>(weights: Readonly<Record<Key, number>>): Key;
};

/** A source of chance of its own for each purpose: what one part draws changes nothing of another. */
export function createDraw(...seeds: readonly number[]): Draw {
  const random = createRandom(mixSeed(...seeds));
  return {
    ...random,
    chance: (probability) => random.next() < probability,
    times(mean) {
      const limit = Math.exp(-mean);
      let count = 0;
      for (let product = random.next(); product > limit; product *= random.next()) count += 1;
      return count;
    },
    weighted(weights) {
      const entries = Object.entries(weights) as [keyof typeof weights, number][];
      let rest = random.next() * entries.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [key, weight] of entries) {
        rest -= weight;
        if (rest < 0) return key;
      }
      return entries.at(-1)![0];
    },
  };
}
