import { hash } from 'node:crypto';

/** Draws whole numbers from 0 to below a bound, the same ones for a seed. */
export function numbersOf(seed: number): (below: number) => number {
  let drawn = 0;
  return (below) => Buffer.from(hash('sha256', `${seed}:${drawn++}`, 'buffer')).readUInt32BE() % below;
}
