import type { Naming, NormalisedRow } from '@scout/detection';
import { parseTime } from '@scout/detection/time';
import { applyHour } from './activity.ts';
import type { CaseAlert, Finding } from './alert.ts';
import { boundAccounts } from './bounds.ts';
import { tellBreaches } from './breaches.ts';
import { type Bucket, DAY, emptyBucket, HOUR } from './bucket.ts';
import type { Contract } from './contract.ts';
import { foldEvent } from './fold.ts';
import { type Inventory, registerOf } from './inventory.ts';
import { judge, weigh, weighLater } from './judge.ts';
import { remember } from './memory.ts';
import { noveltiesOf } from './novelty.ts';
import { countWords, type Words } from './peers.ts';
import {
  countDays,
  countExposure,
  countNovelty,
  countPairs,
  emptyRates,
  FACETS,
  type Facet,
  stageOf,
} from './rates.ts';
import { type Judged, report } from './report.ts';
import { emptySketch } from './sketch.ts';
import { sprays } from './sprays.ts';
import type { AccountState, DayCell, Novelty, TenantState } from './state.ts';
import { readState, stateSize, writeState } from './storage.ts';
import { closeStorms, pruneStorms } from './storms.ts';
import { type Tenant, tenantOf } from './tenant.ts';

export type Assessor = {
  /** Takes one row in the order of event time, give or take the reorder window. */
  observe(row: NormalisedRow): CaseAlert[];
  /** Closes what is open. */
  finish(): CaseAlert[];
  /** Bytes of what is remembered for good. */
  stateBytes(): number;
  /** Service accounts known. */
  accounts(): number;
};

export type AssessorOptions = {
  inventory?: Inventory;
  /** Approved contracts by the account's key. */
  contracts?: ReadonlyMap<string, Contract>;
  /** The organization's own names; the specification's by default. */
  naming?: Naming;
};

/** A closed hour: what was found in it, and all that service accounts did. */
export type ClosedHour = { findings: Finding[]; activity: DayCell[] };

/** A service account as the assessor knows it; days since 1970. */
export type KnownAccount = {
  name: string;
  knownBy: NonNullable<AccountState['service']>;
  first: number;
  last: number;
};

/** An assessor that is given whole hours, and can stop and go on. Hours are counted since 1970. */
export type StoredAssessor = Assessor & {
  /** Judges an hour, later than every hour before; `endDays` of its own comes first. */
  closeHour(bucket: Bucket): ClosedHour;
  /** Judges the days that are over before an hour. It does not matter in how many steps. */
  endDays(before: number): Finding[];
  /** The hour before which a day is to be ended though nothing happens; null when nothing is due. */
  dueHour(): number | null;
  serviceAccounts(): KnownAccount[];
  /** All that is remembered, the open hours included, as text. */
  save(): string;
};

/** Events may be this much out of order and still give the same cases. */
export const REORDER = HOUR / 4;
/** Days on which the organization is new: judged at their end, when it is known what all accounts do. */
const LEARNING_DAYS = 2;
/** A verdict of this weight is told in the hour in which it is reached; others wait for the day's end and what it explains. */
const URGENT = 18;
/** Verdicts below this weight are kept to themselves. */
const TOLD = 3;
/** A verdict of this weight is told at the day's end; lighter ones down to `WAITS` when the days after have been seen. */
const CLEAR = 11;
const WAITS = 2;
const WAIT_DAYS = 3;
/** A case that was told is told again when it becomes graver by so much. */
const GRAVER = 6;
/** Whole days without anything like it after which a case takes up nothing more. */
export const CASE_DAYS = 7;

export function emptyState(): TenantState {
  return {
    firstDay: -1,
    day: -1,
    ended: -1,
    newest: -1,
    buckets: new Map(),
    accounts: new Map(),
    hosts: new Map(),
    addresses: new Map(),
    sessions: new Map(),
    today: new Map(),
    refusedFrom: new Map(),
    people: emptySketch(),
    rates: emptyRates(),
    families: new Map(),
    waiting: [],
    programs: new Map(),
    operators: new Map(),
    cases: new Map(),
    storms: new Map(),
  };
}

/** An assessor that remembers nothing yet. */
export function createAssessor(options: AssessorOptions): Assessor {
  return openAssessor(options);
}

