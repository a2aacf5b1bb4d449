import { DAY, HOUR } from '@scout/detection/time';
import { isCrossing, type Klass, plainKlass } from '../classes.ts';
import { featureOf } from '../features.ts';
import { compareMarks, type Mark, RECORDS } from '../fold/bucket.ts';
import { isRefused, isScheduled, isSignIn } from '../kinds.ts';
import { hourSurprise } from '../learn/habit.ts';
import { classShare, facetRate, pairProbability, stageOf } from '../learn/rates.ts';
import { sessionsAt } from '../learn/sessions.ts';
import type { Tenant } from '../learn/tenant.ts';
import {
  type AccountDay,
  type AccountState,
  FACETS,
  type Facet,
  type Novelty,
  type Reason,
  type Verdict,
} from '../state.ts';
import { DISCOUNT, EVIDENCE, HABIT, TOGETHER, VERDICT } from '../weights.ts';
import { circumstancesOf } from './circumstances.ts';
import { isNeverSetUp, isSetUp, leaningOf } from './leaning.ts';
import { isOperator, noveltiesOf } from './novelty.ts';
import { success } from './success.ts';

const MACHINES: ReadonlySet<string> = new Set(['source', 'destination', 'path']);

/** Judges an account's day so far; null without novelty. */
export function judge(tenant: Tenant, name: string, account: AccountState, day: AccountDay): Verdict | null {
  const novelties = noveltiesOf(tenant, name, account, day);
  return novelties.length === 0 ? null : weigh(tenant, name, account, day, novelties);
}

/** The surprise of novelties, each facet once, by its rarest class. */
export function weigh(
  tenant: Tenant,
  name: string,
  account: AccountState,
  day: AccountDay,
  novelties: readonly Novelty[],
): Verdict {
  const chained = chain(tenant, name, account, novelties);
  const fit = schedule(account, chained);
  const found = chained.filter((reason) => !isOfSameHour(reason, fit));
  found.push(...presence(tenant, novelties), ...success(tenant, day, novelties));
  if (fit !== null && fit.surprise > 0) found.push(fit);
  const reasons = found.map((reason) => weighed(tenant, reason));
  reasons.sort((a, b) => b.surprise - a.surprise);
  const marks = evidenceOf(reasons);
  const sum = reasons.reduce((total, { surprise }) => total + surprise, 0);
  const score = Math.max(0, sum + Math.min(0, fit?.surprise ?? 0) - discountOf(tenant, name, novelties));
  const verdict = { score, reasons, marks };
  // Lighter verdicts are not reported.
  const around = score < VERDICT.waits ? [] : circumstancesOf(tenant, account, day, reasons);
  return around.length === 0 ? verdict : { ...verdict, around };
}

/**
 * Events that show the reasons, in order of time: the first of each reason before the second of any, the most surprising reason's first,
 * so that many early events of a lesser reason do not displace the one that names a person.
 */
function evidenceOf(reasons: readonly Reason[]): Mark[] {
  const cells = [...new Set(reasons.map(({ novelty }) => novelty.cell))];
  const taken = new Map<string, Mark>();
  for (let round = 0; round < RECORDS; round += 1)
    for (const { marks } of cells) {
      const mark = marks[round];
      if (mark !== undefined && taken.size < RECORDS)
        taken.set(`${mark.time}|${mark.record}|${mark.event}`, mark);
    }
  return [...taken.values()].sort(compareMarks);
}

/** A reason with the nats that the weight of its feature leaves it; an hour of the account's own speaks for work, in full. */
function weighed({ weights }: Tenant, reason: Reason): Reason {
  const feature = featureOf(reason);
  if (feature === null || reason.surprise <= 0) return reason;
  return { ...reason, surprise: reason.surprise * weights[feature] };
}

/** True for an unusual hour caused by a new way with its tickets and programs: its schedule already counts. */
function isOfSameHour({ facet, novelty: { cell } }: Reason, fit: Reason | null): boolean {
  const hourOf = (time: number) => Math.floor(time / HOUR);
  return facet === 'hour' && fit !== null && hourOf(cell.first) === hourOf(fit.novelty.cell.first);
}

/** Evidence for legitimate work that does not depend on the novelty. */
function discountOf(tenant: Tenant, name: string, novelties: readonly Novelty[]): number {
  const { day, firstDay } = tenant.state;
  const isNew = (tenant.state.accounts.get(name)?.activeDays ?? 0) < DISCOUNT.newDays;
  const isPeoples = novelties.some(({ klass }) => isByPerson(klass));
  const isTest = tenant.cohort(name, 'accounts') === 'test';
  const crosses = novelties.some(({ klass }) => isCrossing(klass));
  const isChanged = novelties.some(({ klass }) => isSetUp(klass));
  const isOther = novelties.some(({ facet, klass }) => isNeverSetUp(facet, klass));
  return (
    (isNew && !isPeoples ? DISCOUNT.newAccount : 0) +
    (isTest && !crosses ? DISCOUNT.test : 0) +
    (isChanged ? (isOther ? -DISCOUNT.change : DISCOUNT.change) : 0) +
    DISCOUNT.young * (1 - Math.min(1, (day - firstDay) / DISCOUNT.settledDays))
  );
}

/**
 * Combined surprise of all facets: the largest counts in full, each further one by how rarely it occurs with those already
 * counted, because related things (a new server, a service logon on it, its programs) are new together.
 */
