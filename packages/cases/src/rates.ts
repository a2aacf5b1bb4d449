/**
 * How often accounts of this organization show something new, learned from all of them. Days of accounts are counted by how many active
 * days the account had (`stage`), because young accounts learn.
 */
export type Rates = {
  /** Account-days by stage. */
  exposure: number[];
  /** `stage|facet` and `facet|class`, as `facetKey` and `classKey` write them. */
  counts: Map<string, number>;
};

/** Facets of an account's day that can be new. */
export const FACETS = [
  'use',
  'kind',
  'source',
  'destination',
  'path',
  'program',
  'hour',
  'weekday',
  'silence',
] as const;
export type Facet = (typeof FACETS)[number];

/** Weight, in account-days, of what all accounts do against what this one did: five days of its own count as much. */
const OWN = 5;
/** Weight of the later stages' rate in a stage with few days. */
const STAGE = 20;
/** A facet is new on one day in fifty until the organization itself says otherwise. */
const BASE = { rate: 0.02, days: 50 };
/** Nothing is taken to be rarer than one account-day in a thousand. */
const FLOOR = 0.001;
/** A first day is all new. */
const FIRST = 0.9;
/** Weight of "all classes alike" against the classes seen. */
const CLASSES = { weight: 8, count: 12 };

export function emptyRates(): Rates {
  return { exposure: [], counts: new Map() };
}

/** Accounts of test environments are used by people every day; they are compared with each other. */
export type Cohort = 'production' | 'test';
export const STAGES = 6;
/** Facets that only accounts with some history can show: the stage from which they count. */
const FROM_STAGE: Partial<Record<Facet, number>> = { hour: 3, weekday: 4 };
/** Weight of what usually comes with a facet against what came with this very class. */
const PAIR = 2;

/** Stages by active days before: none, 1, 2–3, 4–7, 8–15, more; those of test accounts after them. */
export function stageOf(activeDays: number, cohort: Cohort): number {
  const stage =
    activeDays < 2 ? activeDays : activeDays < 4 ? 2 : activeDays < 8 ? 3 : activeDays < 16 ? 4 : 5;
  return cohort === 'test' ? stage + STAGES : stage;
}

/** Probability that an account of this stage and history shows the facet as new on a day. */
export function facetRate(
  rates: Rates,
  facet: Facet,
  stage: number,
  own: { novel: number; days: number },
): number {
  let days = BASE.days;
  let novel = BASE.days * BASE.rate;
  const base = stage - (stage % STAGES);
  const age = stage % STAGES;
  for (let s = base + (FROM_STAGE[facet] ?? 2); s < base + STAGES; s += 1) {
    days += rates.exposure[s] ?? 0;
    novel += rates.counts.get(facetKey(s, facet)) ?? 0;
  }
  const later = novel / days;
  const prior = age === 0 ? FIRST : age === 1 ? Math.max(later, 0.2) : later;
  const here = rates.exposure[stage] ?? 0;
  const ofStage = ((rates.counts.get(facetKey(stage, facet)) ?? 0) + STAGE * prior) / (here + STAGE);
  if (age < 2) return Math.min(1, ofStage);
  return Math.min(1, Math.max(FLOOR, (own.novel + OWN * ofStage) / (own.days + OWN)));
}

/** Share of a class among what was new in this facet; first days (stage 0 and 1) have classes of their own. */
export function classShare(rates: Rates, facet: Facet, stage: number, klass: string): number {
  const group = groupOf(stage);
  const total = rates.counts.get(classKey(group, facet, '')) ?? 0;
  const count = rates.counts.get(classKey(group, facet, klass)) ?? 0;
  return (count + CLASSES.weight / CLASSES.count) / (total + CLASSES.weight);
}

export function countExposure(rates: Rates, stage: number): void {
  while (rates.exposure.length <= stage) rates.exposure.push(0);
  rates.exposure[stage] = (rates.exposure[stage] ?? 0) + 1;
}

/** Counts one day of an account on which a facet was new, in these classes. */
export function countNovelty(
  rates: Rates,
  facet: Facet,
  stage: number,
  classes: Iterable<string>,
  by = 1,
): void {
  increase(rates.counts, facetKey(stage, facet), by);
  const group = groupOf(stage);
  for (const klass of classes) {
    increase(rates.counts, classKey(group, facet, klass), by);
    increase(rates.counts, classKey(group, facet, ''), by);
  }
}

/** Classes are learned apart for test environments, where people use accounts every day. */
const groupOf = (stage: number) =>
  `${stage % STAGES < 2 ? 'first' : 'later'}${stage < STAGES ? '' : ' test'}`;

/** Counts which classes came together on one day of an account. */
export function countPairs(
  rates: Rates,
  stage: number,
  classes: readonly (readonly [Facet, string])[],
  by: number,
): void {
  const group = groupOf(stage);
  for (const [facet, klass] of classes) {
    for (const [other, otherClass] of classes) {
      if (other === facet) continue;
      increase(rates.counts, `${group}|${facet}>${other}|${otherClass}`, by);
      increase(rates.counts, `${group}|${facet}|${klass}>${other}|${otherClass}`, by);
    }
  }
}

/** Days on which a facet was new, counted once for all its classes. */
export function countDays(rates: Rates, stage: number, facet: Facet, by: number): void {
  increase(rates.counts, `${groupOf(stage)}|${facet}|days`, by);
}

/** Probability of a class on a day that shows another: from that class, from its facet, and without either (`alone`). */
export function pairProbability(
  rates: Rates,
  stage: number,
  [facet, klass]: readonly [Facet, string],
  [other, otherClass]: readonly [Facet, string],
  alone: number,
): number {
  const group = groupOf(stage);
  const count = (key: string) => rates.counts.get(key) ?? 0;
  const ofFacet =
    (count(`${group}|${facet}>${other}|${otherClass}`) + PAIR * alone) /
    (count(`${group}|${facet}|days`) + PAIR);
  return (
    (count(`${group}|${facet}|${klass}>${other}|${otherClass}`) + PAIR * ofFacet) /
    (count(classKey(group, facet, klass)) + PAIR)
  );
}

const facetKey = (stage: number, facet: Facet) => `${stage}|${facet}`;
const classKey = (group: string, facet: Facet, klass: string) => `${group}|${facet}|${klass}`;

function increase(counts: Map<string, number>, key: string, by: number): void {
  counts.set(key, (counts.get(key) ?? 0) + by);
}
