/** Reproducible random numbers, from 0 to below 1: the same seed gives the same sequence. */
export interface Random {
  (): number;
  /** An integer from 0 to below `end`. */
  below(end: number): number;
  /** An integer from `least` to `most`, inclusive. */
  between(least: number, most: number): number;
  /** True with the given probability. */
  chance(probability: number): boolean;
  /** A random item of a list that is not empty. */
  pick<T>(list: readonly T[]): T;
  /** `count` different members in random order; all of them if there are fewer. */
  some<T>(list: readonly T[], count: number): T[];
}

/** Mulberry32 (public domain, Tommy Ettinger): small, fast, and uniform enough for simulations. Not for secrets. */
export function createRandom(seed: number | string): Random {
  let state = typeof seed === 'string' ? hashOf(seed) : seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (end: number) => Math.floor(next() * end);
  const between = (least: number, most: number) => least + below(most - least + 1);
  return Object.assign(next, {
    below,
    between,
    chance: (probability: number) => next() < probability,
    pick: <T>(list: readonly T[]) => list[below(list.length)]!,
    some<T>(list: readonly T[], count: number) {
      const rest = [...list];
      const taken = Math.min(count, rest.length);
      for (let i = 0; i < taken; i += 1) {
        const j = between(i, rest.length - 1);
        [rest[i], rest[j]] = [rest[j]!, rest[i]!];
      }
      return rest.slice(0, taken);
    },
  });
}

/** FNV-1a over code points. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ character.codePointAt(0)!, 0x01000193);
  return hash >>> 0;
}

/** Derives a separate seed for each purpose and time from integers. */
export function mixSeed(...numbers: readonly number[]): number {
  let mixed = 0x9e3779b9;
  for (const number of numbers) {
    // Times exceed 2^32, so both halves are mixed in.
    for (const half of [number >>> 0, Math.floor(number / 2 ** 32) >>> 0]) {
      mixed = Math.imul(mixed ^ half, 0x85ebca6b);
      mixed ^= mixed >>> 13;
      mixed = Math.imul(mixed, 0xc2b2ae35);
      mixed ^= mixed >>> 16;
    }
  }
  return mixed >>> 0;
}
