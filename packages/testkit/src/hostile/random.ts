import { createRandom, type Random } from '@scout/detection/simulation/random';

/** The random numbers of one case in a run. */
export const caseRandom = (seed: number, index: number): Random =>
  createRandom(Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(index + 1, 0xc2b2ae35));
