import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  ASSESSOR_VERSION,
  createAssessor,
  FEATURES,
  type Feature,
  UNWEIGHTED,
  type Weights,
} from '@scout/cases';
import { DAY } from '@scout/detection/time';
import { writeBank } from '../stories/bank/writeBank.ts';
import { createFirstSeen } from '../stories/detectors/newTerms.ts';
import { readInventory, readLabels } from '../stories/input/labels.ts';
import { openSortedRows } from '../stories/input/sortedRows.ts';
import { matchAlerts } from '../stories/measure/match.ts';
import { chunksOf, runDetectors } from '../stories/measure/run.ts';

/** An alert as what it is made of. */
export type Example = {
  /** Nats of its reasons by feature, unweighted; the rest of its score counts in full. */
  nats: Partial<Record<Feature, number>>;
  rest: number;
  /** Numbers of the stories that it finds; none for a false alert. */
  found: number[];
};

/** The alerts of one bank. */
export type BankExamples = {
  seed: number;
  accounts: number;
  days: number;
  stories: number;
  examples: Example[];
};

export type BankSize = { accounts: number; storiesOfKind: number };

/**
 * Alerts of a generated bank, with its inventory.
 * @param cache folder that keeps the examples of unweighted reasons; nothing is kept without it
 */
export async function examplesOf(
  seed: number,
  size: BankSize,
  { cache, weights = UNWEIGHTED }: { cache?: string; weights?: Weights } = {},
): Promise<BankExamples> {
  const name = `${ASSESSOR_VERSION}-${size.accounts}-${size.storiesOfKind}-${seed}.json`;
  const path = cache === undefined ? undefined : join(cache, name);
  if (path !== undefined && existsSync(path)) return JSON.parse(readFileSync(path, 'utf8')) as BankExamples;
  const folder = mkdtempSync(join(tmpdir(), 'scout-fit-'));
  try {
    const files = await writeBank(folder, { seed, ...size }, () => {});
    const stories = readLabels(files.labels);
    const file = await openSortedRows(files.events, () => {});
    const { runs, first, last } = await runDetectors(chunksOf(file.rows()), {
      detectors: {
        scout: (options) => createAssessor({ ...options, weights }),
        'first-seen': createFirstSeen,
      },
      variants: [{ inventory: readInventory(files.inventory) }],
      clock: () => 0,
    });
    const [scout, firstSeen] = runs as [(typeof runs)[number], (typeof runs)[number]];
    const found = matchAlerts(scout.alerts, stories);
    const bank = {
      seed,
      accounts: Math.max(firstSeen.accounts, 1),
      days: Math.max(1, (last - first) / DAY),
      stories: stories.length,
      examples: scout.alerts.map((alert, i) => ({ ...partsOf(alert), found: found[i]! })),
    };
    if (path !== undefined) {
      mkdirSync(cache!, { recursive: true });
      writeFileSync(path, JSON.stringify(bank));
    }
    return bank;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

type Reasons = readonly { feature?: Feature | null; surprise: number }[];

function partsOf({ score, reasons = [] }: { score: number; reasons?: Reasons }): Omit<Example, 'found'> {
  const nats: Example['nats'] = {};
  let rest = score;
  for (const { feature, surprise } of reasons) {
    if (feature === undefined || feature === null || surprise <= 0) continue;
    nats[feature] = (nats[feature] ?? 0) + surprise;
    rest -= surprise;
  }
  return { nats, rest };
}

/** The score that weights give an alert: the sum of its reasons' contributions. */
export function scoreOf({ nats, rest }: Example, weights: Weights): number {
  let sum = rest;
  for (const feature of FEATURES) sum += (nats[feature] ?? 0) * weights[feature];
  return sum;
}
