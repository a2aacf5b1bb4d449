import { FEATURES, UNWEIGHTED, type Weights } from '@scout/cases';
import { type BankExamples, type Example, scoreOf } from './examples.ts';

/** Bounds of a weight: a reason never speaks for work, each is worth half its nats at least, and twice at most. */
const LEAST = 0.5;
const MOST = 2;
const STEPS = 400;
const PACE = 0.03;

/**
 * Weights that tell true alerts from false ones: logistic regression on the nats of each feature, each weight within bounds and drawn to
 * 1, what it counts without fitting. Deterministic.
 * @param strength how strongly weights are drawn to 1, in alerts
 */
export function fitWeights(banks: readonly BankExamples[], strength: number): Weights {
  const examples = banks.flatMap((bank) => bank.examples);
  const rows = examples.map(({ nats, rest, found }) => ({
    nats: FEATURES.flatMap((feature, at) =>
      nats[feature] === undefined ? [] : [[at, nats[feature]] as const],
    ),
    rest,
    isTrue: found.length > 0 ? 1 : 0,
  }));
  const count = FEATURES.length;
  // After the weights: the score at which an alert is as likely true as false, and the slope.
  const values = [...FEATURES.map(() => 1), 12, 0.5];
  const descend = createDescent(values.length);
  for (let step = 1; step <= STEPS; step += 1) {
    const gradient = values.map((value, i) => (i < count ? strength * (value - 1) : 0));
    const [middle, slope] = [values[count]!, values[count + 1]!];
    for (const { nats, rest, isTrue } of rows) {
      let score = rest;
      for (const [at, value] of nats) score += values[at]! * value;
      const error = 1 / (1 + Math.exp(-slope * (score - middle))) - isTrue;
      for (const [at, value] of nats) gradient[at]! += error * slope * value;
      gradient[count]! -= error * slope;
      gradient[count + 1]! += error * (score - middle);
    }
    descend(values, gradient, step);
    for (let i = 0; i < count; i += 1) values[i] = Math.min(MOST, Math.max(LEAST, values[i]!));
    values[count + 1] = Math.max(0.05, values[count + 1]!);
  }
  return ofScale(weightsOf(values), banks);
}

/** The same with the mean score that the most severe alerts have without weights, which severities and the times of telling go by. */
function ofScale(weights: Weights, banks: readonly BankExamples[]): Weights {
  const mostSevere = rankedOf(banks.map((bank) => scored(bank))).slice(0, alertsWithin(banks, BUDGETS[1]));
  const sumOf = (of: Weights) =>
    mostSevere.reduce((sum, { example }) => sum + scoreOf({ ...example, rest: 0 }, of), 0);
  const scale = mostSevere.length === 0 ? 1 : sumOf(UNWEIGHTED) / sumOf(weights);
  return Object.fromEntries(FEATURES.map((feature) => [feature, weights[feature] * scale])) as Weights;
}

const weightsOf = (values: readonly number[]): Weights =>
  Object.fromEntries(FEATURES.map((feature, i) => [feature, values[i]!])) as Weights;

/** Adam: steps by the gradient's mean over its deviation, so that rare features move as frequent ones do. */
function createDescent(size: number) {
  const mean = new Float64Array(size);
  const square = new Float64Array(size);
  return (values: number[], gradient: readonly number[], step: number): void => {
    for (let i = 0; i < size; i += 1) {
      mean[i] = 0.9 * mean[i]! + 0.1 * gradient[i]!;
      square[i] = 0.999 * square[i]! + 0.001 * gradient[i]! ** 2;
      const by = mean[i]! / (1 - 0.9 ** step) / (Math.sqrt(square[i]! / (1 - 0.999 ** step)) + 1e-9);
      values[i]! -= PACE * by;
    }
  };
}

/** Alerts per 1,000 accounts and day for which recall and precision are compared. */
export const BUDGETS = [1, 5] as const;

export type Figure = { budget: number; recall: number; precision: number };

/** A bank with the score of each alert. */
export type Scored = { bank: BankExamples; scores: readonly number[] };

export const scored = (bank: BankExamples, weights: Weights = UNWEIGHTED): Scored => ({
  bank,
  scores: bank.examples.map((example) => scoreOf(example, weights)),
});

/** Alerts within a budget. */
const alertsWithin = (banks: readonly BankExamples[], budget: number): number =>
  Math.floor((budget * banks.reduce((sum, { accounts, days }) => sum + accounts * days, 0)) / 1_000);

/** The alerts of all banks, the most severe first. */
const rankedOf = (banks: readonly Scored[]) =>
  banks
    .flatMap(({ bank: { seed, examples }, scores }) =>
      examples.map((example, i) => ({ seed, example, score: scores[i]! })),
    )
    .sort((a, b) => b.score - a.score);

/** Recall and precision of the most severe alerts of all banks together, within each budget. */
export function figuresOf(banks: readonly Scored[]): Figure[] {
  const stories = banks.reduce((sum, { bank }) => sum + bank.stories, 0);
  const ranked = rankedOf(banks);
  return BUDGETS.map((budget) => {
    const taken = ranked.slice(
      0,
      alertsWithin(
        banks.map(({ bank }) => bank),
        budget,
      ),
    );
    const isTrue = ({ example }: { example: Example }) => example.found.length > 0;
    const found = new Set(taken.flatMap(({ seed, example }) => example.found.map((i) => `${seed} ${i}`)));
    return {
      budget,
      recall: found.size / Math.max(stories, 1),
      precision: taken.filter(isTrue).length / Math.max(taken.length, 1),
    };
  });
}

/** Each bank scored by weights that were fitted without it and its fold. */
export function crossValidated(banks: readonly BankExamples[], folds: number, strength: number): Scored[] {
  return Array.from({ length: folds }, (_, fold) => {
    const weights = fitWeights(
      banks.filter((_, i) => i % folds !== fold),
      strength,
    );
    return banks.filter((_, i) => i % folds === fold).map((bank) => scored(bank, weights));
  }).flat();
}
