import { useRef } from 'react';

/**
 * Gives each row a slot, a line of the document, and lets a row that comes into sight take the slot of one that went: changing the
 * words of a line costs a browser a fraction of making one. A row keeps its slot as long as it is among the keys, and with it the
 * focus and whatever is open in it.
 * @param reuse False: rows that come into sight get new lines.
 * @returns the slot of each key.
 */
export function useRowSlots(keys: readonly string[], reuse: boolean): number[] {
  const held = useRef<ReadonlyMap<string, number>>(new Map());
  held.current = nextSlots(held.current, keys, reuse);
  return keys.map((key) => held.current.get(key)!);
}

/** The slots of keys after those before: kept, then those that were given up, then new ones. */
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
