import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { UNWEIGHTED, type Weights } from '@scout/cases';
import { type BankExamples, examplesOf } from './fit/examples.ts';
import { crossValidated, type Figure, figuresOf, fitWeights, scored } from './fit/model.ts';
import { sourceOf, tableOf } from './fit/table.ts';
import { numberOf, parseSeeds } from './stories/input/options.ts';

const HELP = `npm run fit:weights -- [--seeds A-B] [--test A-B] [--write] [--json]

Fits what each reason of a verdict counts, on generated banks, and compares the result with reasons that count as their nats say: on each
bank by weights fitted without it and its fold, and on banks that neither saw. Each seed draws its own kind of bank.

  --seeds A-B     banks to fit on (default 3001-3036), or a list, 3,8,21
  --test A-B      banks to compare on (default 4001-4016), judged anew with both
  --accounts N    service accounts of a bank (default 300)
  --stories N     stories of each kind for every 2,100 accounts of the banks to fit on (default 4); those to compare on have 2
  --strength N    how strongly weights are drawn to 1, in alerts (default 3)
  --folds N       parts of the cross-validation (default 6)
  --cache DIR     keeps what was judged on the banks to fit on (default build/fit); fitting again takes seconds
  --write         write the weights to packages/cases/src/fittedWeights.ts
  --json          print one JSON object instead of tables
  --help          print this`;

const { values: options } = parseArgs({
  options: {
    seeds: { type: 'string', default: '3001-3036' },
    test: { type: 'string', default: '4001-4016' },
    accounts: { type: 'string', default: '300' },
    stories: { type: 'string', default: '4' },
    strength: { type: 'string', default: '3' },
    folds: { type: 'string', default: '6' },
    cache: { type: 'string', default: join(import.meta.dirname, '..', 'build', 'fit') },
    write: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

const TABLE = join(import.meta.dirname, '..', 'packages', 'cases', 'src', 'fittedWeights.ts');

if (options.help) console.log(HELP);
else {
  try {
    await run();
  } catch (error) {
    console.error((error as Error).message);
    process.exitCode = 1;
  }
}

async function run(): Promise<void> {
  const [seeds, test] = [parseSeeds(options.seeds), parseSeeds(options.test)];
  if (test.some((seed) => seeds.includes(seed))) throw new Error('--test must have other seeds than --seeds');
  const accounts = numberOf('accounts', options.accounts, 100);
  const storiesOfKind = numberOf('stories', options.stories, 1);
  const strength = numberOf('strength', options.strength, 0);
  const folds = numberOf('folds', options.folds, 2);
  const { cache } = options;
  const banks: BankExamples[] = [];
  for (const seed of seeds) {
    tell(`bank ${banks.length + 1} of ${seeds.length}: seed ${seed}`);
    banks.push(await examplesOf(seed, { accounts, storiesOfKind }, { cache }));
  }
  tell(`fitting on ${banks.length} banks`);
  const weights = fitWeights(banks, strength);
  const table = tableOf(banks, weights);
  const rounded = Object.fromEntries(table.map(({ feature, weight }) => [feature, weight])) as Weights;
  const seen = {
    typed: figuresOf(banks.map((bank) => scored(bank))),
    fitted: figuresOf(crossValidated(banks, folds, strength)),
  };
  const unseen = {
    typed: await measured(test, accounts, UNWEIGHTED),
    fitted: await measured(test, accounts, rounded),
  };
  if (options.write) {
    const recalls = [unseen.typed, unseen.fitted].map((figures) =>
      figures.map(({ recall }) => recall.toFixed(2)).join(' and '),
    );
    const about = [
      `Fitted on ${banks.length} banks of ${accounts} accounts, seeds ${options.seeds}; on seeds ${options.test}, which it had not seen,`,
      `recall at 1 and at 5 is ${recalls[1]}, and ${recalls[0]} with all weights 1.`,
    ];
    writeFileSync(TABLE, sourceOf(table, about));
  }
  tell('');
  if (options.json) console.log(JSON.stringify({ seeds, test, accounts, table, seen, unseen }));
  else print(table, { seen, unseen });
}

/** Figures of banks judged with these weights, as an installation would judge them. */
async function measured(seeds: readonly number[], accounts: number, weights: Weights): Promise<Figure[]> {
  const banks: BankExamples[] = [];
  for (const seed of seeds) {
    tell(
      `${weights === UNWEIGHTED ? 'typed' : 'fitted'}: bank ${banks.length + 1} of ${seeds.length}, seed ${seed}`,
    );
    banks.push(await examplesOf(seed, { accounts, storiesOfKind: 2 }, { weights }));
  }
  return figuresOf(banks.map((bank) => scored(bank)));
}

type Compared = Record<'typed' | 'fitted', Figure[]>;

function print(table: ReturnType<typeof tableOf>, compared: Record<'seen' | 'unseen', Compared>): void {
  const share = (value: number) => value.toFixed(3).padStart(10);
  console.log(`${'feature'.padEnd(38)}    weight    alerts   worth at 1, at 5`);
  for (const { feature, weight, alerts, worth } of table.toSorted((a, b) => b.weight - a.weight))
    console.log(
      `${feature.padEnd(38)}${weight.toFixed(2).padStart(10)}${String(alerts).padStart(10)}${worth.map(share).join('')}`,
    );
  const words = { seen: 'cross-validated on the banks to fit on', unseen: 'on banks that neither saw' };
  for (const [name, figures] of Object.entries(compared) as ['seen' | 'unseen', Compared][]) {
    console.log(`\n${words[name]}`);
    for (const [of, points] of Object.entries(figures))
      for (const { budget, recall, precision } of points)
        console.log(`  ${of.padEnd(7)} at ${budget}: recall${share(recall)}, precision${share(precision)}`);
  }
}

/** Progress on stderr, on one line of a terminal; nothing if stderr is a file. */
function tell(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${text}`);
}
