import type { CaseRow } from '@scout/contract';
import { useState } from 'react';

/** Cases that are changed at a time. */
export const MOST = 50;

/** The cases that are selected, and how they are. */
export interface Selection {
  readonly cases: readonly CaseRow[];
  has(number: number): boolean;
  /** True when no other case can be selected. */
  readonly isFull: boolean;
  toggle(number: number): void;
  /** Selects these alone, as many as can be. */
  replace(numbers: readonly number[]): void;
}

/** Selects rows of the list; a case that leaves the list is no longer selected. */
export function useSelection(rows: readonly CaseRow[]): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const cases = rows.filter(({ number }) => chosen.has(number));
  const isFull = cases.length >= MOST;
  return {
    cases,
    has: (number) => chosen.has(number),
    isFull,
    toggle(number) {
      const next = new Set(cases.map((each) => each.number));
      if (!next.delete(number) && !isFull) next.add(number);
      setChosen(next);
    },
    replace: (numbers) => setChosen(new Set(numbers.slice(0, MOST))),
  };
}
