import { useRef } from 'react';

/**
 * Gives each row a slot, a line of the document, and lets a row that comes into sight take the slot of one that went: changing the
 * words of a line costs a browser a fraction of making one. A row keeps its slot as long as it is among the keys.
 * @returns the slot of each key; they are the numbers from 0, without holes.
 */
export function useRowSlots(keys: readonly string[]): number[] {
  const held = useRef(new Map<string, number>());
  const before = held.current;
  const taken = new Map<string, number>();
  for (const key of keys) {
    const slot = before.get(key);
    if (slot !== undefined && slot < keys.length) taken.set(key, slot);
  }
  const used = new Set(taken.values());
  let free = 0;
  const slots = keys.map((key) => {
    const kept = taken.get(key);
    if (kept !== undefined) return kept;
    while (used.has(free)) free += 1;
    used.add(free);
    taken.set(key, free);
    return free;
  });
  held.current = taken;
  return slots;
}
