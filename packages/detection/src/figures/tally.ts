import type { Incident } from '../event.ts';
import { compareCodePoints } from '../order.ts';
import type { PairTally, Tally } from './aggregates.ts';
import type { SubjectUserCount } from './shapes.ts';
import { LIST_LIMIT, VALUES_LIMIT } from './window.ts';

type Spelling = { label: string; firstAt: number };

/** Counts names, each with the spelling of its earliest event. */
export type Tallier = { add(key: string, label: string, time: number): void; tallies(): Tally[] };

export function createTallier(): Tallier {
  const byKey = new Map<string, Tally>();
  return {
    add: (key, label, time) => {
      const known = byKey.get(key);
      if (known === undefined) {
        byKey.set(key, { key, count: 1, label, firstAt: time });
        return;
      }
      known.count += 1;
      if (time <= known.firstAt) takeEarlier(known, { label, firstAt: time });
    },
    tallies: () => [...byKey.values()],
  };
}

/** Counts the acting account of an incident, if its event names one. */
export function addSubjectUser(users: Tallier, { subjectUserKey, subjectUser, time }: Incident): void {
  if (subjectUserKey !== null && subjectUser !== null) users.add(subjectUserKey, subjectUser, time);
}

/** Collects values that occur with each account. */
export type PairTallier = {
  add(key: string, valueKey: string, label: string, time: number): void;
  pairs(): PairTally[];
};

export function createPairTallier(): PairTallier {
  const values = new Map<string, Map<string, PairTally>>();
  return {
    add: (key, valueKey, label, time) => {
      const byValue = values.get(key);
      const known = byValue?.get(valueKey);
      if (known !== undefined) {
        if (time <= known.firstAt) takeEarlier(known, { label, firstAt: time });
        return;
      }
      const pair = { key, valueKey, label, firstAt: time };
      if (byValue === undefined) values.set(key, new Map([[valueKey, pair]]));
      else byValue.set(valueKey, pair);
    },
    pairs: () => [...values.values()].flatMap((pairs) => [...pairs.values()]),
  };
}

/** Merges entries of the same key; largest first, then by key; at most 1,000. */
export function rankTallies(tallies: readonly Tally[]): Tally[] {
  const byKey = new Map<string, Tally>();
  for (const tally of tallies) addTally(byKey, tally);
  return [...byKey.values()]
    .sort((a, b) => b.count - a.count || compareCodePoints(a.key, b.key))
    .slice(0, LIST_LIMIT);
}

/** Acting accounts, ranked. */
export function rankSubjectUsers(users: readonly Tally[]): SubjectUserCount[] {
  return rankTallies(users).map(({ label, count }) => ({ subjectUser: label, count }));
}

/**
 * The values of each account in display spelling, by key, at most 1,000 per account and 20,000 in total; accounts ranked first
 * take precedence.
 *
 * @param ranked keys of the accounts, most failures first
 */
export function valuesByAccount(
  pairs: readonly PairTally[],
  ranked: readonly string[],
): Map<string, string[]> {
  const pairsOf = new Map<string, PairTally[]>(ranked.map((account) => [account, []]));
  for (const pair of pairs) pairsOf.get(pair.key)?.push(pair);
  const lists = new Map<string, string[]>();
  let remaining = VALUES_LIMIT;
  for (const [account, counted] of pairsOf) {
    const ordered = inOrder(counted).slice(0, Math.min(LIST_LIMIT, remaining));
    remaining -= ordered.length;
    lists.set(
      account,
      ordered.map(({ label }) => label),
    );
  }
  return lists;
}

/** An account's values by key, each once; usually they come so. */
function inOrder(pairs: readonly PairTally[]): readonly PairTally[] {
  const isOrdered = pairs.every(
    ({ valueKey }, n) => n === 0 || compareCodePoints(pairs[n - 1]!.valueKey, valueKey) < 0,
  );
  if (isOrdered) return pairs;
  const byValue = new Map<string, PairTally>();
  for (const pair of pairs) addPair(byValue, pair);
  return [...byValue.values()].sort((a, b) => compareCodePoints(a.valueKey, b.valueKey));
}

function addTally(byKey: Map<string, Tally>, tally: Tally): void {
  const known = byKey.get(tally.key);
  if (known === undefined) {
    byKey.set(tally.key, { ...tally });
    return;
  }
  known.count += tally.count;
  takeEarlier(known, tally);
}

function addPair(byValue: Map<string, PairTally>, pair: PairTally): void {
  const known = byValue.get(pair.valueKey);
  if (known === undefined) byValue.set(pair.valueKey, { ...pair });
  else takeEarlier(known, pair);
}

/** Keeps the earlier spelling; at equal times, the smaller by code point. */
function takeEarlier(known: Spelling, other: Spelling): void {
  const isEarlier =
    other.firstAt < known.firstAt ||
    (other.firstAt === known.firstAt && compareCodePoints(other.label, known.label) < 0);
  if (!isEarlier) return;
  known.label = other.label;
  known.firstAt = other.firstAt;
}