function chain(tenant: Tenant, name: string, account: AccountState, novelties: readonly Novelty[]): Reason[] {
  const { rates } = tenant.state;
  const stage = stageOf(account.activeDays, tenant.cohort(name, 'accounts'));
  const alone: (Reason & { facet: Facet; probability: number; share: number })[] = [];
  for (const facet of FACETS) {
    let rarest: (typeof alone)[number] | null = null;
    const novel = account.novelDays[FACETS.indexOf(facet)] ?? 0;
    const rate = facetRate(rates, facet, stage, { novel, days: Math.max(0, account.activeDays - 2) });
    for (const novelty of novelties) {
      if (novelty.facet !== facet) continue;
      const share = classShare(rates, facet, stage, novelty.klass.text);
      const probability = Math.min(1, rate * share);
      const surprise = -Math.log(probability) - leaningOf(facet, novelty.klass, novelty.cell.kind);
      if (rarest !== null && surprise <= rarest.surprise) continue;
      rarest = { facet, klass: novelty.klass, surprise, novelty, probability, share };
    }
    if (rarest !== null) alone.push(rarest);
  }
  alone.sort((a, b) => b.surprise - a.surprise);
  return alone.map((reason, i) => {
    let probability = reason.probability;
    for (const before of alone.slice(0, i)) {
      const pair = pairProbability(
        rates,
        stage,
        [before.facet, before.klass.text],
        [reason.facet, reason.klass.text],
        Math.max(reason.probability, TOGETHER * reason.share),
      );
      probability = Math.max(probability, Math.min(1, pair));
    }
    const { facet, klass, novelty } = reason;
    const surprise = -Math.log(probability) - leaningOf(facet, klass, novelty.cell.kind);
    return { facet, klass, novelty, surprise: Math.max(0, surprise) };
  });
}

/** A person was signed in at the source machine of something new, where people rarely are. */
function presence(tenant: Tenant, novelties: readonly Novelty[]): Reason[] {
  let best: Reason | null = null;
  for (const novelty of novelties) {
    const { cell } = novelty;
    const machine = cell.source ?? cell.destination;
    if (machine === null) continue;
    const host = tenant.state.hosts.get(machine);
    if (host === undefined) continue;
    const people = sessionsAt(tenant.state, machine, cell.first, tenant.isPerson);
    if (!people.some(({ person }) => !isOperator(tenant, person))) continue;
    const hours = (tenant.state.day - host.first + 1) * 24;
    const surprise = Math.min(EVIDENCE.presence, -Math.log((host.presentHours + 1) / (hours + 24)));
    if (best === null || surprise > best.surprise)
      best = { facet: 'presence', klass: plainKlass('presence'), surprise: Math.max(0, surprise), novelty };
  }
  return best === null ? [] : [best];
}

/** True for a use or a sign-in by a person who is no administrator. */
function isByPerson(klass: Klass): boolean {
  return klass.is === 'use' ? klass.who === 'person' : klass.is === 'kind' && klass.signIn?.who === 'person';
}

/** True for a sign-in at a machine, which people also do once for work. */
function isVisitOfPerson(klass: Klass): boolean {
  return klass.is === 'kind' && klass.signIn !== null && isSignIn(klass.kind);
}

/** Adjusts a verdict after some days: repeated activity is work, a single occurrence is not. */
export function weighLater(account: AccountState, verdict: Verdict): number {
  const cells = verdict.reasons
    .filter(
      ({ facet }) => facet === 'source' || facet === 'destination' || facet === 'kind' || facet === 'use',
    )
    .map(({ novelty }) => novelty.cell);
  if (cells.length === 0) return verdict.score;
  const again =
    cells.some(({ key }) => (account.tuples.get(key)?.days ?? 0) > 1) || returned(account, verdict);
  // People also sign in once for work; a single use of a way between machines is significant.
  const isVisit = !verdict.reasons.some(({ facet, klass }) => facet === 'use' || isVisitOfPerson(klass));
  // An account without activity since then had no chance to repeat it.
  const day = Math.floor(Math.max(...cells.map(({ last }) => last)) / DAY);
  const once = isVisit && account.last > day ? EVIDENCE.once : 0;
  return verdict.score + (again ? -EVIDENCE.stays : once);
}

/** True when the account used the machine as source or target on a later day, in any way. */
function returned(account: AccountState, { reasons }: Verdict): boolean {
  return reasons.some(({ facet, novelty: { host, cell } }) => {
    if ((facet !== 'source' && facet !== 'destination') || host === null) return false;
    const day = Math.floor(cell.first / DAY);
    return [...account.tuples.values()].some(
      (tuple) => tuple[facet] === host && tuple.last > day && !isRefused(tuple.kind),
    );
  });
}

/**
 * Distance of the new way with the highest weight from the account's working hours, in nats: jobs follow their schedule, persons
 * with the password follow their own day. The logarithm of uniform hours against the account's own hours, bounded because
 * schedules can change.
 */
function schedule(account: AccountState, reasons: readonly Reason[]): Reason | null {
  if (account.activeDays < HABIT.days) return null;
  let top: Reason | null = null;
  for (const reason of reasons)
    if (
      MACHINES.has(reason.facet) &&
      isScheduled(reason.novelty.cell.kind) &&
      reason.surprise > (top?.surprise ?? 0)
    )
      top = reason;
  if (top === null) return null;
  const surprise = hourSurprise(account, Math.floor(top.novelty.cell.first / HOUR) % 24);
  return {
    facet: 'schedule',
    klass: plainKlass('schedule'),
    surprise: Math.max(-EVIDENCE.schedule, Math.min(EVIDENCE.schedule, surprise)),
    novelty: top.novelty,
  };
}
