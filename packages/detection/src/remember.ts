import type { NormalisedRow } from './event.ts';

/** Values of the keys asked last, bounded in number. */
export type Generations<T> = {
  get(key: string): T | undefined;
  set(key: string, value: T): void;
};

/**
 * Keeps values in two generations: keys that repeat are in one of them, and a flood of others only empties the older.
 * @param size of one generation
 */
export function createGenerations<T>(size: number): Generations<T> {
  let young = new Map<string, T>();
  let old = new Map<string, T>();
  const set = (key: string, value: T): void => {
    if (young.size >= size) {
      old = young;
      young = new Map();
    }
    young.set(key, value);
  };
  return {
    get(key) {
      const known = young.get(key);
      if (known !== undefined) return known;
      const kept = old.get(key);
      if (kept !== undefined) set(key, kept);
      return kept;
    },
    set,
  };
}

/** Results of each generation. */
const RESULTS = 256;
/** Longer names are not remembered, so that a generation holds at most 32 KiB of text. */
const NAME_UNITS = 64;

/** Remembers a predicate's results for the names asked last. Its memory is bounded, whatever is asked. */
export function remembered(predicate: (name: string) => boolean): (name: string) => boolean {
  const results = createGenerations<boolean>(RESULTS);
  return (name) => {
    if (name.length > NAME_UNITS) return predicate(name);
    const known = results.get(name);
    if (known !== undefined) return known;
    const result = predicate(name);
    results.set(copyOf(name), result);
    return result;
  };
}

/** Units of the longest text that an engine copies instead of referring to the text that it is a part of. */
const COPIED_UNITS = 12;

/** The same text in its own memory: a part of a long line would keep the whole line. */
function copyOf(text: string): string {
  if (text.length <= COPIED_UNITS) return text;
  const units: number[] = [];
  for (let at = 0; at < text.length; at += 1) units.push(text.charCodeAt(at));
  return String.fromCharCode(...units);
}

/**
 * Finds what follows from a row's columns, apart from varying ones, once for all rows that are like an earlier one
 * ({@link NormaliseResult}). Kept as long as that row.
 */
export function perLike<T>(find: (row: NormalisedRow) => T): (row: NormalisedRow, like?: NormalisedRow) => T {
  const found = new WeakMap<NormalisedRow, { readonly value: T }>();
  return (row, like) => {
    if (like === undefined) return find(row);
    const known = found.get(like);
    if (known !== undefined) return known.value;
    const value = find(row);
    found.set(like, { value });
    return value;
  };
}
