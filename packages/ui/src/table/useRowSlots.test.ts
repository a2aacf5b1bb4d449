import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nextSlots } from './useRowSlots.ts';

const keysOf = (letters: string) => [...letters];
const shown = (slots: ReadonlyMap<string, number>) =>
  [...slots].sort((a, b) => a[1] - b[1]).map(([key, slot]) => `${key}${slot}`);

/** Successive windows of visible rows. */
const sights = fc.array(fc.uniqueArray(fc.constantFrom(...'abcdefghijkl'), { maxLength: 12 }), {
  minLength: 2,
  maxLength: 8,
});
const overSights = (check: (before: ReadonlyMap<string, number>, keys: readonly string[]) => void) =>
  fc.assert(
    fc.property(sights, (lists) => {
      let held: ReadonlyMap<string, number> = new Map();
      for (const keys of lists) {
        check(held, keys);
        held = nextSlots(held, keys, true);
      }
    }),
  );

describe('row slots', () => {
  it.each([
    ['rows at first', [''], 'abc', ['a0', 'b1', 'c2']],
    ['a row that comes into sight takes the place of one that went', ['abc'], 'bcd', ['d0', 'b1', 'c2']],
    ['a row that stays keeps its own when there are fewer', ['abcd'], 'd', ['d3']],
    ['and when there are more again', ['abcd', 'd'], 'de', ['e0', 'd3']],
    ['another order changes nothing', ['abc'], 'cab', ['a0', 'b1', 'c2']],
  ])('%s', (_, before, keys, expected) => {
    const held = before.reduce(
      (slots: ReadonlyMap<string, number>, letters) => nextSlots(slots, keysOf(letters), true),
      new Map(),
    );
    expect(shown(nextSlots(held, keysOf(keys), true))).toEqual(expected);
  });

  it('are unique, and kept while a row stays', () => {
    overSights((before, keys) => {
      const slots = nextSlots(before, keys, true);
      expect([...slots.keys()].sort()).toEqual([...keys].sort());
      expect(new Set(slots.values()).size).toBe(keys.length);
      for (const key of keys) if (before.has(key)) expect(slots.get(key)).toBe(before.get(key));
    });
  });

  it('are created only when none is free', () => {
    overSights((before, keys) => {
      const held = new Set(before.values());
      const made = [...nextSlots(before, keys, true).values()].filter((slot) => !held.has(slot));
      expect(made).toHaveLength(Math.max(0, keys.length - held.size));
    });
  });

  it('are all new without reuse', () => {
    overSights((before, keys) => {
      const held = new Set(before.values());
      for (const [key, slot] of nextSlots(before, keys, false)) {
        if (before.has(key)) expect(slot).toBe(before.get(key));
        else expect(held.has(slot)).toBe(false);
      }
    });
  });

  it('are numbered from 0 without gaps while the row count does not fall', () => {
    const growing = fc.array(fc.uniqueArray(fc.nat(40), { minLength: 0, maxLength: 20 }), { maxLength: 6 });
    fc.assert(
      fc.property(growing, (lists) => {
        let held: ReadonlyMap<string, number> = new Map();
        for (const list of lists.toSorted((a, b) => a.length - b.length)) {
          held = nextSlots(held, list.map(String), true);
          expect([...held.values()].sort((a, b) => a - b)).toEqual(list.map((_, n) => n));
        }
      }),
    );
  });
});
