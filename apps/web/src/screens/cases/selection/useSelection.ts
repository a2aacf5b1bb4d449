import type { CaseRow } from '@scout/contract';
import { useState } from 'react';

/** Maximum number of selected cases. */
export const MOST = 50;

/** The selected cases, with functions to change the selection. */
export interface Selection {
  readonly cases: readonly CaseRow[];
  has(number: number): boolean;
  /** True when no further case can be selected. */
  readonly isFull: boolean;
  toggle(number: number): void;
  /** Selects only these, up to the maximum. */
  replace(numbers: readonly number[]): void;
}

/** Selection of list rows; a case that leaves the list is deselected. */
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
