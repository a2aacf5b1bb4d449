import type { Facet, Rates } from '../state.ts';
import { RATES } from '../weights.ts';

export function emptyRates(): Rates {
  return { exposure: [], counts: new Map() };
}

/** People use accounts of test environments every day; these accounts are compared with each other. */
export type Cohort = 'production' | 'test';
export const STAGES = 6;
/** First stage of facets that require some history. */
const FROM_STAGE: Partial<Record<Facet, number>> = { hour: 3, weekday: 4, company: 4, minute: 4, parent: 4 };

/** Stages by previous active days: none, 1, 2–3, 4–7, 8–15, more; followed by those of test accounts. */
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
  let days = RATES.base.days;
  let novel = RATES.base.days * RATES.base.rate;
  const base = stage - (stage % STAGES);
  const age = stage % STAGES;
  for (let s = base + (FROM_STAGE[facet] ?? 2); s < base + STAGES; s += 1) {
    days += rates.exposure[s] ?? 0;
    novel += rates.counts.get(facetKey(s, facet)) ?? 0;
  }
  const later = novel / days;
  const prior = age === 0 ? RATES.first : age === 1 ? Math.max(later, RATES.second) : later;
  const here = rates.exposure[stage] ?? 0;
  const ofStage =
    ((rates.counts.get(facetKey(stage, facet)) ?? 0) + RATES.stage * prior) / (here + RATES.stage);
  if (age < 2) return Math.min(1, ofStage);
  return Math.min(1, Math.max(RATES.floor, (own.novel + RATES.own * ofStage) / (own.days + RATES.own)));
}

/** Share of a class among novelties of this facet; first days (stages 0 and 1) have their own classes. */
export function classShare(rates: Rates, facet: Facet, stage: number, klass: string): number {
  const group = groupOf(stage);
  const total = rates.counts.get(classKey(group, facet, '')) ?? 0;
  const count = rates.counts.get(classKey(group, facet, klass)) ?? 0;
  return (count + RATES.classes.weight / RATES.classes.count) / (total + RATES.classes.weight);
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

/** Classes are learned separately for test environments, where people use accounts every day. */
const groupOf = (stage: number) =>
  `${stage % STAGES < 2 ? 'first' : 'later'}${stage < STAGES ? '' : ' test'}`;

/** Counts classes that occurred together on one day of an account. */
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

/** Probability of a class on a day with another class: from that class, from its facet, and without either (`alone`). */
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
    (count(`${group}|${facet}>${other}|${otherClass}`) + RATES.pair * alone) /
    (count(`${group}|${facet}|days`) + RATES.pair);
  return (
    (count(`${group}|${facet}|${klass}>${other}|${otherClass}`) + RATES.pair * ofFacet) /
    (count(classKey(group, facet, klass)) + RATES.pair)
  );
}

const facetKey = (stage: number, facet: Facet) => `${stage}|${facet}`;
const classKey = (group: string, facet: Facet, klass: string) => `${group}|${facet}|${klass}`;

function increase(counts: Map<string, number>, key: string, by: number): void {
  counts.set(key, (counts.get(key) ?? 0) + by);
}