/** @param options.saved what `save` gave, to go on from there */
export function openAssessor(options: AssessorOptions & { saved?: string }): StoredAssessor {
  const state = options.saved === undefined ? emptyState() : readState(options.saved);
  const words: Words = { counts: new Map(), accounts: 0 };
  for (const [name, { service }] of state.accounts) if (service !== null) countWords(words, name);
  const tenant = tenantOf(state, registerOf(options.inventory, options.naming), words, options.contracts);
  return {
    observe(row) {
      const time = parseTime(row.timestamp);
      if (time === null) return [];
      return told(step(tenant, row, time));
    },
    finish() {
      const findings = closeHours(tenant, Number.POSITIVE_INFINITY);
      if (state.ended < state.day) findings.push(...closeDay(tenant));
      return told([...findings, ...reportWaiting(tenant, Number.POSITIVE_INFINITY, lastHourOf(state.day))]);
    },
    closeHour: (bucket) => closeHour(tenant, bucket),
    endDays: (before) => endDays(tenant, before),
    dueHour() {
      if (state.ended < state.day) return (state.day + 1) * HOURS;
      return state.waiting.length === 0 ? null : (state.ended + 2) * HOURS;
    },
    serviceAccounts: () =>
      [...state.accounts].flatMap(([name, { service, first, last }]) =>
        service === null ? [] : [{ name, knownBy: service, first, last }],
      ),
    save: () => writeState(state),
    stateBytes: () => stateSize(state),
    accounts: () => [...state.accounts.values()].filter(({ service }) => service !== null).length,
  };
}

function told(findings: readonly Finding[]): CaseAlert[] {
  return findings.filter(({ isTold }) => isTold).map(({ alert }) => alert);
}

const HOURS = DAY / HOUR;
const lastHourOf = (day: number): number => (day + 1) * HOURS - 1;

/** Folds one event, and closes the hours that it shows to be over. */
function step(tenant: Tenant, row: NormalisedRow, time: number): Finding[] {
  const { state } = tenant;
  const open = state.newest < 0 ? Number.NEGATIVE_INFINITY : Math.floor((state.newest - REORDER) / HOUR);
  const hour = Math.max(Math.floor(time / HOUR), open);
  let bucket = state.buckets.get(hour);
  if (bucket === undefined) {
    bucket = emptyBucket(hour);
    state.buckets.set(hour, bucket);
  }
  foldEvent(bucket, row, time);
  if (time <= state.newest) return [];
  state.newest = time;
  const closed = Math.floor((time - REORDER) / HOUR);
  return closed > open ? closeHours(tenant, closed) : [];
}

/** Judges the hours before `before`, in their order. */
function closeHours(tenant: Tenant, before: number): Finding[] {
  const { buckets } = tenant.state;
  const findings: Finding[] = [];
  for (const hour of [...buckets.keys()].filter((key) => key < before).sort((a, b) => a - b)) {
    const bucket = buckets.get(hour)!;
    buckets.delete(hour);
    findings.push(...endDays(tenant, hour), ...closeHour(tenant, bucket).findings);
  }
  return findings;
}

function closeHour(tenant: Tenant, bucket: Bucket): ClosedHour {
  const { state } = tenant;
  const day = Math.floor(bucket.hour / HOURS);
  if (state.firstDay < 0) state.firstDay = day;
  state.day = Math.max(state.day, day);
  const { grown, observed } = applyHour(tenant, bucket);
  const findings = day - state.firstDay >= LEARNING_DAYS ? judgeHour(tenant, grown, bucket.hour) : [];
  findings.push(...tellBreaches(tenant, bucket.hour), ...sprays(tenant, bucket.hour));
  return { findings, activity: observed };
}

function endDays(tenant: Tenant, before: number): Finding[] {
  const { state } = tenant;
  const until = Math.floor(before / HOURS);
  if (state.day < 0 || state.day >= until) return [];
  const findings: Finding[] = [];
  if (state.ended < state.day) {
    findings.push(...closeDay(tenant));
    state.ended = state.day;
  }
  // Days on which nobody did anything: what waits for them is told all the same.
  for (let day = state.ended + 1; day < until && state.waiting.length > 0; day += 1)
    findings.push(...reportWaiting(tenant, day - WAIT_DAYS, lastHourOf(day)));
  state.ended = Math.max(state.ended, until - 1);
  for (const [key, { last }] of state.cases) if (state.ended - last > CASE_DAYS) state.cases.delete(key);
  return findings;
}

