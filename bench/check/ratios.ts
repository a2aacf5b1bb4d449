/** A ratio measured by a benchmark against a ceiling or a peer in the same run; higher is better. */
export interface Ratio {
  readonly name: string;
  readonly value: number;
}

/** A ratio with its value in the committed file. */
export interface Compared extends Ratio {
  /** Undefined if the file does not contain it. */
  readonly committed: number | undefined;
  readonly isLower: boolean;
}

/** Share of the committed ratio below which a check fails, because machines are noisy. */
export const LEAST_SHARE = 0.8;

/** Compares each measured ratio; a committed one that is no longer measured is an error. @throws Error with its name */
export function compare(
  measured: readonly Ratio[],
  committed: Readonly<Record<string, number>>,
): readonly Compared[] {
  const names = new Set(measured.map(({ name }) => name));
  const missing = Object.keys(committed).filter((name) => !names.has(name));
  if (missing.length > 0) throw new Error(`No benchmark measures: ${missing.join(', ')}`);
  return measured.map(({ name, value }) => {
    const before = committed[name];
    const isLower = before !== undefined && value < before * LEAST_SHARE;
    return { name, value, committed: before, isLower };
  });
}
