import type { Point } from './curve.ts';
import type { Report } from './report.ts';
import type { Source } from './run.ts';

/** Budgets of alerts per 1,000 accounts and day that several banks are compared by. */
export const COMPARED = [1, 5] as const;
export type Compared = (typeof COMPARED)[number];

/** One figure over several banks. The worst is the least, or the most where less is better. */
export type Spread = { mean: number; worst: number; worstSeed: number; deviation: number };

/** Results of one detector on several banks. */
export type Comparison = {
  detector: string;
  source: Source;
  figures: Record<string, Spread>;
  /** Found of all stories of a kind over all banks, and the worst and the spread of the banks' shares. */
  byKind: Record<string, { of: number } & Record<`at${Compared}`, { found: number } & Spread>>;
  /** False alerts by cause over all banks, and how many of them name a person as having acted. */
  falseAlerts: Record<`at${Compared}`, { byCause: Record<string, number>; naming: number }>;
};

export type Judged = { seed: number; reports: readonly Report[] };

const FIGURES: readonly (readonly [
  name: string,
  isLessBetter: boolean,
  of: (report: Report) => number | null,
])[] = [
  ...COMPARED.flatMap((budget) => [
    [`recall at ${budget}`, false, (report: Report) => at(report, budget).recall] as const,
    [`precision at ${budget}`, false, (report: Report) => at(report, budget).precision] as const,
  ]),
  ['recall of all', false, (report) => at(report, null).recall],
  ['alerts on day one', true, (report) => at(report, null).dayOne],
  ['alerts a day from day 15', true, (report) => at(report, null).settled],
];

/** Compares the same detectors on several banks. @param judged each with the same reports in the same order */
export function compare(judged: readonly Judged[]): Comparison[] {
  return judged[0]!.reports.map(({ detector, source }, place) => {
    const reports = judged.map(({ seed, reports }) => ({ seed, report: reports[place]! }));
    const figures: Comparison['figures'] = {};
    for (const [name, isLessBetter, of] of FIGURES) {
      const values = reports.flatMap(({ seed, report }) => {
        const value = of(report);
        return value === null ? [] : [{ seed, value }];
      });
      if (values.length > 0) figures[name] = spreadOf(values, isLessBetter);
    }
    return {
      detector,
      source,
      figures,
      byKind: kindsOf(reports),
      falseAlerts: { at1: sumFalse(reports, 1), at5: sumFalse(reports, 5) },
    };
  });
}

export function spreadOf(values: readonly { seed: number; value: number }[], isLessBetter = false): Spread {
  const mean = values.reduce((sum, { value }) => sum + value, 0) / values.length;
  const worst = values.reduce((a, b) => ((isLessBetter ? b.value > a.value : b.value < a.value) ? b : a));
  const variance = values.reduce((sum, { value }) => sum + (value - mean) ** 2, 0) / values.length;
  return { mean, worst: worst.value, worstSeed: worst.seed, deviation: Math.sqrt(variance) };
}

type Seeded = readonly { seed: number; report: Report }[];

function kindsOf(reports: Seeded): Comparison['byKind'] {
  const kinds = new Set(reports.flatMap(({ report }) => Object.keys(at(report, null).byKind)));
  return Object.fromEntries(
    [...kinds].sort().map((kind) => {
      const tell = (budget: Compared) => {
        const tallies = reports.flatMap(({ seed, report }) => {
          const tally = at(report, budget).byKind[kind];
          return tally === undefined ? [] : [{ seed, ...tally }];
        });
        const found = tallies.reduce((sum, tally) => sum + tally.found, 0);
        return { found, ...spreadOf(tallies.map(({ seed, found, of }) => ({ seed, value: found / of }))) };
      };
      const of = reports.reduce((sum, { report }) => sum + (at(report, null).byKind[kind]?.of ?? 0), 0);
      return [kind, { of, at1: tell(1), at5: tell(5) }];
    }),
  );
}

function sumFalse(reports: Seeded, budget: Compared): Comparison['falseAlerts']['at1'] {
  const byCause: Record<string, number> = {};
  let naming = 0;
  for (const { report } of reports) {
    const found = report.falseAlerts[`at${budget}`];
    naming += found.naming;
    for (const [cause, count] of Object.entries(found.byCause))
      byCause[cause] = (byCause[cause] ?? 0) + count;
  }
  return { byCause, naming };
}

function at({ curve }: Report, budget: number | null): Point {
  return curve.find((point) => point.budget === budget)!;
}
