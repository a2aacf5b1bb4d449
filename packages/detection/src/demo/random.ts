/** Reproducible random numbers: the same seed gives the same sequence. */
export interface Random {
  /** 0 <= x < 1. */
  next(): number;
  /** An integer from `least` to `most`, inclusive. */
  between(least: number, most: number): number;
  pick<T>(list: readonly T[]): T;
  /** `count` different members in random order; all of them if there are fewer. */
  some<T>(list: readonly T[], count: number): T[];
}

/** Mulberry32 (public domain, Tommy Ettinger): small, fast, and uniform enough for demo figures. Not for secrets. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1));
  return {
    next,
    between,
    pick: (list) => list[between(0, list.length - 1)]!,
    some(list, count) {
      const rest = [...list];
      const taken = Math.min(count, rest.length);
      for (let i = 0; i < taken; i += 1) {
        const j = between(i, rest.length - 1);
        [rest[i], rest[j]] = [rest[j]!, rest[i]!];
      }
      return rest.slice(0, taken);
    },
  };
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
