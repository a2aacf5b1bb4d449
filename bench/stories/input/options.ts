/** Most banks of one run. */
const MOST_SEEDS = 200;

/** A whole number of an option. @throws Error with the option's name */
export function numberOf(name: string, text: string, least: number): number {
  const value = Number(text);
  if (text.trim() !== '' && Number.isSafeInteger(value) && value >= least) return value;
  throw new Error(`--${name} must be a whole number from ${least}, not ${JSON.stringify(text)}`);
}

/** `11-20` or `3,8,21`, each seed once. @throws Error if it is neither */
export function parseSeeds(text: string): number[] {
  const range = /^(\d+)-(\d+)$/.exec(text);
  const [first, last] = range === null ? [0, 0] : [Number(range[1]), Number(range[2])];
  const count = range === null ? 0 : last - first + 1;
  if (range !== null && count >= 1 && count <= MOST_SEEDS)
    return Array.from({ length: count }, (_, i) => first + i);
  const list = text.split(',');
  if (range === null && list.length <= MOST_SEEDS && list.every((seed) => /^\d{1,9}$/.test(seed)))
    return [...new Set(list.map(Number))];
  throw new Error(`--seeds must be like 11-20 or 3,8,21, at most ${MOST_SEEDS}, not ${JSON.stringify(text)}`);
}
