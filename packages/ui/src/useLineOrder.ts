import { useRef } from 'react';

interface Line {
  /** Of its row in the whole table. */
  index: number;
  slot: number;
}

/** Lines in the order in which they are read or, where that is asked for, as they stand in the document, new ones last. */
export function useLineOrder(lines: readonly Line[], asTheyStand: boolean): readonly Line[] {
  const places = useRef<ReadonlyMap<number, number>>(new Map());
  const placeOf = ({ index, slot }: Line) =>
    asTheyStand ? (places.current.get(slot) ?? places.current.size + index) : index;
  const ordered = lines.toSorted((a, b) => placeOf(a) - placeOf(b));
  places.current = new Map(ordered.map(({ slot }, place) => [slot, place]));
  return ordered;
}
