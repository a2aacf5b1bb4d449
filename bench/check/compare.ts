/** A figure of one turn of a benchmark; higher is better. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  /** True for a figure that fails the check when it is lower; false for one that other work on the machine changes, which is only shown. */
  readonly isJudged: boolean;
}

/** Medians of the turns of the baseline's code and of the present code. */
export interface Compared extends Figure {
  readonly baseline: number;
  /** The present code to the baseline's. */
  readonly quotient: number;
  readonly isLower: boolean;
}

/** Quotient below which a check fails: what remains of the machine's noise after medians of three turns each. */
export const LEAST_QUOTIENT = 0.85;

/**
 * Compares the figures of turns, each with the same names.
 * @throws Error with the name of a figure that a turn lacks
 */
export function compare(
  baseline: readonly (readonly Figure[])[],
  present: readonly (readonly Figure[])[],
): readonly Compared[] {
  return present[0]!.map(({ name, isJudged }) => {
    const [before, value] = [medianOf(baseline, name), medianOf(present, name)];
    const quotient = value / before;
    return {
      name,
      value,
      isJudged,
      baseline: before,
      quotient,
      isLower: isJudged && quotient < LEAST_QUOTIENT,
    };
  });
}

function medianOf(turns: readonly (readonly Figure[])[], name: string): number {
  const values = turns.map((figures) => {
    const figure = figures.find((one) => one.name === name);
    if (figure === undefined) throw new Error(`A turn did not measure: ${name}`);
    return figure.value;
  });
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}

/** Order of the turns: whatever changes steadily while they run meets both. */
export function order(rounds: number): readonly ('baseline' | 'present')[] {
  return Array.from({ length: rounds }, (_, round) =>
    round % 2 === 0 ? (['baseline', 'present'] as const) : (['present', 'baseline'] as const),
  ).flat();
}
