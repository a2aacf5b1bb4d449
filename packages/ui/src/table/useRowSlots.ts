import { useRef } from 'react';

/**
 * Assigns each row a slot, a reusable line of the DOM: a row that scrolls into view takes the slot of one that left, because updating a
 * line is much cheaper than creating one. A row keeps its slot, and with it focus and open state, while its key is present.
 * @param reuse false to give new rows new lines.
 * @returns the slot of each key.
 */
export function useRowSlots(keys: readonly string[], reuse: boolean): number[] {
  const held = useRef<ReadonlyMap<string, number>>(new Map());
  held.current = nextSlots(held.current, keys, reuse);
  return keys.map((key) => held.current.get(key)!);
}

/** The next slots: kept ones, then released ones, then new ones. */
export function nextSlots(
  before: ReadonlyMap<string, number>,
  keys: readonly string[],
  reuse: boolean,
): ReadonlyMap<string, number> {
  const slots = new Map<string, number>();
  for (const key of keys) {
    const slot = before.get(key);
    if (slot !== undefined) slots.set(key, slot);
  }
  const used = new Set(reuse ? slots.values() : before.values());
  const free = [...before.values()].filter((slot) => !used.has(slot)).sort((a, b) => b - a);
  let unused = 0;
  for (const key of keys) {
    if (slots.has(key)) continue;
    let slot = free.pop();
    while (slot === undefined || used.has(slot)) slot = unused++;
    used.add(slot);
    slots.set(key, slot);
  }
  return slots;
}

interface Line {
  /** Index of its row in the whole table. */
  index: number;
  slot: number;
}

/** Lines in reading order or, with `keepDomOrder`, in their DOM order with new ones last. */
export function useLineOrder(lines: readonly Line[], keepDomOrder: boolean): readonly Line[] {
  const places = useRef<ReadonlyMap<number, number>>(new Map());
  const placeOf = ({ index, slot }: Line) =>
    keepDomOrder ? (places.current.get(slot) ?? places.current.size + index) : index;
  const ordered = lines.toSorted((a, b) => placeOf(a) - placeOf(b));
  places.current = new Map(ordered.map(({ slot }, place) => [slot, place]));
  return ordered;
}