/** Tells at once what is grave. */
function judgeHour(tenant: Tenant, grown: ReadonlySet<string>, hour: number): Finding[] {
  const judged: Judged[] = [];
  for (const name of [...grown].sort()) {
    const account = tenant.state.accounts.get(name)!;
    const day = tenant.state.today.get(name);
    if (day === undefined || day.reported >= URGENT) continue;
    const verdict = judge(tenant, name, account, day);
    if (verdict !== null && verdict.score >= URGENT) judged.push({ name, verdict });
  }
  return report(tenant, judged, hour);
}

/** Judges the day with all that it showed, learns from it, and begins a new one. */
function closeDay(tenant: Tenant): Finding[] {
  const { state } = tenant;
  const names = [...state.today.keys()].sort().filter((name) => state.accounts.get(name)?.service != null);
  const verdicts = names.flatMap((name) => {
    const account = state.accounts.get(name)!;
    const verdict = judge(tenant, name, account, state.today.get(name)!);
    return verdict === null ? [] : [{ name, account, novelties: allNovelties(tenant, name) }];
  });
  const stages = new Map(
    names.map((name) => [
      name,
      stageOf(state.accounts.get(name)!.activeDays, tenant.cohort(name, 'accounts')),
    ]),
  );
  for (const stage of stages.values()) countExposure(state.rates, stage);
  for (const { name, novelties } of verdicts) count(tenant, stages.get(name)!, novelties, 1);
  const judged: Judged[] = [];
  for (const { name, account, novelties } of verdicts) {
    const day = state.today.get(name)!;
    // An account's own day must not make itself usual.
    count(tenant, stages.get(name)!, novelties, -1);
    const verdict = weigh(tenant, name, account, day, novelties);
    count(tenant, stages.get(name)!, novelties, 1);
    if (verdict.score >= WAITS && (day.reported === 0 || verdict.score > day.reported + GRAVER))
      judged.push({ name, verdict });
  }
  const clear = judged.filter(({ verdict }) => verdict.score >= CLEAR);
  const hour = lastHourOf(state.day);
  const findings = report(tenant, clear, hour);
  for (const { name, verdict } of judged)
    if (verdict.score < CLEAR && verdict.score >= WAITS)
      state.waiting.push({ name, verdict, day: state.day });
  for (const { account, novelties } of verdicts) {
    if (account.activeDays < 2) continue;
    for (const facet of new Set(novelties.map(({ facet }) => facet))) {
      const at = FACETS.indexOf(facet);
      account.novelDays[at] = (account.novelDays[at] ?? 0) + 1;
    }
  }
  for (const name of names)
    findings.push(...closeStorms(tenant, name, state.accounts.get(name)!, state.today.get(name)!, hour));
  pruneStorms(tenant);
  for (const [name, day] of state.today) remember(tenant, name, state.accounts.get(name)!, day);
  findings.push(...reportWaiting(tenant, state.day - WAIT_DAYS, hour), ...tellBreaches(tenant, hour, true));
  state.today.clear();
  state.refusedFrom.clear();
  boundAccounts(tenant);
  return findings;
}

function allNovelties(tenant: Tenant, name: string): Novelty[] {
  return noveltiesOf(tenant, name, tenant.state.accounts.get(name)!, tenant.state.today.get(name)!);
}

function count(tenant: Tenant, stage: number, novelties: readonly Novelty[], by: number): void {
  const classes = new Map<Facet, Set<string>>();
  for (const { facet, klass } of novelties) {
    const set = classes.get(facet) ?? new Set();
    set.add(klass);
    classes.set(facet, set);
  }
  const { rates } = tenant.state;
  const pairs: (readonly [Facet, string])[] = [];
  for (const [facet, set] of classes) {
    countNovelty(rates, facet, stage, set, by);
    countDays(rates, stage, facet, by);
    for (const klass of set) pairs.push([facet, klass]);
  }
  countPairs(rates, stage, pairs, by);
}

/** Tells what has waited since `until` or longer, if it was done once only. */
function reportWaiting(tenant: Tenant, until: number, hour: number): Finding[] {
  const { state } = tenant;
  const due = state.waiting.filter(({ day }) => day <= until);
  if (due.length === 0) return [];
  state.waiting = state.waiting.filter(({ day }) => day > until);
  const judged = due.flatMap(({ name, verdict }) => {
    const score = weighLater(state.accounts.get(name)!, verdict);
    return score >= TOLD ? [{ name, verdict: { ...verdict, score } }] : [];
  });
  return report(tenant, judged, hour);
}
