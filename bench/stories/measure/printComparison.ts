import { line, share, titleOf } from './print.ts';
import { COMPARED, type Comparison, type Spread } from './spread.ts';

/** The comparison of several banks as tables for a terminal. */
export function printComparison(comparisons: readonly Comparison[], seeds: number): void {
  console.log(
    `\n${seeds} banks. Rates are alerts per 1,000 accounts and day; the deviation is that of the banks.`,
  );
  for (const comparison of comparisons) {
    console.log(`\n${titleOf(comparison)}`);
    const names = Object.keys(comparison.figures);
    const width = Math.max(...names.map((name) => name.length)) + 2;
    console.log(line([''.padEnd(width), ...['mean', 'worst', 'of seed', 'deviation'].map(right)]));
    for (const name of names) {
      const { mean, worst, worstSeed, deviation } = comparison.figures[name]!;
      console.log(
        line([name.padEnd(width), ...[share(mean), share(worst), worstSeed, share(deviation)].map(right)]),
      );
    }
  }
  const last = comparisons.filter(({ detector }) => detector === comparisons.at(-1)!.detector);
  if (last.length > 1) printSources(last);
  for (const comparison of last) {
    printKinds(comparison);
    printFalse(comparison);
  }
}

/** The means of one detector side by side, by where it knows accounts and machines from. */
function printSources(comparisons: readonly Comparison[]): void {
  const [first] = comparisons;
  console.log(`\n${first!.detector}: means by what it is given`);
  const names = Object.keys(first!.figures);
  const width = Math.max(...names.map((name) => name.length)) + 2;
  console.log(line([''.padEnd(width), ...comparisons.map(({ source }) => right(source))]));
  for (const name of names)
    console.log(
      line([
        name.padEnd(width),
        ...comparisons.map(({ figures }) => right(share(figures[name]?.mean ?? null))),
      ]),
    );
}

/** Recall by kind of story: over all banks, in the worst bank, and its deviation. */
function printKinds(comparison: Comparison): void {
  const kinds = Object.entries(comparison.byKind).sort(([, a], [, b]) => a.at1.mean - b.at1.mean);
  const width = Math.max(...kinds.map(([kind]) => kind.length), 4) + 2;
  console.log(`\n${titleOf(comparison)}: recall by kind, weakest first`);
  const titles = COMPARED.flatMap((budget) => [`found at ${budget}`, 'worst', 'deviation']);
  console.log(line(['kind'.padEnd(width), ...titles.map(right)]));
  for (const [kind, { of, at1, at5 }] of kinds) {
    const cells = ({ found, worst, deviation }: { found: number } & Spread) => [
      `${found} of ${of}`,
      share(worst),
      share(deviation),
    ];
    console.log(line([kind.padEnd(width), ...[...cells(at1), ...cells(at5)].map(right)]));
  }
}

function printFalse({ falseAlerts, ...comparison }: Comparison): void {
  for (const budget of COMPARED) {
    const { byCause, naming } = falseAlerts[`at${budget}`];
    const causes = Object.entries(byCause).sort(([, a], [, b]) => b - a);
    const total = causes.reduce((sum, [, count]) => sum + count, 0);
    console.log(
      `\n${titleOf(comparison)}: ${total} false alerts at ${budget}, ${naming} of them name a person as acting: ` +
        causes.map(([cause, count]) => `${cause} ${count}`).join(', '),
    );
  }
}

const right = (cell: string | number) => String(cell).padStart(12);
