/** Patterns that are matched together. */
export interface GlobSet {
  /** True when one of the patterns matches the whole text. */
  matches(text: string): boolean;
  /** Most machine words visited for one UTF-16 unit of a text; grows with the total length of the patterns alone. */
  readonly wordsPerUnit: number;
}

let visited = 0;

/** Machine words that all sets of this thread have visited so far: their work, in a measure that no busy machine changes. */
export const wordsVisited = (): number => visited;

export interface GlobOptions {
  /** True when `?` matches exactly one UTF-16 unit; otherwise it matches itself, and only `*` is special. */
  readonly questionMark: boolean;
}

const WORD_BITS = 32;
/** Share of the state's words from which a unit has a mask of all words: few units can have so many. */
const DENSE = 1 / 4;

/**
 * Compiles patterns to one automaton; `*` matches any characters, or none. It keeps all possible states of all patterns as bits and
 * visits each unit of a text once (shift-and, Baeza-Yates and Gonnet 1992), so that no text and no pattern makes it go back. A table
 * of combined states would be quicker for some patterns, and exponentially large for others.
 */
export function compileGlobs(
  patterns: readonly string[],
  { questionMark }: GlobOptions = { questionMark: true },
): GlobSet {
  const { words, start, end, stay, any, leads } = bitsOf(patterns, questionMark);
  const dense = new Map<number, Int32Array>();
  const sparse = new Map<number, Int32Array>();
  for (const [unit, pairs] of leads) {
    if (pairs.size >= words * DENSE)
      dense.set(
        unit,
        any.map((bits, word) => bits | (pairs.get(word) ?? 0)),
      );
    else sparse.set(unit, Int32Array.from([...pairs].flat()));
  }
  const longest = Math.max(0, ...[...sparse.values()].map(({ length }) => length));
  const found = new Int32Array(longest);
  const state = new Int32Array(words);
  return {
    wordsPerUnit: words + longest,
    matches(text) {
      state.set(start);
      for (let at = 0; at < text.length; at += 1) {
        const unit = text.charCodeAt(at);
        const pairs = sparse.get(unit);
        if (pairs !== undefined) findLed(state, pairs, found);
        let left = move(state, stay, dense.get(unit) ?? any);
        if (pairs !== undefined) left |= addLed(state, pairs, found);
        visited += words + (pairs?.length ?? 0);
        if (left === 0) return false;
      }
      for (let word = 0; word < words; word += 1) if ((state[word]! & end[word]!) !== 0) return true;
      return false;
    },
  };
}

/** Moves to the next unit's state: a bit moves up where the unit leads there, and stays where `*` permits it. 0 if none is left. */
function move(state: Int32Array, stay: Int32Array, led: Int32Array): number {
  let carry = 0;
  let left = 0;
  for (let word = 0; word < state.length; word += 1) {
    const before = state[word]!;
    const next = (((before << 1) | carry) & led[word]!) | (before & stay[word]!);
    carry = before >>> (WORD_BITS - 1);
    state[word] = next;
    left |= next;
  }
  return left;
}

/** Finds the bits that a unit leads to before the state moves, in the order of its pairs of a word and its bits. */
function findLed(state: Int32Array, pairs: Int32Array, found: Int32Array): void {
  for (let i = 0; i < pairs.length; i += 2) {
    const word = pairs[i]!;
    const below = word === 0 ? 0 : state[word - 1]! >>> (WORD_BITS - 1);
    found[i] = ((state[word]! << 1) | below) & pairs[i + 1]!;
  }
}

/** Adds them to the state; 0 if there were none. */
function addLed(state: Int32Array, pairs: Int32Array, found: Int32Array): number {
  let added = 0;
  for (let i = 0; i < pairs.length; i += 2) {
    state[pairs[i]!]! |= found[i]!;
    added |= found[i]!;
  }
  return added;
}

/** Stands for `?`; no UTF-16 unit. */
const ANY = -1;

/**
 * A bit for the start of each pattern and for each of its units: those at the start of a text, at its possible ends, those that
 * stay with `*`, those that any unit leads to, and, by unit, the words with bits that it leads to.
 */
function bitsOf(patterns: readonly string[], questionMark: boolean) {
  const shapes = patterns.map((pattern) => shapeOf(pattern, questionMark));
  const words = Math.ceil(shapes.reduce((sum, { units }) => sum + units.length + 1, 0) / WORD_BITS);
  const none = () => new Int32Array(words);
  const [start, end, stay, any] = [none(), none(), none(), none()];
  const leads = new Map<number, Map<number, number>>();
  let bit = 0;
  for (const { units, stars } of shapes) {
    add(start, bit);
    for (let at = 0; at <= units.length; at += 1, bit += 1) {
      if (stars.has(at)) add(stay, bit);
      const unit = at === 0 ? undefined : units[at - 1];
      if (unit === ANY) add(any, bit);
      else if (unit !== undefined) addLead(leads, unit, bit);
    }
    add(end, bit - 1);
  }
  return { words, start, end, stay, any, leads };
}

/** The units of a pattern without `*`, and the number of units before each `*`. */
function shapeOf(pattern: string, questionMark: boolean): { units: number[]; stars: Set<number> } {
  const units: number[] = [];
  const stars = new Set<number>();
  for (let at = 0; at < pattern.length; at += 1) {
    const character = pattern[at];
    if (character === '*') stars.add(units.length);
    else units.push(character === '?' && questionMark ? ANY : pattern.charCodeAt(at));
  }
  return { units, stars };
}

const maskOf = (bit: number): number => 1 << (bit % WORD_BITS);
const wordOf = (bit: number): number => Math.floor(bit / WORD_BITS);

function add(bits: Int32Array, bit: number): void {
  bits[wordOf(bit)]! |= maskOf(bit);
}

function addLead(leads: Map<number, Map<number, number>>, unit: number, bit: number): void {
  const pairs = leads.get(unit) ?? new Map<number, number>();
  leads.set(unit, pairs);
  const word = wordOf(bit);
  pairs.set(word, (pairs.get(word) ?? 0) | maskOf(bit));
}
